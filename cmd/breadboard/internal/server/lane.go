package server

import (
	"context"
	"net/http"
	"runtime"

	"breadboard/cmd/breadboard/internal/answers"
)

// A lane computes as many answers at once as there are cores. Other questions wait for their turn, which bounds the
// memory of all.
type lane struct{ inside, turns chan struct{} } // hold one of each question in the lane, and of each that is computed

// mostWaiting bounds the questions that wait in a lane. It is more than 50 pages ask at once.
const mostWaiting = 256

// newLane returns an empty lane.
func newLane() lane {
	cores := runtime.GOMAXPROCS(0)
	return lane{inside: make(chan struct{}, cores+mostWaiting), turns: make(chan struct{}, cores)}
}

// laneOf returns the lane of a kind of answers. What may take long has a lane of its own, so that a stroke of the brush
// does not wait for it.
func (s *server) laneOf(kind string) lane {
	if kind == "exact" || kind == "levels" || kind == "walk" {
		return s.slow
	}
	return s.quick
}

// enter waits until a question has its turn, which leave ends. The problem says that too many wait already, or that ctx
// has ended first.
func (l lane) enter(ctx context.Context) (leave func(), p *answers.Problem) {
	select {
	case l.inside <- struct{}{}:
	default:
		return func() {}, answers.Problemf(http.StatusServiceUnavailable,
			"%d questions wait for their turn already; ask again in a second", mostWaiting)
	}
	leave = func() { <-l.inside }
	select {
	case l.turns <- struct{}{}:
		leave = func() {
			<-l.turns
			<-l.inside
		}
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		p = answers.Problemf(http.StatusServiceUnavailable,
			"other questions took all the time that this one had; ask again later")
	}
	return leave, p
}
