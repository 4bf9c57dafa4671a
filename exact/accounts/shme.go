package accounts

import (
	"context"

	"breadboard/chains/programs"
)

// sequentialHarmonic is the account of the sequential harmonic mean estimator, on its path from
// the posterior to the prior. The run along that path with all
// particles free is the reverse one, and that with a kept particle the forward one.
func (a *making) sequentialHarmonic(ctx context.Context, p programs.SHME) error {
	if !within(a.first, a.P) {
		return a.enumerate(ctx, p)
	}
	path, _ := p.Path()
	pair, err := a.pair(path, p.K)
	if err != nil {
		return err
	}
	forward, reverse, err := pair.Started(ctx)
	if err != nil {
		return err
	}
	return a.assemble(path.Len(), forward, reverse, pair.Dead())
}
