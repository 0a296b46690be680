// The charts of counts over time.

// valueAt is what a gauge shows at an instant: its value, or the mean and the most
// where it is put together.
function valueAt(g, t) {
  if (g.most) {
    const i = Math.min(g.most.length - 1, Math.floor(t / data.end * g.most.length));
    if (i < 0) return null;
    return { mean: g.mean[i], most: g.most[i], inner: g.innerMost ? g.innerMost[i] : 0 };
  }
  const i = lastAt(g.at, t);
  if (i < 0 || t > g.at[g.at.length - 1]) return null;
  return { value: g.value[i], inner: g.inner ? g.inner[i] : 0 };
}

function gaugeWords(g, v) {
  const of = g.capacity ? " of " + g.capacity : "";
  if (v === undefined) return "max " + g.max + of;
  if (v === null) return "–";
  const inner = v.inner ? ", " + v.inner + " abandoned" : "";
  if (v.most === undefined) return v.value + of + inner;
  return "mean " + v.mean + ", most " + v.most + of + inner;
}

// gaugeLines is the data and the look of a gauge's lines.
function gaugeLines(g) {
  const stepped = uPlot.paths.stepped({ align: 1 });
  const area = (line, fill) => ({ stroke: () => look[line], fill: () => look[fill], width: 1.2, paths: stepped, points: { show: false } });
  if (!g.most) {
    const lines = [area("gauge", "gauge-pale")], values = [g.value || []];
    if (g.inner) { lines.push(area("inner", "inner-pale")); values.push(g.inner); }
    return { data: [g.at, ...values], lines };
  }
  const n = g.most.length;
  const edge = (list) => [...list, list[n - 1]];
  const most = { ...area("gauge-pale", "gauge-pale"), width: 0 };
  const inner = { ...area("inner-pale", "inner-pale"), width: 0 };
  const mean = { stroke: () => look.gauge, width: 1.2, paths: stepped, points: { show: false } };
  const at = Array.from({ length: n + 1 }, (_, i) => i / n * data.end);
  const values = [edge(g.most)], lines = [most];
  if (g.innerMost) { values.push(edge(g.innerMost)); lines.push(inner); }
  return { data: [at, ...values, edge(g.mean)], lines: [...lines, mean] };
}

// limit is a dashed line at a capacity.
function limit(u, g) {
  if (!g.capacity) return;
  inPlot(u, (ctx, b) => {
    const px = devicePixelRatio, y = Math.round(u.valToPos(g.capacity, "y", true)) + 0.5;
    ctx.strokeStyle = look.ink;
    ctx.lineWidth = px;
    ctx.setLineDash([5 * px, 4 * px]);
    ctx.beginPath();
    ctx.moveTo(b.left, y);
    ctx.lineTo(b.left + b.width, y);
    ctx.stroke();
  });
}

// strips draws the states of the breakers, each in a strip of its own.
function strips(u, mode) {
  inPlot(u, (ctx, b) => {
    const px = devicePixelRatio, high = b.height / Math.max(1, mode.breakers.length);
    ctx.font = font.replace("11px", 11 * px + "px");
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    mode.breakers.forEach((br, k) => {
      br.at.forEach((from, i) => {
        const [x, w] = spanOf(u, from, i + 1 < br.at.length ? br.at[i + 1] : br.end);
        const l = Math.max(x, b.left), r = Math.min(x + w, b.left + b.width);
        if (r <= l) return;
        ctx.fillStyle = stateColor(br.state[i]);
        ctx.fillRect(l, b.top + k * high + px, r - l, high - 2 * px);
        if (high < 13 * px || ctx.measureText(br.state[i]).width > r - l - 6 * px) return;
        ctx.fillStyle = "#000";
        ctx.fillText(br.state[i], (l + r) / 2, b.top + (k + 0.5) * high);
      });
    });
    if (mode.breakers.length === 0) {
      ctx.fillStyle = look.faded;
      ctx.fillText("no breaker", b.left + b.width / 2, b.top + b.height / 2);
    }
  });
}

function breakerWords(mode, t) {
  const one = mode.breakers.length === 1;
  return mode.breakers.map((br) => {
    if (t === undefined) return one ? br.name : br.name.split("/").pop();
    const i = t > br.end ? -1 : lastAt(br.at, t);
    return (one ? "" : br.name.split("/").pop() + " ") + (i < 0 ? "–" : br.state[i]);
  }).join(", ");
}
