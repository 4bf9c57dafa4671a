package main

import (
	"context"

	"breadboard/experiments"
)

// consentFlags belong to commands that may be asked for what is too large.
type consentFlags struct {
	Yes bool `help:"Go on even if states x levels x eight bytes are more than 2 GiB."`
}

// consent returns bad input if something is too large (experiments.TooLarge), unless --yes is given. All faults are
// in one line.
func (f consentFlags) consent(tooLarge error) error {
	if tooLarge == nil || f.Yes {
		return nil
	}
	return badf("%w; --yes goes on, and fewer states or levels need less", tooLarge)
}

// makeChain makes the target of a space, unless annealings of these numbers of levels are too large there.
func (f consentFlags) makeChain(w *world, space experiments.Found, levels ...int) (experiments.Chain, error) {
	err := f.consent(experiments.TooLarge(space.TargetName(), space.Grid.Size(), levels...))
	if err != nil {
		return experiments.Chain{}, err
	}
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
