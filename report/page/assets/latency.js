// The chart of the requests: a mark for each, or cells where there are too many.

const shades = 5, least = 0.2; // see the overview

// shadeOf is how dark a cell of answers is, by the logarithm of their count.
function shadeOf(n) {
  const level = data.most < 2 ? shades : 1 + Math.floor(Math.log(n) / Math.log(data.most) * (shades - 0.01));
  return (level + 1) / (shades + 1);
}

// drawCells draws each cell in parts, as wide as the shares of the outcomes in it,
// but none so narrow that it vanishes.
function drawCells(u, mode) {
  if (!data.dense.some((load) => shown.loads.has(data.loads.indexOf(load)))) return;
  const [lo, hi] = data.latency;
  const x = (col) => u.valToPos(col / data.across * data.end, "x", true);
  const y = (row) => u.valToPos(lo * Math.pow(hi / lo, row / data.up), "y", true);
  const edges = Array.from({ length: data.up + 1 }, (_, row) => y(row));
  inPlot(u, (ctx) => {
    for (const [i, counts] of mode.counts) {
      const col = i % data.across, row = Math.floor(i / data.across);
      if ((col + 1) / data.across * data.end < u.scales.x.min || col / data.across * data.end > u.scales.x.max) continue;
      let left = x(col);
      const width = x(col + 1) - left, top = edges[row + 1], height = edges[row] - top;
      const total = counts.reduce((a, n) => a + n, 0), kinds = counts.filter((n) => n > 0).length;
      const floor = Math.min(least, 1 / kinds);
      counts.forEach((n, cls) => {
        if (n === 0) return;
        const part = width * (floor + (1 - floor * kinds) * n / total);
        if (shown.classes.has(cls)) {
          ctx.globalAlpha = cls === 0 ? shadeOf(n) : 1;
          ctx.fillStyle = look.classes[cls];
          ctx.fillRect(left, top, part + 0.3, height + 0.3);
        }
        left += part;
      });
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

function cellWords(mode, t, ms) {
  const counts = mode.counts.get(cellAt(t, ms));
  if (!counts) return "";
  return counts.map((n, cls) => n ? n + " × " + data.classes[cls] : "").filter(Boolean).join(", ");
}
