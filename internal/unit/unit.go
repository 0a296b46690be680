// Package unit holds the quantities a scenario file is written in: shares
// ("50%") and rates ("20/s"). Both are exact: a share is a whole number of
// millionths and a rate a whole number of events in a duration, so that 57 of
// 100 is 57 % and no comparison depends on binary fractions.
package unit

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// Share is a part of a whole in millionths: 1_000_000 is 100 %. It is written
// "50%" or "99.95%".
type Share int64

// Whole is 100 %.
const Whole Share = 1_000_000

// Percent returns p percent as a Share.
func Percent(p int64) Share { return Share(p) * (Whole / 100) }

// ParseShare reads a percentage of 0 to 100 with up to four decimals.
func ParseShare(s string) (Share, error) {
	digits, ok := strings.CutSuffix(strings.TrimSpace(s), "%")
	if !ok {
		return 0, fmt.Errorf("share %q: write a percentage such as 50%%", s)
	}
	r, ok := decimal(strings.TrimSpace(digits))
	if !ok {
		return 0, fmt.Errorf("share %q: write a percentage such as 50%%", s)
	}
	r.Mul(r, big.NewRat(int64(Whole/100), 1))
	if !r.IsInt() {
		return 0, fmt.Errorf("share %q: at most four decimals", s)
	}
	if r.Sign() < 0 || r.Cmp(big.NewRat(int64(Whole), 1)) > 0 {
		return 0, fmt.Errorf("share %q: must lie between 0%% and 100%%", s)
	}
	return Share(r.Num().Int64()), nil
}

// ReachedBy reports whether part of whole is at least the share s; it is exact
// for any counts a run can reach. With whole 0 it reports false: a share of
// nothing does not exist.
func (s Share) ReachedBy(part, whole int64) bool {
	return whole > 0 && part*int64(Whole) >= int64(s)*whole
}

// ExceededBy is ReachedBy with > in place of ≥.
func (s Share) ExceededBy(part, whole int64) bool {
	return whole > 0 && part*int64(Whole) > int64(s)*whole
}

// Float returns the share as a fraction of one.
func (s Share) Float() float64 { return float64(s) / float64(Whole) }

func (s Share) String() string {
	return strconv.FormatFloat(float64(s)/float64(Whole/100), 'f', -1, 64) + "%"
}

// MarshalText writes the share as it is written in a file.
func (s Share) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Share) UnmarshalText(b []byte) (err error) {
	*s, err = ParseShare(string(b))
	return err
}

// Rate is Events in every Per, written "20/s", "240/min" or "4/250ms". The zero
// Rate is no events at all.
type Rate struct {
	Events int64
	Per    time.Duration
}

// PerSecond returns n events a second.
func PerSecond(n int64) Rate { return Rate{n, time.Second} }

var perNames = map[string]time.Duration{
	"ms": time.Millisecond, "s": time.Second, "sec": time.Second,
	"m": time.Minute, "min": time.Minute, "h": time.Hour,
}

// ParseRate reads "N/UNIT" with UNIT one of ms, s, min, h or a duration such
// as 250ms. N may have decimals ("2.5/s"). The result is positive.
func ParseRate(s string) (Rate, error) {
	bad := func(why string) (Rate, error) {
		return Rate{}, fmt.Errorf("rate %q: %s; write it as 20/s, 240/min or 4/250ms", s, why)
	}
	count, unit, ok := strings.Cut(strings.TrimSpace(s), "/")
	if !ok {
		return bad("no unit of time")
	}
	n, ok := decimal(strings.TrimSpace(count))
	if !ok {
		return bad("not a number")
	}
	per, ok := perNames[strings.TrimSpace(unit)]
	if !ok {
		d, err := time.ParseDuration(strings.TrimSpace(unit))
		if err != nil || d <= 0 {
			return bad("unknown unit of time")
		}
		per = d
	}
	if n.Sign() <= 0 {
		return bad("must be above zero")
	}
	events, scaled := n.Num(), new(big.Int).Mul(n.Denom(), big.NewInt(int64(per)))
	if !events.IsInt64() || !scaled.IsInt64() {
		return bad("out of range")
	}
	return Rate{events.Int64(), time.Duration(scaled.Int64())}, nil
}

// Valid reports whether the rate is above zero.
func (r Rate) Valid() bool { return r.Events > 0 && r.Per > 0 }

// At returns the instant of the n-th event, counted from zero, of a steady
// stream whose event 0 is at 0. It is exact to the nanosecond, rounded down,
// and never drifts.
func (r Rate) At(n int64) time.Duration {
	whole := time.Duration(n/r.Events) * r.Per
	hi, lo := bits.Mul64(uint64(n%r.Events), uint64(r.Per))
	rest, _ := bits.Div64(hi, lo, uint64(r.Events)) // n%r.Events < r.Events, so it fits
	return whole + time.Duration(rest)
}

// PerSecond returns the rate in events a second.
func (r Rate) PerSecond() float64 {
	if r.Per == 0 {
		return 0
	}
	return float64(r.Events) / r.Per.Seconds()
}

func (r Rate) String() string {
	for _, u := range []struct {
		name string
		per  time.Duration
	}{{"s", time.Second}, {"min", time.Minute}, {"h", time.Hour}} {
		events := new(big.Int).Mul(big.NewInt(r.Events), big.NewInt(int64(u.per)))
		if n := new(big.Rat).SetFrac(events, big.NewInt(max(1, int64(r.Per)))); n.IsInt() {
			return n.Num().String() + "/" + u.name
		}
	}
	return strconv.FormatInt(r.Events, 10) + "/" + r.Per.String()
}

// MarshalText writes the rate as it is written in a file.
func (r Rate) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (r *Rate) UnmarshalText(b []byte) (err error) {
	*r, err = ParseRate(string(b))
	return err
}

// decimal reads a plain decimal number: no fraction bar, exponent or hex form,
// which big.Rat would take.
func decimal(s string) (*big.Rat, bool) {
	if s == "" || strings.Trim(s, "+-.0123456789") != "" || len(s) > 18 {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}
