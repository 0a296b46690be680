const rows = [
  { key: "latency", title: "latency from due", height: 190, words: latencyWords },
  ...data.panels.map(gaugeRow),
  { key: "breakers", title: "breaker", height: 26, words: breakerWords },
].filter((r) => r.key === "latency" || data.modes.some((m) => r.key === "breakers" ? m.breakers.length : m.gauges[r.gauge].at.length || m.gauges[r.gauge].most));
rows[rows.length - 1].last = true;

function gaugeRow(panel, gauge) {
  const high = Math.max(1, ...data.modes.map((m) => Math.max(m.gauges[gauge].max, m.gauges[gauge].capacity || 0)));
  const words = (mode, t) => gaugeWords(mode.gauges[gauge], t === undefined ? undefined : valueAt(mode.gauges[gauge], t));
  return { ...panel, gauge, height: panel.key === "queued" ? 60 : 74, high, words };
}

// valueAxis is the vertical one, the same for all modes.
function valueAxis(row) {
  const axis = {
    stroke: () => look.faded, font, size: 50, gap: 4,
    grid: { stroke: () => look.hair, width: 1 }, ticks: { show: false },
  };
  if (row.key === "breakers") return { ...axis, splits: () => [], grid: { show: false } };
  if (row.key !== "latency") {
    const step = [1, 2, 5].flatMap((m) => [1, 10, 100, 1e3, 1e4, 1e5].map((p) => m * p)).sort((a, b) => a - b).find((s) => row.high / s <= 3.01);
    const at = Array.from({ length: Math.floor(row.high / step) + 1 }, (_, i) => i * step);
    return { ...axis, splits: () => at, values: (u, all) => all.map(String) };
  }
  const decades = [];
  for (let ms = data.latency[0]; ms <= data.latency[1] * 1.001; ms *= 10) decades.push(ms);
  return { ...axis, splits: () => decades, values: (u, all) => all.map(decade), filter: (u, all) => all };
}

function valueScale(row) {
  if (row.key === "latency") return { distr: 3, log: 10, range: () => [data.latency[0] / 1.25, data.latency[1] * 2.2] }; // room for the names of faults
  if (row.key === "breakers") return { range: () => [0, 1] };
  return { range: () => [0, row.high * 1.12] };
}

function options(row, mode, width) {
  const lines = row.high ? gaugeLines(mode.gauges[row.gauge]) : { data: [[0, data.end], [null, null]], lines: [{ points: { show: false } }] };
  const latency = row.key === "latency";
  const height = row.key === "breakers" ? Math.max(26, 18 * Math.max(...data.modes.map((m) => m.breakers.length))) : row.height;
  const opts = {
    width, height: height + (row.last ? 26 : 4), padding: [4, 8, 0, 0], legend: { show: false },
    scales: { x: { time: false, range: (u, min, max) => [min, max] }, y: valueScale(row) },
    axes: [timeAxis(row.last), valueAxis(row)],
    series: [{}, ...lines.lines],
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false }, bind: { dblclick: () => () => { showAll(); return null; } } },
    hooks: {
      drawClear: [(u) => background(u, mode, row)],
      draw: [(u) => {
        if (latency) { drawCells(u, mode); drawRequests(u, mode); faultNames(u, mode); }
        else if (row.key === "breakers") strips(u, mode);
        else limit(u, mode.gauges[row.gauge]);
        restarts(u, mode, row);
      }],
      setSelect: [(u) => {
        if (u.select.width < 4) return;
        showTime(u.posToVal(u.select.left, "x"), u.posToVal(u.select.left + u.select.width, "x"));
        u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      }],
    },
  };
  return [opts, lines.data];
}

// addChart builds one chart, with a line over it that tells what it shows.
function addChart(card, k, row) {
  const mode = data.modes[k], box = element("div", "plot"), head = element("div", "head"), area = element("div", "area");
  const value = element("output", "value");
  head.append(element("span", "name", row.title), value);
  box.append(head, area);
  box.dataset.row = row.key;
  box.dataset.part = row.service || row.provider || "";
  card.querySelector(".plots").append(box);
  const u = new uPlot(...options(row, mode, Math.max(200, area.clientWidth)), area);
  u.root.querySelector("canvas").setAttribute("role", "img");
  u.root.querySelector("canvas").setAttribute("aria-label", row.title + " in mode " + mode.name);
  const chart = { u, box, area, value, row, mode: k, card, ring: element("div", "ring") };
  chart.ring.hidden = true;
  u.over.append(chart.ring);
  const point = (e) => { const r = u.over.getBoundingClientRect(); pointAt(chart, e.clientX - r.left, e.clientY - r.top); };
  u.over.addEventListener("pointermove", point);
  u.over.addEventListener("pointerdown", point);
  u.over.addEventListener("pointerleave", (e) => { if (e.pointerType === "mouse") leave(); });
  u.over.addEventListener("wheel", (e) => byWheel(u, e), { passive: false });
  clock.charts.push(chart);
}

// fit gives every chart the width of its card.
function fit() {
  for (const c of clock.charts) {
    const width = c.area.clientWidth;
    if (width > 0 && width !== c.u.width) c.u.setSize({ width, height: c.u.height });
  }
  tell();
}

function pressed(button, on) { button.setAttribute("aria-pressed", String(on)); }

