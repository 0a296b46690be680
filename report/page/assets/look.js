// The colours of the page, for the canvas.
const look = {};

function readLook() {
  const css = getComputedStyle(document.documentElement);
  const of = (name) => css.getPropertyValue("--" + name).trim();
  for (const name of ["sheet", "ink", "faded", "rule", "hair", "shadow", "down", "gauge", "gauge-pale", "inner", "inner-pale"]) {
    look[name] = of(name);
  }
  look.classes = data.classes.map((_, i) => of("c" + i));
}

function stateColor(state) {
  if (state === "OPEN" || state === "FORCED_OPEN") return look.classes[5];
  return state === "HALF_OPEN" ? look.classes[2] : look.classes[0];
}

const font = '11px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif';

// inPlot paints on a chart, clipped to its plot.
function inPlot(u, paint) {
  const { ctx, bbox: b } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(b.left, b.top, b.width, b.height);
  ctx.clip();
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  paint(ctx, b);
  ctx.restore();
}

// spanOf is where a stretch lies on the canvas, at least a pixel wide.
function spanOf(u, from, until) {
  const x = u.valToPos(from, "x", true);
  return [x, Math.max(u.valToPos(until, "x", true) - x, devicePixelRatio)];
}

// Of several services each has the marks of its own restarts in its own charts, and
// those of all are over the requests.
const oneService = new Set(data.panels.map((p) => p.service).filter(Boolean)).size < 2;

function restartsIn(mode, row) {
  if (oneService || row.key === "latency") return mode.restarts;
  return mode.restarts.filter((r) => r.service === row.service);
}

function restartWords(r, row) {
  const words = r.acted ? "restarted" : "would be restarted";
  if (row.key === "latency") return oneService ? words : r.service + " " + words;
  return !oneService && row.key === "busy" ? words : "";
}

// background shades the stretches in which a provider fails, in the charts of
// providers those of its own, and those in which there was no service.
function background(u, mode, row) {
  inPlot(u, (ctx, b) => {
    ctx.fillStyle = look.shadow;
    for (const f of mode.faults) {
      if (row.provider && row.provider !== f.provider) continue;
      const [x, w] = spanOf(u, f.from, f.until);
      ctx.fillRect(x, b.top, w, b.height);
    }
    ctx.fillStyle = look.down;
    for (const r of restartsIn(mode, row)) {
      if (!r.acted) continue;
      const [x, w] = spanOf(u, r.from, r.until);
      ctx.fillRect(x, b.top, w, b.height);
    }
  });
}

// restarts draws a line where a probe called for one.
function restarts(u, mode, row) {
  inPlot(u, (ctx, b) => {
    const px = devicePixelRatio;
    ctx.strokeStyle = ctx.fillStyle = look.ink;
    ctx.lineWidth = 1.5 * px;
    let free = -Infinity;
    for (const r of restartsIn(mode, row)) {
      const x = u.valToPos(r.from, "x", true), words = restartWords(r, row);
      if (x < b.left || x > b.left + b.width) continue;
      ctx.setLineDash(r.acted ? [] : [3 * px, 3 * px]);
      ctx.beginPath();
      ctx.moveTo(x, b.top);
      ctx.lineTo(x, b.top + b.height);
      ctx.stroke();
      if (words) free = label(ctx, words, x, b, free, b.top + b.height / 2);
    }
  });
}

// faultNames writes what fails over the start of its stretch, as far as it is in
// view and does not run into the one before.
function faultNames(u, mode) {
  inPlot(u, (ctx, b) => {
    const px = devicePixelRatio;
    ctx.fillStyle = look.faded;
    let free = -Infinity;
    for (const f of mode.faults) {
      const [x, w] = spanOf(u, f.from, f.until);
      if (x + w < b.left || x > b.left + b.width) continue;
      free = label(ctx, f.name, Math.max(x, b.left), b, free, b.top + 12 * px);
    }
  });
}

function label(ctx, text, x, b, free, y) {
  const px = devicePixelRatio;
  ctx.font = font.replace("11px", 11 * px + "px");
  const width = ctx.measureText(text).width;
  let at = x + 4 * px;
  if (at + width > b.left + b.width) at = x - width - 4 * px;
  if (at < free || at < b.left) return free;
  ctx.save();
  ctx.setLineDash([]);
  ctx.lineJoin = "round";
  ctx.lineWidth = 3 * px;
  ctx.strokeStyle = look.sheet;
  ctx.globalAlpha = 0.8;
  ctx.strokeText(text, at, y);
  ctx.globalAlpha = 1;
  ctx.fillText(text, at, y);
  ctx.restore();
  return at + width + 6 * px;
}
