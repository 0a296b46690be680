// One clock for all charts: the stretch of time that they show.
const clock = { min: 0, max: 0, charts: [] };
const whole = { min: -data.end / 90, max: data.end }; // room for what is due at 0
const narrowest = Math.max(data.end / 20000, 0.002);

// showTime sets the stretch for all charts at once, within the run.
function showTime(min, max) {
  const length = Math.min(Math.max(max - min, narrowest), whole.max - whole.min);
  min = Math.min(Math.max(min, whole.min), whole.max - length);
  clock.min = min;
  clock.max = min + length;
  if (clock.asked) return;
  clock.asked = requestAnimationFrame(() => {
    clock.asked = 0;
    for (const c of clock.charts) {
      c.u.setScale("x", { min: clock.min, max: clock.max });
      c.box.dataset.from = clock.min;
      c.box.dataset.until = clock.max;
    }
    tellNow();
  });
}

function showAll() { showTime(whole.min, whole.max); }

// zoomBy makes the stretch so many times as long, around an instant that stays
// where it is.
function zoomBy(factor, around) {
  const at = around === undefined ? (clock.min + clock.max) / 2 : around;
  showTime(at - (at - clock.min) * factor, at + (clock.max - at) * factor);
}

function moveBy(part) {
  const d = (clock.max - clock.min) * part;
  showTime(clock.min + d, clock.max + d);
}

function redrawAll() { for (const c of clock.charts) c.u.redraw(false); }

// timeAxis has labels at round instants.
const roundSteps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
  3600, 7200, 10800, 14400, 21600, 43200, 86400, 172800, 604800, 1209600, 2419200];

function timeAxis(labels) {
  return {
    stroke: () => look.faded, font, size: labels ? 26 : 4, gap: 4, space: 52, incrs: roundSteps,
    grid: { stroke: () => look.hair, width: 1 }, ticks: { stroke: () => look.rule, width: 1, size: 4 },
    values: (u, at, _, __, step) => at.map((t) => labels && t >= 0 ? instant(t, step) : ""),
  };
}

// byWheel zooms with Ctrl (or a pinch) and moves with Shift; the wheel alone
// scrolls the page as ever.
function byWheel(u, e) {
  const sideways = Math.abs(e.deltaX) > Math.abs(e.deltaY);
  if (e.ctrlKey || e.metaKey) {
    zoomBy(Math.pow(1.0025, Math.max(-200, Math.min(200, e.deltaY))), u.posToVal(e.clientX - u.over.getBoundingClientRect().left, "x"));
  } else if (e.shiftKey || sideways) {
    moveBy((sideways ? e.deltaX : e.deltaY) / u.over.clientWidth);
  } else {
    return;
  }
  e.preventDefault();
}
