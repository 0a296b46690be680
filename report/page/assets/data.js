const data = JSON.parse(document.getElementById("data").textContent);

// added turns distances in microseconds into instants in seconds.
function added(distances) {
  let at = 0;
  return (distances || []).map((d) => (at += d) / 1e6);
}

// lastAt is the index of the last instant that is not after t, -1 if all are.
function lastAt(instants, t) {
  let lo = 0, hi = instants.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (instants[mid] <= t) lo = mid + 1; else hi = mid;
  }
  return lo - 1;
}

for (const m of data.modes) {
  const r = m.requests;
  r.due = added(r.due);
  r.latency = (r.latency || []).map((us) => us / 1000);
  r.length = r.due.length;
  m.byLoad = data.loads.map((_, load) => {
    const of = [];
    for (let i = 0; i < r.length; i++) if (r.load[i] === load) of.push(i);
    return of;
  });
  m.cells = (m.cells || []).map(cellsOf);
  m.counts = countsByCell(m.cells);
  for (const g of m.gauges) g.at = added(g.at);
  for (const list of ["breakers", "faults", "restarts"]) m[list] = m[list] || [];
}
data.dense = data.dense || [];
data.outcomes = data.outcomes || [];
data.phases = data.phases || [];

// cellsOf reads a list of cells: distance and count, one after the other.
function cellsOf(list) {
  const all = [];
  for (let k = 0, i = 0; k < (list || []).length; k += 2) {
    i += list[k];
    all.push([i, list[k + 1]]);
  }
  return all;
}

// countsByCell has for each cell the counts of all classes.
function countsByCell(cells) {
  const counts = new Map();
  cells.forEach((list, cls) => {
    for (const [i, n] of list) {
      if (!counts.has(i)) counts.set(i, new Array(data.classes.length).fill(0));
      counts.get(i)[cls] = n;
    }
  });
  return counts;
}

// cellAt is the index of the cell of an instant and a latency, -1 outside.
function cellAt(t, ms) {
  const [least, most] = data.latency;
  const x = Math.floor(t / data.end * data.across);
  const y = Math.floor(Math.log(ms / least) / Math.log(most / least) * data.up);
  if (x < 0 || x >= data.across || y < 0 || y >= data.up) return -1;
  return y * data.across + x;
}

// What the page shows at the moment: the same for all charts.
const shown = { classes: new Set(data.classes.keys()), loads: new Set(data.loads.keys()) };
