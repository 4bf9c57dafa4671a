package main

import (
	"context"

	"breadboard/experiments"
)

// makeChain makes the target of a space, and says what is doubtful about its files.
func (w *world) makeChain(space experiments.Found) (experiments.Chain, error) {
	chain, err := space.Chain()
	if err == nil {
		w.doubt(chain.Doubts())
	}
	return chain, bad(err)
}

// doubt says on stderr what is doubtful about files.
func (w *world) doubt(doubts []error) {
	for _, err := range doubts {
		w.notify(bad(err).Error())
	}
}

// watched returns the result of a run that reports its progress, and draws a bar.
func watched[R any](w *world, what string, compute func(context.Context, experiments.Progress) (R, error)) (R, error) {
	tell, finish := w.progress(what)
	defer finish()
	return compute(w.ctx, tell)
}
