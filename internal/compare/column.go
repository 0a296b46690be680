package compare

import "checkoutlab/internal/console"

func numbers(head string) console.Column { return console.Column{Head: head, Right: true} }

// says reports whether a cell of a column says something.
func says(c console.Column) bool {
	for _, cell := range c.Cells {
		if cell != "" && cell != dash {
			return true
		}
	}
	return false
}

// withoutEmpty leaves out columns that say nothing.
func withoutEmpty(columns ...console.Column) (kept []console.Column) {
	for _, c := range columns {
		if says(c) {
			kept = append(kept, c)
		}
	}
	return kept
}
