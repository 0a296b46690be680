package series

import (
	"strings"

	"checkoutlab/internal/record"
)

// Class is a kind of outcome that has a colour of its own. Later ones are drawn
// on top of earlier ones.
type Class int

// The classes.
const (
	Answered Class = iota
	OtherStatus
	Unavailable
	GatewayTimeout
	Transport
	GaveUp
	Classes // how many there are
)

var classNames = [Classes]string{"2xx", "other status", "503", "504", "connection failed", "client timeout"}

func (k Class) String() string { return classNames[k] }

// ClassOf is the class of an outcome.
func ClassOf(outcome string) Class {
	switch {
	case outcome == record.ClientTimeout:
		return GaveUp
	case outcome == "503":
		return Unavailable
	case outcome == "504":
		return GatewayTimeout
	case !record.IsStatus(outcome):
		return Transport
	case strings.HasPrefix(outcome, "2"):
		return Answered
	default:
		return OtherStatus
	}
}
