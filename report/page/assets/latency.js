// The chart of the requests: a mark for each, or cells where there are too many.

const shades = 5, least = 0.2; // see the overview

// shadeOf is how dark a cell of answers is, by the logarithm of their count.
function shadeOf(n, most) {
  const level = most < 2 ? shades : 1 + Math.floor(Math.min(1, Math.log(n) / Math.log(most)) * (shades - 0.01));
  return (level + 1) / (shades + 1);
}

// together is how many cells beside each other are drawn as one, so that a part
// of one is wide enough to be seen.
function together(u) {
  const width = u.over.clientWidth * data.end / (u.scales.x.max - u.scales.x.min) / data.across;
  return Math.max(1, Math.ceil(4 / width));
}

// joined adds up the counts of so many cells beside each other.
function joined(mode, n) {
  if (n === 1) return mode.counts;
  if (mode.joined && mode.joined.n === n) return mode.joined.counts;
  const counts = new Map();
  for (const [i, own] of mode.counts) {
    const first = i - i % data.across % n;
    const sum = counts.get(first);
    if (!sum) counts.set(first, own.slice());
    else own.forEach((c, cls) => { sum[cls] += c; });
  }
  mode.joined = { n, counts };
  return counts;
}

// drawCells draws each cell in parts, as wide as the shares of the outcomes in it,
// but none so narrow that it vanishes.
function drawCells(u, mode) {
  if (!data.dense.some((load) => shown.loads.has(data.loads.indexOf(load)))) return;
  const [lo, hi] = data.latency, n = together(u), most = data.most * n;
  const time = (col) => Math.min(col, data.across) / data.across * data.end;
  const edges = Array.from({ length: data.up + 1 }, (_, row) => u.valToPos(lo * Math.pow(hi / lo, row / data.up), "y", true));
  inPlot(u, (ctx) => {
    const over = [];
    for (const [i, counts] of joined(mode, n)) {
      const col = i % data.across, row = Math.floor(i / data.across);
      if (time(col + n) < u.scales.x.min || time(col) > u.scales.x.max) continue;
      let left = u.valToPos(time(col), "x", true);
      const width = u.valToPos(time(col + n), "x", true) - left, top = edges[row + 1], height = edges[row] - top;
      const total = counts.reduce((a, c) => a + c, 0), kinds = counts.filter((c) => c > 0).length;
      const floor = Math.min(least, 1 / kinds);
      counts.forEach((c, cls) => {
        if (c === 0) return;
        const part = width * (floor + (1 - floor * kinds) * c / total);
        if (cls > 0) {
          over.push([cls, left, top, part, height]);
        } else if (shown.classes.has(0)) {
          ctx.globalAlpha = shadeOf(c, most);
          ctx.fillStyle = look.classes[0];
          ctx.fillRect(left, top, part, height);
        }
        left += part;
      });
    }
    // What did not succeed takes whole pixels, however small its share.
    ctx.globalAlpha = 1;
    for (const [cls, x, y, part, height] of over) {
      if (!shown.classes.has(cls)) continue;
      ctx.fillStyle = look.classes[cls];
      ctx.fillRect(Math.round(x), y, Math.max(part, 2 * devicePixelRatio), height);
    }
  });
}

// drawRequests draws the first load, which depends on the least, last, and what
// failed over what did not.
function drawRequests(u, mode) {
  const r = mode.requests, [from, until] = [u.scales.x.min, u.scales.x.max];
  inPlot(u, (ctx) => {
    for (let load = data.loads.length - 1; load >= 0; load--) {
      if (!shown.loads.has(load)) continue;
      for (let cls = 0; cls < data.classes.length; cls++) {
        if (!shown.classes.has(cls)) continue;
        ctx.beginPath();
        for (const i of mode.byLoad[load]) {
          if (data.outcomes[r.outcome[i]].class !== cls || r.due[i] < from || r.due[i] > until) continue;
          glyph(ctx, load, u.valToPos(r.due[i], "x", true), u.valToPos(tall(r.latency[i]), "y", true), 3.2 * devicePixelRatio);
        }
        ctx.fillStyle = look.classes[cls];
        ctx.fill();
      }
    }
  });
}

// tall is a latency as it is drawn: none below the axis.
function tall(ms) {
  return Math.max(ms, data.latency[0]);
}

// glyph adds the mark of a load to a path: triangle, disc, square, diamond, and
// so on again.
function glyph(ctx, load, x, y, r) {
  const corner = (n, turn, size) => {
    for (let i = 0; i < n; i++) {
      const a = turn + 2 * Math.PI * i / n;
      ctx[i ? "lineTo" : "moveTo"](x + size * Math.cos(a), y - size * Math.sin(a));
    }
    ctx.closePath();
  };
  switch (load % 4) {
    case 0: return corner(3, Math.PI / 2, r * 1.4);
    case 1: ctx.moveTo(x + r, y); return ctx.arc(x, y, r, 0, 2 * Math.PI);
    case 2: return corner(4, Math.PI / 4, r * 1.3);
    default: return corner(4, 0, r * 1.4);
  }
}

// nearest is the visible request whose mark is nearest to a point of the plot, in
// CSS pixels; -1 if none is near.
function nearest(u, mode, left, top) {
  const r = mode.requests, reach = 26;
  let best = -1, distance = reach * reach;
  const lo = u.posToVal(left - reach, "x"), hi = u.posToVal(left + reach, "x");
  for (let i = lastAt(r.due, lo) + 1; i < r.length && r.due[i] <= hi; i++) {
    if (!visible(r, i)) continue;
    const dx = u.valToPos(r.due[i], "x") - left, dy = u.valToPos(tall(r.latency[i]), "y") - top;
    if (dx * dx + dy * dy < distance) { distance = dx * dx + dy * dy; best = i; }
  }
  return best;
}

function visible(r, i) {
  return shown.loads.has(r.load[i]) && shown.classes.has(data.outcomes[r.outcome[i]].class);
}

// counterpart is the request of a load that was due nearest to an instant.
function counterpart(mode, load, due) {
  const r = mode.requests, list = mode.byLoad[load];
  let best = -1;
  for (const i of list) {
    if (best < 0 || Math.abs(r.due[i] - due) < Math.abs(r.due[best] - due)) best = i;
  }
  return best;
}

function requestWords(mode, i) {
  const r = mode.requests;
  return data.loads[r.load[i]] + " #" + r.seq[i] + ": " + outcomeWords(data.outcomes[r.outcome[i]]) + ", " + figure(r.latency[i]);
}

function cellWords(u, mode, t, ms) {
  const n = together(u), i = cellAt(t, ms), counts = joined(mode, n).get(i - i % data.across % n);
  if (!counts) return "";
  return counts.map((n, cls) => n ? n + " × " + data.classes[cls] : "").filter(Boolean).join(", ");
}
