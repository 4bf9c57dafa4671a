package exact

import (
	"cmp"
	"context"
	"errors"
	"math"

	"breadboard/chains"
)

// Measure returns J and B. It assumes that the kernel leaves p_t invariant; Run checks it. The error comes from
// Annealing.Check or ctx.
func Measure(ctx context.Context, a chains.Annealing) (Measured, error) {
	if err := a.Check(); err != nil {
		return Measured{}, err
	}
	a, rise := a.Lowered()
	g, err := measure(newProgress(ctx, a, nil), a)
	g.LogR += rise
	return g, err
}

// measure is Measure of an annealing that was checked and lowered. One pass may end in NaN,
// because a product was too large or because the kernel's reversal is no kernel, so that
// pulling gives no law. Both laws, pushed as they are, may still end in numbers.
func measure(prog *progress, a chains.Annealing) (g Measured, err error) {
	first, last := a.Ends()
	start := Measured{T: a.T(), LogR: chains.LogSum(last) - chains.LogSum(first)}
	if w := newOnePass(a); w != nil {
		g = start
		sound := g.inOnePass(prog, w)
		if sound && g.lacksLogs(prog) {
			g.deepen(prog, a)
		}
		if sound || prog.err != nil {
			return g, prog.err
		}
	}
	g = start
	g.byLaws(prog, a)
	if g.lacksLogs(prog) || !a.SameCells() {
		g.deepen(prog, a)
	}
	if math.IsNaN(g.J() + g.B()) {
		return g, cmp.Or(prog.err, errNaN)
	}
	return g, prog.err
}

var errNaN = errors.New("J or B is not a number: the kernel gives a probability that is none, perhaps between cells " +
	"without mass; breadboard validate would tell more")
