// The cursor: one instant, told in every chart of every mode. Over a request its
// counterparts in the other modes are told too: those of the same load that were
// due nearest to it.
const cursor = { t: null, load: -1, due: 0, mode: -1, ms: 0 };

function leave() {
  cursor.t = null;
  tell();
}

// pointAt takes a place in one chart, in CSS pixels of its plot.
function pointAt(chart, left, top) {
  const u = chart.u, mode = data.modes[chart.mode];
  cursor.t = u.posToVal(left, "x");
  cursor.load = -1;
  cursor.ms = 0;
  cursor.mode = chart.mode;
  if (chart.row.key === "latency") {
    cursor.ms = u.posToVal(top, "y");
    const i = nearest(u, mode, left, top);
    if (i >= 0) { cursor.load = mode.requests.load[i]; cursor.due = mode.requests.due[i]; cursor.request = i; }
  }
  tell();
}

// stepTo puts the cursor at an instant, as the keys do: on the request of the
// last visible load that was due nearest to it.
function stepTo(t) {
  cursor.t = Math.min(Math.max(t, clock.min), clock.max);
  cursor.mode = -1;
  cursor.ms = 0;
  cursor.load = Math.max(-1, ...[...shown.loads].filter((l) => !data.dense.includes(data.loads[l])));
  cursor.due = cursor.t;
  tell();
}

let telling = 0;

function tell() {
  if (telling) return;
  telling = requestAnimationFrame(() => {
    telling = 0;
    for (const c of clock.charts) tellChart(c);
    tellNow();
  });
}

function tellChart(c) {
  const mode = data.modes[c.mode], t = cursor.t;
  if (t === null) c.u.setCursor({ left: -10, top: -10 }, false);
  else c.u.setCursor({ left: c.u.valToPos(t, "x"), top: -10 }, false);
  c.value.classList.toggle("live", t !== null);
  c.value.textContent = c.row.words(mode, t === null ? undefined : t, c);
}

// latencyWords tells of the request under the cursor, and rings it.
function latencyWords(mode, t, c) {
  c.ring.hidden = true;
  if (t === undefined) return mode.requests.length + mode.counts.size ? "" : "no requests";
  if (cursor.load >= 0) {
    const own = c.mode === cursor.mode;
    const i = own ? cursor.request : counterpart(mode, cursor.load, cursor.due);
    if (i < 0) return "";
    const x = c.u.valToPos(mode.requests.due[i], "x"), y = c.u.valToPos(tall(mode.requests.latency[i]), "y");
    if (x >= 0 && x <= c.u.over.clientWidth) {
      c.ring.style.transform = "translate(" + x + "px," + y + "px)";
      c.ring.hidden = false;
    }
    return requestWords(mode, i);
  }
  return cursor.ms > 0 ? cellWords(c.u, mode, t, cursor.ms) : "";
}

const now = document.getElementById("now"), spoken = document.getElementById("spoken");

function tellNow() {
  const step = Math.pow(10, Math.floor(Math.log10((clock.max - clock.min) / 400)));
  if (cursor.t !== null) now.textContent = "t = " + instant(Math.max(0, cursor.t), Math.min(step, 0.1));
  else now.textContent = instant(Math.max(0, clock.min), step * 10) + " to " + instant(clock.max, step * 10);
}

// speak tells a screen reader what the keys have brought about.
function speak() {
  const words = [now.textContent];
  for (const c of clock.charts) {
    if (c.card.hidden || cursor.t === null) continue;
    const text = c.row.words(data.modes[c.mode], cursor.t, c);
    if (text) words.push((c.row.key === "latency" ? data.modes[c.mode].name + ": " : c.row.title + " ") + text);
  }
  spoken.textContent = words.join(", ");
}
