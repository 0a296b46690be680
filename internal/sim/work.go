package sim

import (
	"time"

	"checkoutlab/provider/fault"
)

// target is whom a call asks: a provider, or another service.
type target interface {
	// begin takes a request's call in and makes it a work, or replies at once.
	begin(q *request)
	// leave hears that nobody waits for the work any more.
	leave(k *work)
}

// work is one call at its target. It may outlive the call that asked for it.
type work struct {
	index    int32
	life     uint32 // counts the lives of this piece of memory
	at       target
	request  *request       // whose call it is
	owner    *dependency    // of the call
	left     bool           // nobody waits for it any more
	told     bool           // and the target has heard of that
	decision fault.Decision // of a provider
	inner    *request       // at a service
}

func (w *world) newWork(at target, q *request) *work {
	var k *work
	if n := len(w.freeWork); n > 0 {
		k = w.freeWork[n-1]
		w.freeWork = w.freeWork[:n-1]
	} else {
		k = &work{index: int32(len(w.works))}
		w.works = append(w.works, k)
	}
	k.at, k.request, k.owner = at, q, q.dep
	q.work = k
	return k
}

// reply is what a work ends with.
type reply struct {
	status     int
	retryAfter time.Duration
	fault      string
}

// leave is a call going away before it was answered. A call whose slot is held until
// the work is done is not taken back, and so the target does not hear of it.
func (w *world) leave(q *request) {
	k := q.work
	q.work = nil
	q.ghosts++
	k.left = true
	if !k.owner.holds {
		k.tell()
	}
}

func (k *work) tell() {
	k.told = true
	k.at.leave(k)
}

// over is the end of a work: an answer, if there is somebody for it.
func (w *world) over(k *work, r reply) {
	q, owner, left := k.request, k.owner, k.left
	*k = work{index: k.index, life: k.life + 1}
	w.freeWork = append(w.freeWork, k)
	if !left {
		owner.replied(q, r)
		return
	}
	q.ghosts--
	owner.ended()
	w.settle(q)
}

// inner is a service as another one sees it.
type inner struct {
	service *service
	route   *route
}

func (t inner) begin(q *request) {
	w := t.service.w
	r := w.newRequest()
	r.service, r.route, r.due, r.asked = t.service, t.route, w.now, w.newWork(t, q)
	r.asked.inner = r
	t.service.arrive(r)
}

func (t inner) leave(k *work) { t.service.w.forsake(k.inner) }