// addToggle makes a button of what is shown or not.
function addToggle(name, draw, set, key) {
  const button = element("button");
  button.type = "button";
  button.append(draw, name);
  pressed(button, true);
  button.addEventListener("click", () => {
    set.has(key) ? set.delete(key) : set.add(key);
    pressed(button, set.has(key));
    redrawAll();
    tell();
  });
  document.getElementById("legend").append(button);
}

function swatch(cls, load) {
  const ns = "http://www.w3.org/2000/svg", svg = document.createElementNS(ns, "svg"), path = document.createElementNS(ns, "path");
  const shapes = ["M5 .5 9.5 9H.5z", "M5 .8a4.2 4.2 0 1 0 .01 0z", "M1 1h8v8H1z", "M5 0l5 5-5 5-5-5z"];
  svg.setAttribute("viewBox", "0 0 10 10");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", shapes[load % 4]);
  path.setAttribute("class", cls);
  if (!cls) path.setAttribute("fill", "currentColor");
  svg.append(path);
  return svg;
}

// addAlso explains a colour that is no request's.
function addAlso(cls, name, there) {
  if (!there) return;
  const also = element("span", "also");
  also.append(element("span", "patch " + cls), name);
  document.getElementById("legend").append(also);
}

function legend() {
  const seen = new Set(data.outcomes.map((o) => o.class));
  for (const m of data.modes) m.cells.forEach((list, cls) => { if (list.length) seen.add(cls); });
  data.loads.forEach((load, i) => addToggle(data.dense.includes(load) ? load + " (in cells)" : load, swatch("", data.dense.includes(load) ? 2 : i), shown.loads, i));
  data.classes.forEach((name, cls) => { if (seen.has(cls)) addToggle(name, swatch("c" + cls, 1), shown.classes, cls); });
  addAlso("fault", "provider at fault", data.modes.some((m) => m.faults.length));
  addAlso("abandoned", "abandoned by its caller", data.modes.some((m) => m.gauges.some((g) => (g.inner || g.innerMost || []).some((n) => n > 0))));
  if (data.modes.some((m) => m.breakers.length)) {
    for (const [cls, state] of [["c0", "breaker CLOSED"], ["c2", "HALF_OPEN"], ["c5", "OPEN"]]) addAlso(cls, state, true);
  }
  addAlso("down", "service down", data.modes.some((m) => m.restarts.some((r) => r.acted)));
  if (data.omitted) document.getElementById("legend").append(element("span", "also", data.omitted));
  if (data.dense.length) {
    document.getElementById("thinned").textContent = data.dense.join(", ") + ": too many requests for a mark each; they are counted in cells of at least " +
      stretch(data.end / data.across) + ", darker is more answers, and the width of a colour is the share of its outcome (at least a fifth). " +
      "Where counts are dense, the area is the most at once and the line the mean.";
  }
}

function controls() {
  const byData = (id, name, act) => document.querySelectorAll("#" + id + " [data-" + name + "]").forEach((b) => b.addEventListener("click", () => act(b.dataset[name], b)));
  byData("modes", "mode", (k, button) => {
    const card = document.querySelector('.card[data-mode="' + k + '"]');
    card.hidden = !card.hidden;
    pressed(button, !card.hidden);
    fit();
  });
  byData("zoom", "do", (what) => ({ all: showAll, in: () => zoomBy(0.5), out: () => zoomBy(2), left: () => moveBy(-0.25), right: () => moveBy(0.25) })[what]());
  byData("zoom", "phase", (i) => { const p = data.phases[i], edge = (p.until - p.from) * 0.02; showTime(p.from - edge, p.until + edge); });
  document.getElementById("cards").addEventListener("keydown", (e) => {
    if (e.target.id !== "cards" || e.ctrlKey || e.metaKey || e.altKey) return;
    const t = cursor.t === null ? (clock.min + clock.max) / 2 : cursor.t, part = (clock.max - clock.min) / 100;
    const keys = {
      ArrowLeft: () => e.shiftKey ? moveBy(-0.1) : stepTo(t - part), ArrowRight: () => e.shiftKey ? moveBy(0.1) : stepTo(t + part),
      "+": () => zoomBy(0.7, t), "=": () => zoomBy(0.7, t), "-": () => zoomBy(1 / 0.7, t), 0: showAll, Escape: () => { leave(); showAll(); },
    };
    if (!keys[e.key]) return;
    keys[e.key]();
    e.preventDefault();
    requestAnimationFrame(() => requestAnimationFrame(speak));
  });
}

function themes() {
  const root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  const changed = () => { readLook(); redrawAll(); };
  const keep = (theme) => { try { localStorage.setItem("lab-theme", theme); } catch { /* no storage for files */ } };
  try { const kept = localStorage.getItem("lab-theme"); if (kept === "dark" || kept === "light") root.dataset.theme = kept; } catch { /* as above */ }
  document.getElementById("theme").addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; keep(root.dataset.theme); changed(); });
  system.addEventListener("change", changed);
}

document.documentElement.classList.add("js");
themes();
readLook();
legend();
document.querySelectorAll(".card").forEach((card) => rows.forEach((row) => addChart(card, +card.dataset.mode, row)));
controls();
showAll();
tell();
new ResizeObserver(fit).observe(document.getElementById("cards"));
