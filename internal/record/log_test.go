package record_test

import (
	"cmp"
	"encoding/binary"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/record"
)

func TestLogReturnsWhatWasAppended(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := rapid.SliceOf(anyEvent()).Draw(t, "events")
		log := record.NewLog(events...)
		if got := slices.Collect(log.All()); !slices.Equal(got, events) || log.Len() != len(events) {
			t.Fatalf("got  %+v\nwant %+v", got, events)
		}
	})
}

// TestLogKeepsEveryField, also those that Event will have one day.
func TestLogKeepsEveryField(t *testing.T) {
	var want record.Event
	fields := reflect.ValueOf(&want).Elem()
	for i := range fields.NumField() {
		switch f := fields.Field(i); f.Kind() {
		case reflect.String:
			f.SetString(strconv.Itoa(i))
		case reflect.Bool:
			f.SetBool(true)
		default:
			f.SetInt(int64(i) + 1)
		}
	}
	log := record.NewLog(want)
	if got := slices.Collect(log.All()); got[0] != want {
		t.Errorf("got %+v, want %+v", got[0], want)
	}
}

// FuzzLog makes events of raw numbers, so that the coder sees every length of
// them and every pairing of zero and not.
func FuzzLog(f *testing.F) {
	f.Add([]byte("a few bytes of nothing in particular, in three dozen and a half or more of them"))
	f.Add(make([]byte, 200))
	f.Fuzz(func(t *testing.T, raw []byte) {
		next := func() int64 {
			if len(raw) == 0 {
				return 0
			}
			var word [8]byte
			n := copy(word[:raw[0]%9], raw[1:])
			raw = raw[1+n:]
			return int64(binary.LittleEndian.Uint64(word[:]))
		}
		var events []record.Event
		for len(raw) > 0 {
			events = append(events, record.Event{
				At: time.Duration(next()), Kind: record.Request, Name: strconv.Itoa(int(next() % 300)), Seq: next(), Due: time.Duration(next()),
				Sent: time.Duration(next()), Started: next()%2 == 1, InUse: int(next()), Waiting: int(next()), Took: time.Duration(next()),
			})
		}
		log := record.NewLog(events...)
		if got := slices.Collect(log.All()); !slices.Equal(got, events) {
			t.Fatalf("got  %+v\nwant %+v", got, events)
		}
	})
}

// TestMemoryOrders compares with a stable sort of what was recorded.
func TestMemoryOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m record.Memory
		var want []record.Event
		for i := range rapid.IntRange(0, 100).Draw(t, "events") {
			e := record.Event{At: time.Duration(rapid.IntRange(-3, 3).Draw(t, "at")), Seq: int64(i), Sent: 5}
			m.Record(e)
			want = append(want, e)
		}
		slices.SortStableFunc(want, func(a, b record.Event) int { return cmp.Compare(a.At, b.At) })
		if got := m.Events(); !slices.Equal(got, want) {
			t.Fatalf("got  %+v\nwant %+v", got, want)
		}
		log := m.Log()
		if n := len(want); n > 0 && log.End() != want[n-1].At {
			t.Fatalf("it ends at %s, want %s", log.End(), want[n-1].At)
		}
	})
}

// TestLogsOfOneMemoryAreApart: a log that was taken while the run goes on is not
// changed by what comes later, on either side.
func TestLogsOfOneMemoryAreApart(t *testing.T) {
	var m record.Memory
	m.Record(record.Event{At: 1, Name: "a"})
	first := m.Log()
	m.Record(record.Event{At: 2, Name: "b"})
	first.Append(&record.Event{At: 3, Name: "c"})
	second := m.Log()
	names := func(l record.Log) (all string) {
		for e := range l.All() {
			all += e.Name
		}
		return all
	}
	if a, b := names(first), names(second); a != "ac" || b != "ab" {
		t.Errorf("got %s and %s, want ac and ab", a, b)
	}
}

// TestMemoryIsCompact bounds what a day of night-traffic takes: 2.2 million
// events in less than 60 MB.
func TestMemoryIsCompact(t *testing.T) {
	before := live()
	var m record.Memory
	const n = 300_000
	fill(&m, n)
	if each := float64(live()-before) / n; each > 60e6/2.2e6 {
		t.Errorf("%.1f bytes an event", each)
	}
	runtime.KeepAlive(&m)
}

// live is how many bytes are in use.
func live() int64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

func BenchmarkRecord(b *testing.B) {
	var m record.Memory
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		m.Record(eventOf(n))
		n++
	}
}

func BenchmarkAll(b *testing.B) {
	var m record.Memory
	fill(&m, 500_000)
	log := m.Log()
	for b.Loop() {
		n := 0
		for range log.All() {
			n++
		}
		if n != log.Len() {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*log.Len()), "ns/event")
}
