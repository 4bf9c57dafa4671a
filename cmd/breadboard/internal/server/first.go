package server

import (
	"context"
	"math"
	"time"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// leastFrames and mostFrames bound the number of levels that are shown, and frameNumbers the number of probabilities at
// all of them, as in state/place.js.
const (
	leastFrames, mostFrames = 11, 101
	frameNumbers            = 40_000
)

// mostFirst bounds the time of an answer on the first screen. The page's engine computes what takes longer.
const mostFirst = 5 * time.Second

// First returns the answers on the first screen of a page, each with the body that asks for it, as the page writes it.
// It leaves out an answer that the setting does not have, or that takes longer than mostFirst.
func First(ctx context.Context, q explore.Question) (first []explorer.Answered, err error) {
	measured, err := explore.Measure(ctx, q)
	if err != nil {
		return nil, err
	}
	frames := int(math.Round(frameNumbers / float64(len(measured.P)))) // fewer on a large grid
	add := func(kind string, request answers.Request) {
		limited, cancel := context.WithTimeout(ctx, mostFirst)
		defer cancel()
		if answer, err := answers.Kinds[kind](limited, request); err == nil {
			first = append(first, explorer.Answered{Kind: kind, Body: request, Answer: answer})
		}
	}
	add("measure", answers.Request{Question: q})
	if q.Target == "" { // the page has a painted one from the link
		add("draw", answers.Request{Question: explore.Question{Toy: q.Toy, Seed: q.Seed}})
	}
	add("exact", answers.Request{Question: q})
	add("levels", answers.Request{Question: q, Frames: max(leastFrames, min(mostFrames, frames))})
	add("command", answers.Request{Question: q})
	return first, context.Cause(ctx)
}
