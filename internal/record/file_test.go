package record_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"checkoutlab/internal/record"
)

func anyEvent() *rapid.Generator[record.Event] {
	text := rapid.OneOf(rapid.Just(""), rapid.SampledFrom([]string{"health", "503", "breaker open", `"`, `\`, "→ €", "\u2028"}), rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return !unicode.IsControl(r) })))
	number := rapid.OneOf(rapid.Just(int64(0)), rapid.Int64(), rapid.Int64Range(-9, 9e9))
	return rapid.Custom(func(t *rapid.T) record.Event {
		span := func(name string) time.Duration { return time.Duration(number.Draw(t, name)) }
		return record.Event{
			At: span("at"), Kind: record.Kind(text.Draw(t, "kind")), Name: text.Draw(t, "name"),
			Seq: number.Draw(t, "seq"), Due: span("due"), Sent: span("sent"),
			Outcome: text.Draw(t, "outcome"), Reason: text.Draw(t, "reason"), Fault: text.Draw(t, "fault"),
			Started: rapid.Bool().Draw(t, "started"), InUse: int(number.Draw(t, "in use")), Waiting: int(number.Draw(t, "waiting")),
			From: text.Draw(t, "from"), To: text.Draw(t, "to"), Took: span("took"),
		}
	})
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := &record.Recording{Header: record.Header{
			SchemaVersion: record.SchemaVersion, Scenario: "s", Executor: "sim", Seed: math.MaxUint64,
			Started: time.Unix(1, 2).UTC(), Partial: true, Modes: []string{"none", "protected"},
		}}
		for _, name := range rec.Header.Modes {
			rec.Modes = append(rec.Modes, record.Mode{Name: name, Events: record.NewLog(rapid.SliceOfN(anyEvent(), 1, 8).Draw(t, name)...)})
		}
		var b bytes.Buffer
		if err := record.Write(&b, rec); err != nil {
			t.Fatal(err)
		}
		back, err := record.Read(&b)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(rec, back) {
			t.Fatalf("wrote %+v\nread  %+v", rec, back)
		}
		if record.Digest(rec) != record.Digest(back) {
			t.Fatal("another digest")
		}
	})
}

// zipped is lines as a file has them.
func zipped(lines string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, lines)
	_ = z.Close()
	return b.Bytes()
}

const header = `{"schema_version":1,"modes":["none"]}` + "\n"

func TestReadRefuses(t *testing.T) {
	good := `{"mode":"none","at":1,"kind":"end"}` + "\n"
	for _, row := range []struct {
		name, lines, want string
		events            int // returned all the same
	}{
		{"nothing", "", "line 1: the file ends too early", -1},
		{"no header", "{]\n", "line 1 is not a header", -1},
		{"another version", `{"schema_version":2}` + "\n", "unknown schema version 2, this version of the lab reads 1", -1},
		{"control codes", `{"schema_version":1,"executor":"\u001b[31mlive","modes":["none"]}` + "\n", `line 1: the header holds a control character: "\x1b[31mlive"`, -1},
		{"half a line", header + good + `{"mode":"none","at`, "line 3: the file ends too early", 1},
		{"no JSON", header + good + good + "none\n", "line 4: invalid character", 2},
		{"a field of another type", header + `{"mode":"none","at":"1"}` + "\n", "line 2: json: cannot unmarshal string", 0},
		{"a number too large", header + `{"mode":"none","at":99999999999999999999}` + "\n", "line 2: json: cannot unmarshal number", 0},
		{"a control code in an event", header + good + `{"mode":"none","at":1,"kind":"request","outcome":"\u001b[31m200"}` + "\n", `line 3: holds a control character: "\x1b[31m200"`, 1},
		{"one in a mode's name", header + `{"mode":"none\n","at":1}` + "\n", `line 2: holds a control character: "none\n"`, 0},
		{"one without an escape", header + `{"mode":"none","at":1,"reason":"` + "\x7f" + `"}` + "\n", `line 2: holds a control character: "\x7f"`, 0},
		{"an unknown mode", header + `{"mode":"other","at":1}` + "\n", `line 2: mode "other" is not in the header`, 0},
		{"a long line", header + good + strings.Repeat("x", record.MaxLine+1) + "\n", "line 3: longer than 65536 bytes", 1},
	} {
		rec, err := record.Read(bytes.NewReader(zipped(row.lines)))
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %s", row.name, err, row.want)
		}
		if got := events(rec); got != row.events {
			t.Errorf("%s: %d events returned, want %d", row.name, got, row.events)
		}
	}
	if _, err := record.Read(strings.NewReader("plain text")); err == nil || !strings.Contains(err.Error(), "not a recording") {
		t.Errorf("got %v", err)
	}
	if _, err := record.Read(bytes.NewReader(zipped(`{"schema_version":2}` + "\n"))); !errors.Is(err, record.ErrSchema) {
		t.Errorf("got %v", err)
	}
}

// events counts what was read; -1 for nothing at all.
func events(rec *record.Recording) int {
	if rec == nil {
		return -1
	}
	n := 0
	for _, m := range rec.Modes {
		n += m.Events.Len()
	}
	return n
}

func TestReadTruncated(t *testing.T) {
	rec := large(5000)
	var b bytes.Buffer
	if err := record.Write(&b, rec); err != nil {
		t.Fatal(err)
	}
	half, err := record.Read(bytes.NewReader(b.Bytes()[:b.Len()/2]))
	if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), "record: line ") {
		t.Errorf("got %v", err)
	}
	if n := events(half); n < 1000 || n >= 5000 {
		t.Errorf("%d of 5000 events returned from half a file", n)
	}
}

