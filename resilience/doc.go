// Package resilience holds the policies that stand between a caller and a
// dependency: a [Retry] with its [Budget], a circuit [Breaker], a [Bulkhead], a time
// limit, and [Call], one request's way through them.
//
// Everything here is a step function of time. An instant is an argument, now, the
// time since the run began; there is no clock, timer, goroutine, lock or callback.
// What a step wants done is in the value it returns. Chance is an argument too, see
// [NewChain]. So the same code decides in a
// real service (package guard) and in a simulation in virtual time, and a test is a
// table of instants, questions and answers.
//
// A live driver is a loop that waits for real events:
//
//	act := call.Next(clock(), Event{Kind: Began})
//	for {
//		notify(act.Granted) // another call's ticket: its driver is told Permitted
//		switch act.Kind {
//		case Queue:
//			act = call.Next(clock(), await(act.Ticket, act.Limit))  // Permitted, Waited or GaveUp
//		case Attempt:
//			act = call.Next(clock(), perform(act.Limit)) // Replied, TimedOut, GaveUp or Expired
//		case Wait:
//			act = call.Next(clock(), sleep(act.Limit)) // Waited or GaveUp
//		case Finish, Nothing:
//			return act.Err
//		}
//	}
//
// A simulated driver is a function that schedules itself:
//
//	func (s *sim) step(call *Call, ev Event) {
//		act := call.Next(s.now, ev)
//		if t := act.Granted; t != nil {
//			s.step(t.Owner.(*Call), Event{Kind: Permitted})
//		}
//		switch act.Kind {
//		case Queue: // Limit 0 is no limit, and the ticket's grant is another call's step
//			s.after(act.Limit, func() { s.step(call, Event{Kind: Waited, Try: act.Try}) })
//		case Attempt:
//			s.send(call, act.Try) // steps Replied when the reply comes
//			s.after(act.Limit, func() { s.step(call, Event{Kind: TimedOut, Try: act.Try}) })
//		case Wait:
//			s.after(act.Limit, func() { s.step(call, Event{Kind: Waited, Try: act.Try}) })
//		case Finish:
//			s.record(call, act.Err)
//		}
//	}
//
// Timers need not be cancelled: an event that comes too late is answered with
// [Nothing], and one of an earlier attempt too if it says so in its Try.
//
// When an attempt is told TimedOut, GaveUp or Expired its work may go on, be the call's next
// action a Finish or a Wait. A driver tells [Chain.Ended], not the call, when that work
// is really over, which is when a bulkhead that holds until done frees its slot. The
// call may have begun its next attempt by then, or be another request's.
package resilience
