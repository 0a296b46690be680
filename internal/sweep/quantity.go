package sweep

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"checkoutlab/internal/unit"
)

// quantity is a number with a unit, exact.
type quantity struct {
	amount *big.Rat // nanoseconds of a duration
	unit   string   // "%", "/s" or ""; duration stands for all of its units
}

const duration = "duration"

func parseQuantity(s string) (quantity, error) {
	s = strings.TrimSpace(s)
	if n := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("+-.0123456789", r) }); n >= 0 && s[n] != '%' && s[n] != '/' {
		d, err := time.ParseDuration(s)
		if err != nil {
			return quantity{}, fmt.Errorf("%q is no duration, rate, share or number", s)
		}
		return quantity{big.NewRat(int64(d), 1), duration}, nil
	}
	digits := strings.TrimRight(s, "%")
	digits, per, isRate := strings.Cut(digits, "/")
	q := quantity{unit: s[len(digits):]}
	if isRate {
		q.unit = "/" + strings.TrimSpace(per)
	}
	amount, ok := new(big.Rat).SetString(strings.TrimSpace(digits))
	if !ok || len(digits) > maxDigits || strings.ContainsAny(digits, "/eEpPxX_") {
		return quantity{}, fmt.Errorf("%q is no duration, rate, share or number", s)
	}
	q.amount = amount
	return q, nil
}

// maxDigits bounds the size of exact numbers.
const maxDigits = 18

// maxValues bounds one axis.
const maxValues = 1000

// parseRange reads what stands on the two sides of "..".
func parseRange(loText, rest string) ([]string, error) {
	hiText, stepText, ok := strings.Cut(rest, ":")
	if !ok {
		return nil, fmt.Errorf("the range has no step; write it as lo..hi:step")
	}
	var lo, hi, step quantity
	for _, part := range []struct {
		text string
		into *quantity
	}{{loText, &lo}, {hiText, &hi}, {stepText, &step}} {
		q, err := parseQuantity(part.text)
		if err != nil {
			return nil, err
		}
		*part.into = q
	}
	switch {
	case lo.unit != hi.unit || lo.unit != step.unit:
		return nil, fmt.Errorf("%s, %s and %s have not the same unit", loText, hiText, stepText)
	case step.amount.Sign() <= 0:
		return nil, fmt.Errorf("the step %s must be above zero", stepText)
	case lo.amount.Cmp(hi.amount) > 0:
		return nil, fmt.Errorf("%s is more than %s; write the lower end first", loText, hiText)
	}
	span := new(big.Rat).Sub(hi.amount, lo.amount)
	if limit := new(big.Rat).Mul(step.amount, big.NewRat(maxValues, 1)); span.Cmp(limit) >= 0 {
		return nil, fmt.Errorf("more than %d values; take a larger step", maxValues)
	}
	var values []string
	for at := lo.amount; at.Cmp(hi.amount) <= 0; at = new(big.Rat).Add(at, step.amount) {
		values = append(values, quantity{at, lo.unit}.String())
	}
	return values, nil
}

// String writes a quantity as a scenario has it.
func (q quantity) String() string {
	if q.unit == duration {
		s := time.Duration(q.amount.Num().Int64()).String()
		s = strings.Replace(s, "m0s", "m", 1)
		return strings.Replace(s, "h0m", "h", 1)
	}
	digits, _ := q.amount.FloatPrec() // exact: what was added up is decimal
	return q.amount.FloatString(digits) + q.unit
}

// number is the value of a quantity in its base unit: seconds, events a second,
// a share of one, or as it is.
func number(s string) (float64, bool) {
	q, err := parseQuantity(s)
	if err != nil {
		return 0, false
	}
	amount, _ := q.amount.Float64()
	switch {
	case q.unit == duration:
		return amount / float64(time.Second), true
	case q.unit == "%":
		return amount / 100, true
	case q.unit != "":
		r, err := unit.ParseRate(s)
		return r.PerSecond(), err == nil
	}
	return amount, true
}