// TestReadOtherJSON: a file that somebody has edited is read too.
func TestReadOtherJSON(t *testing.T) {
	rec, err := record.Read(bytes.NewReader(zipped(header + `{ "kind": "stall", "mode": "none", "took": 5, "started": false, "new": [1] }` + "\n")))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Collect(rec.Modes[0].Events.All()), (record.Event{Kind: record.Stall, Took: 5}); len(got) != 1 || got[0] != want {
		t.Errorf("got %+v", got)
	}
}

func TestDigestIsFixed(t *testing.T) {
	const want = "014213a8a4454ef7c416039a3e04144b842e97551a275f1f6d1b935a073102d0"
	rec := large(100)
	d := record.NewDigester("none")
	for e := range rec.Modes[0].Events.All() {
		d.Record(e)
	}
	mode := d.Sum()
	if got := fmt.Sprintf("%x", mode.Sum); got != want {
		t.Errorf("got %s, want %s: the form of the lines has changed", got, want)
	}
	whole := fmt.Sprintf("%x", sha256.Sum256([]byte(want+"  none\n")))
	if got := record.Digest(rec); got != whole {
		t.Errorf("got %s, want %s: modes are joined otherwise", got, whole)
	}
	other := record.ModeDigest{Mode: "protected", Sum: mode.Sum}
	if record.JoinDigests([]record.ModeDigest{mode, other}) == record.JoinDigests([]record.ModeDigest{other, mode}) {
		t.Error("the digest does not tell which mode went how")
	}
}

func TestMemory(t *testing.T) {
	var m record.Memory
	var writers sync.WaitGroup
	for w := range 8 {
		writers.Go(func() {
			for i := range 500 {
				m.Record(record.Event{At: time.Duration(i / 10), Name: fmt.Sprint(w), Seq: int64(i)})
			}
		})
	}
	writers.Wait()
	all := m.Events()
	if len(all) != 4000 {
		t.Fatalf("%d events, want 4000", len(all))
	}
	last := map[string]int64{}
	for i, e := range all {
		if i > 0 && e.At < all[i-1].At {
			t.Fatal("not ordered by At")
		}
		if e.Seq < last[e.Name] {
			t.Fatal("events of one instant have changed places")
		}
		last[e.Name] = e.Seq
	}
	all[0].Name = "changed"
	if m.Events()[0].Name == "changed" {
		t.Error("the events are not a copy")
	}
}

// large is a recording such as a simulated run leaves.
func large(n int) *record.Recording {
	var m record.Memory
	fill(&m, n)
	return &record.Recording{Modes: []record.Mode{{Name: "none", Events: m.Log()}}}
}

func fill(m *record.Memory, n int) {
	for i := range n {
		m.Record(eventOf(i))
	}
}

func eventOf(i int) record.Event {
	at := time.Duration(i) * 1234567
	switch i % 3 {
	case 0:
		return record.Event{At: at, Kind: record.Request, Name: "checkout", Seq: int64(i), Due: at - 1e6, Sent: at - 9e5, Outcome: "503", Reason: record.BreakerOpen}
	case 1:
		return record.Event{At: at, Kind: record.Service, Name: "checkout", InUse: i % 17, Waiting: i % 5}
	default:
		return record.Event{At: at, Kind: record.Provider, Name: "payment", InUse: i % 60, Started: true, Fault: "slow"}
	}
}

func BenchmarkWrite(b *testing.B) {
	rec := large(500_000)
	for b.Loop() {
		if err := record.Write(io.Discard, rec); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	var file bytes.Buffer
	if err := record.Write(&file, large(500_000)); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		if _, err := record.Read(bytes.NewReader(file.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDigest(b *testing.B) {
	rec := large(500_000)
	for b.Loop() {
		record.Digest(rec)
	}
}
