package exact

import (
	"context"

	"breadboard/chains"
)

// Rounded is Measure that finds the errors of J and of B of any annealing.
func Rounded(ctx context.Context, a chains.Annealing) (Gap, error) {
	a, _ = a.Lowered()
	prog := newProgress(ctx, a, nil)
	g, err := measure(a, prog)
	if err != nil {
		return g, err
	}
	if w := newOnePass(a); w != nil {
		g.noise, g.Paths = nil, Divergence{}
		if err = g.inOnePass(prog, w); err == nil {
			err = g.roundedInOnePass(prog, w, true)
		}
		if err == nil {
			return g, nil
		}
	}
	return g, g.roundedInWalks(prog, a)
}

// PathErrors are the bounds on the errors of both parts of B.
func PathErrors(g Gap) Divergence { return g.noise.paths }
