package server

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/answers"
)

// sendAnswer sends an answer. It is computed and written out as JSON before the next question has its turn, and sent
// after that: a page that reads slowly holds nobody up.
func (s *server) sendAnswer(w http.ResponseWriter, r *http.Request, quick bool, ask answers.Asking) *answers.Problem {
	line, err := s.compute(r.Context(), quick, ask)
	if err != nil {
		return s.explain(r, err)
	}
	return s.send(w, packedAnswer(w, r, line))
}

// send sends a line. It refuses to if clients that do not read have too many bytes to come already.
func (s *server) send(w http.ResponseWriter, line []byte) *answers.Problem {
	if !s.unread.TryAcquire(int64(len(line))) {
		return answers.Problemf(http.StatusServiceUnavailable,
			"the server has %d MB of answers that nobody reads; the same question a minute later would do",
			mostUnread>>20)
	}
	defer s.unread.Release(int64(len(line)))
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(line) // if the page is gone, nobody reads it
	return nil
}

// compute waits for its turn and asks. The error is an *answers.Problem if the time is over, and a *crew.Panic if the
// question has found a bug. A quick question that turns out to be slow, such as J of a particle filter, begins again
// among the slow ones, so that it holds up no stroke of the brush.
func (s *server) compute(ctx context.Context, quick bool, ask answers.Asking) (line []byte, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.limit, answers.Problemf(http.StatusUnprocessableEntity,
		"the answer takes more than %v; a smaller question, as with fewer levels or cells, would do", s.limit))
	defer cancel()
	if quick {
		err = s.quick.run(ctx, func() (err error) {
			soon, cancel := context.WithTimeoutCause(ctx, s.quick.share(s.stroke), errSlow)
			defer cancel()
			line, err = answers.Try(soon, ask)
			return err
		})
		if err != errSlow {
			return line, err
		}
	}
	err = s.slow.run(ctx, func() (err error) {
		line, err = answers.Try(ctx, ask)
		return err
	})
	return line, err
}

// errSlow is the cause of a question's end that is slower than a stroke of the brush may be.
var errSlow = errors.New("it is not quick")

// explain makes a problem of an error, and reports it if it is a bug.
func (s *server) explain(r *http.Request, err error) *answers.Problem {
	var bug *crew.Panic
	if errors.As(err, &bug) {
		s.Bug(bug)
		return answers.Problemf(http.StatusInternalServerError,
			"the server has found a bug in itself, and says more where it was started; it goes on, and another "+
				"question would do")
	}
	if r.Context().Err() != nil {
		return answers.Problemf(http.StatusServiceUnavailable,
			"the server is being stopped; breadboard explore starts it again")
	}
	return answers.Unanswered(err)
}

// A lane lets so many computations run at once. Others wait for their turn, first come first served.
type lane struct {
	running chan struct{} // has one of each that runs, and room for as many as may
	inside  atomic.Int64  // those that run or wait
	most    int64         // inside
}

// newLane makes a lane for so many computations at once, behind which so many others may wait.
func newLane(atOnce, waiting int) *lane {
	return &lane{running: make(chan struct{}, atOnce), most: int64(atOnce + waiting)}
}

// leastShare is the time that each computation gets, however many wait. A stroke of the brush takes a millisecond or
// two.
const leastShare = 10 * time.Millisecond

// share is the part of so much time that one computation may take for all inside to have their turn in about that
// time: with 50 inside of a lane for 2, a 25th of it.
func (l *lane) share(whole time.Duration) time.Duration {
	atOnce := int64(cap(l.running))
	return max(min(whole, leastShare), whole*time.Duration(atOnce)/time.Duration(max(l.inside.Load(), atOnce)))
}

// run waits for its turn and calls f. It does not call f if ctx ends before, or if too many wait already.
func (l *lane) run(ctx context.Context, f func() error) error {
	defer l.inside.Add(-1)
	if l.inside.Add(1) > l.most {
		return answers.Problemf(http.StatusServiceUnavailable,
			"the server is busy, and %d questions wait for their turn; the same question a second later would do",
			l.most)
	}
	select {
	case l.running <- struct{}{}:
		defer func() { <-l.running }()
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return answers.Problemf(http.StatusServiceUnavailable,
			"the question has waited for its turn until its time was over; the same question later would do")
	}
	return f()
}
