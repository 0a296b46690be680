package series

// Cells counts requests by the place in a picture on which their dots would fall,
// and by their class.
type Cells struct {
	Across, Up int
	Counts     [][Classes]int // row after row, from the bottom
	time       Axis
	latency    Axis
}

func newCells(f Frame) Cells {
	c := Cells{Across: f.Across, Up: f.Up, time: f.Time, latency: f.Latency}
	c.Counts = make([][Classes]int, c.Across*c.Up)
	return c
}

func (c *Cells) add(d Dot) {
	x := int(c.time.Share(d.Due.Seconds()) * float64(c.Across))
	y := int(c.latency.Share(Milliseconds(d.Latency)) * float64(c.Up))
	c.Counts[min(y, c.Up-1)*c.Across+min(x, c.Across-1)][d.Class]++
}

// MostAnswers is the highest count of answers in any cell of any mode.
func MostAnswers(all []Series) int {
	most := 0
	for _, s := range all {
		for _, counts := range s.Cells.Counts {
			most = max(most, counts[Answered])
		}
	}
	return most
}
