// figure prints milliseconds as the tables of the report do.
function figure(ms) {
  if (ms >= 2 * 3600e3) return (ms / 3600e3).toFixed(1) + " h";
  if (ms >= 600e3) return (ms / 60e3).toFixed(1) + " min";
  if (ms >= 9999.5) return (ms / 1000).toFixed(1) + " s";
  if (ms >= 999.5) return (ms / 1000).toFixed(2) + " s";
  if (ms >= 9.95) return ms.toFixed(0) + " ms";
  return ms.toFixed(1) + " ms";
}

// decade prints a power of ten of milliseconds.
function decade(ms) {
  return ms >= 1000 ? +(ms / 1000).toPrecision(3) + " s" : +ms.toPrecision(3) + " ms";
}

// instant prints seconds since the start, as finely as a step between two of them
// asks for; in a run of five minutes or more as h:mm:ss.
function instant(t, step) {
  const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
  if (data.end < 300) return t.toFixed(digits) + " s";
  const whole = step < 60 ? +t.toFixed(digits) : 60 * Math.round(t / 60);
  const h = Math.floor(whole / 3600), m = Math.floor(whole % 3600 / 60), s = whole % 60;
  const two = (n) => String(n).padStart(2, "0");
  const seconds = digits > 0 ? s.toFixed(digits).padStart(3 + digits, "0") : two(s);
  if (data.end < 5400) return m + 60 * h + ":" + seconds;
  return h + ":" + two(m) + (step < 60 ? ":" + seconds : "");
}

// stretch prints a length in seconds.
function stretch(s) {
  return s < 90 ? figure(s * 1000) : +(s / 60).toFixed(1) + " min";
}

function outcomeWords(o) {
  return o.reason ? o.name + " " + o.reason : o.name;
}

function element(tag, cls, text) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
}
