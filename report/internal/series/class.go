package series

import (
	"maps"
	"slices"
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

// maxCodes is how many status codes stand for the class of all others.
const maxCodes = 3

// ClassNames are the names for a figure of some modes, in which other status codes
// are called by their names where they are few.
func ClassNames(surveys []Survey) [Classes]string {
	names, codes := classNames, map[string]bool{}
	for _, s := range surveys {
		maps.Copy(codes, s.others)
	}
	if n := len(codes); n > 0 && n <= maxCodes {
		names[OtherStatus] = strings.Join(slices.Sorted(maps.Keys(codes)), " or ")
	}
	return names
}

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
