package api

import (
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
	"checkoutlab/scenarios"
)

// gauge records the changes of a pool or a bulkhead.
func gauge(rec record.Recorder, kind record.Kind, name string) func(at time.Duration, inUse, queued int) {
	if rec == nil {
		return nil
	}
	return func(at time.Duration, inUse, queued int) {
		rec.Record(record.Event{At: at, Kind: kind, Name: name, InUse: inUse, Waiting: queued})
	}
}

// observer records what the policies of one dependency do.
func observer(rec record.Recorder, name string) guard.Observer {
	if rec == nil {
		return guard.Observer{}
	}
	return guard.Observer{
		Bulkhead: gauge(rec, record.Bulkhead, name),
		Transition: func(t resilience.Transition) {
			rec.Record(record.Event{At: t.At, Kind: record.Transition, Name: name,
				From: t.From.String(), To: t.To.String(), Reason: t.Reason})
		},
		Retry: func(at time.Duration, try int, wait time.Duration) {
			rec.Record(record.Event{At: at, Kind: record.Retry, Name: name, InUse: try, Took: wait})
		},
		OverBudget: func(at time.Duration, try int) {
			rec.Record(record.Event{At: at, Kind: record.OverBudget, Name: name, InUse: try})
		},
		Refused: func(at time.Duration, err error) {
			rec.Record(record.Event{At: at, Kind: record.Refused, Name: name, Reason: scenarios.AnswerTo(err, 0).Reason})
		},
	}
}
