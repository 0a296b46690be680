// Package resilience holds the policies that stand between a caller and a
// dependency: a circuit [Breaker], a [Bulkhead], a time limit, and [Call], one
// request's way through them.
//
// Everything here is a step function of time. An instant is an argument, now, the
// time since the run began; there is no clock, timer, goroutine, lock or callback.
// What a step wants done is in the value it returns. So the same code decides in a
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
//			act = call.Next(clock(), perform(act.Limit)) // Replied, TimedOut or GaveUp
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
//			s.after(act.Limit, func() { s.step(call, Event{Kind: Waited}) })
//		case Attempt:
//			s.send(call) // steps Replied when the reply comes
//			s.after(act.Limit, func() { s.step(call, Event{Kind: TimedOut}) })
//		case Finish:
//			s.record(call, act.Err)
//		}
//	}
//
// Timers need not be cancelled: an event that comes too late is answered with
// [Nothing]. After TimedOut or GaveUp the work may go on; a driver tells Ended when
// it is really over, which is when a bulkhead that holds until done frees its slot.
package resilience
