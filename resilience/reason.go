package resilience

import (
	"strconv"
	"time"
)

// rateText prints part of whole in percent, with a decimal only where it says
// something: 50%, 66.7%.
func rateText(part, whole int64) string {
	permille := (part*1000 + whole/2) / whole
	text := strconv.FormatInt(permille/10, 10)
	if tenth := permille % 10; tenth != 0 {
		text += "." + strconv.FormatInt(tenth, 10)
	}
	return text + "%"
}

func rateReason(kind string, part, whole int64) string {
	calls := " calls"
	if whole == 1 {
		calls = " call"
	}
	return kind + " rate " + rateText(part, whole) + " over " + strconv.FormatInt(whole, 10) + calls
}

func countReason(failures int64, w WindowConfig) string {
	text := strconv.FormatInt(failures, 10) + " failures"
	if w.Time > 0 {
		return text + " within " + w.Time.String()
	}
	return text + " in the last " + strconv.Itoa(w.Count) + " calls"
}

func waitReason(wait time.Duration) string {
	return "waited " + strconv.FormatFloat(float64(wait)/float64(time.Millisecond), 'f', -1, 64) + " ms"
}

func passReason(passed, whole int64) string {
	return strconv.FormatInt(passed, 10) + " of " + strconv.FormatInt(whole, 10) + " trial calls passed"
}

// worst names the rate that speaks most against the trials.
func worst(c Counts) string {
	if c.Failures >= c.Slow {
		return rateReason("failure", c.Failures, c.Calls)
	}
	return rateReason("slow-call", c.Slow, c.Calls)
}
