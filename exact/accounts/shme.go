package accounts

import (
	"context"

	"breadboard/chains/programs"
)

// sequentialHarmonic makes the account of the sequential harmonic mean estimator, on its path
// from the posterior to the prior. The program's reverse run takes this path with all particles
// free, and its forward run takes it with a kept particle.
func (a *making) sequentialHarmonic(ctx context.Context, p programs.SHME) error {
	// With one particle q may be below any float. With more it is no less than a share of p.
	if !within(a.first, a.P) || p.K == 1 && deep(a.first, a.logFirst) {
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
	return a.assemble(path.Len()*p.K, pair, forward, reverse)
}
