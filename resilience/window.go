package resilience

import "time"

// window is a ring of cells with a running total. A time window has a cell for each
// bucket and moves on as time passes; a count window has a cell for each call and
// moves on with every call.
type window struct {
	cells []Counts
	total Counts
	head  int64         // number of the newest cell, ever growing
	at    int           // its place in cells: head modulo their number
	width time.Duration // of a bucket; 0 in a count window
	until time.Duration // end of the newest bucket
}

func newWindow(c WindowConfig) window {
	if c.Time == 0 {
		return window{cells: make([]Counts, c.Count)}
	}
	width := c.Time / time.Duration(c.Buckets)
	return window{cells: make([]Counts, c.Buckets), width: width, until: width}
}

// advance lets the buckets pass that are over by now.
func (w *window) advance(now time.Duration) {
	if w.width == 0 || now < w.until {
		return
	}
	bucket := int64(now / w.width)
	w.roll(bucket - w.head)
	w.until = time.Duration(bucket+1) * w.width
}

// roll moves n cells on and drops what they held.
func (w *window) roll(n int64) {
	w.head += n
	if n >= int64(len(w.cells)) {
		clear(w.cells)
		w.total, w.at = Counts{}, int(w.head%int64(len(w.cells)))
		return
	}
	for range n {
		if w.at++; w.at == len(w.cells) {
			w.at = 0
		}
		w.total.sub(w.cells[w.at])
		w.cells[w.at] = Counts{}
	}
}

// add counts c as of now and returns the number of the cell that holds it.
func (w *window) add(now time.Duration, c Counts) int64 {
	if w.width == 0 {
		w.roll(1)
	} else {
		w.advance(now)
	}
	w.cells[w.at].add(c)
	w.total.add(c)
	return w.head
}

// amend adds to what a cell holds, unless it has left the window.
func (w *window) amend(cell int64, c Counts) {
	if age := w.head - cell; age < int64(len(w.cells)) {
		w.cells[cell%int64(len(w.cells))].add(c)
		w.total.add(c)
	}
}

// empty forgets every call. The numbers of cells go on.
func (w *window) empty() {
	clear(w.cells)
	w.total = Counts{}
}
