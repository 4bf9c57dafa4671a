package exact

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Forward returns q and J by a kernel that does not keep p_t. The forward chain needs no more of a kernel than its rows.
// All of log w, and all of the reverse chain, is NaN: without invariance E_fwd[w] is not R, no reversal is a kernel, and
// B bounds nothing. progress, unless nil, is called as that of Options is. The error is that of Run.
func Forward(ctx context.Context, a chains.Annealing, progress func(done, total int)) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, constant := a.WithoutConstants()
	if err := checkSpan(a); err != nil {
		return Result{}, err
	}
	g := started(a)
	prog := newProgress(ctx, a, progress)
	prog.total = a.T()
	g.setEnds(a, newChain(a, true).pushed(prog))
	if g.needsLogs() || !a.SameCells() {
		g.logq = pushLogs(prog, a, newChain(a, true).logp, nil, nil)
		g.setFinal()
	}
	if math.IsNaN(g.J()) || floats.HasNaN(g.Q) {
		return Result{}, cmp.Or(prog.err, errNaN)
	}
	g.LogR += constant
	g.Paths = unknown
	res := Only(g)
	for _, why := range []string{disconnected(prog, a), g.whyInfinite(a)} {
		if why != "" {
			res.Warnings = append(res.Warnings, why)
		}
	}
	return res, prog.err
}
