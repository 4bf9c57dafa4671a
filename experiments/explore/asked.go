package explore

import (
	"context"
	"errors"
)

var errLater = errors.New("not written yet")

// Sample runs so many chains in each direction, and tells the estimates now and then, and at the end.
func Sample(ctx context.Context, q Question, chains int, seed uint64, tell func(Sampled) error) error {
	return errLater
}

// Walk runs single forward chains, and returns where they were at so many levels, evenly from the first to the last.
func Walk(ctx context.Context, q Question, walkers, frames int, seed uint64) (Walkers, error) {
	return Walkers{}, errLater
}

// CodeOf returns the commands and the Go program that give the numbers of a view.
func CodeOf(q Question, view string, beside Beside) (Code, error) { return Code{}, errLater }

// A Beside is what is asked beside the question, as the views choose it.
type Beside struct {
	Frames    int      `json:"frames,omitempty"`
	Betas     int      `json:"betas,omitempty"`
	Schedules []string `json:"schedules,omitempty"`
	Ts        []int    `json:"ts,omitempty"`
	Chains    int      `json:"chains,omitempty"`
	MCSeed    uint64   `json:"mc_seed,omitempty,string"`
	Walkers   int      `json:"walkers,omitempty"`
	View      string   `json:"view,omitempty"`
}
