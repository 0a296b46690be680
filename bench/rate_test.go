package bench

import (
	"syscall"
	"testing"
	"time"
)

// processor is the time that the processors have given this process so far. Unlike
// that of the clock it does not count what others on the machine took.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// perSecond reports how many things of a kind were done in a second of the clock and
// in one of a processor, when each turn of the benchmark did so many.
func perSecond(b *testing.B, start time.Duration, each int64, things string) {
	n := float64(each) * float64(b.N)
	b.ReportMetric(n/b.Elapsed().Seconds(), things+"/s")
	b.ReportMetric(n/(processor()-start).Seconds(), things+"/cpu-s")
}
