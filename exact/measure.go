package exact

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// Measure returns J and B. It assumes that the kernel leaves p_t invariant; Run checks it. The error comes from
// Annealing.Check or ctx, or says that a log density spans too many nats.
func Measure(ctx context.Context, a chains.Annealing) (Measured, error) {
	if err := a.Check(); err != nil {
		return Measured{}, err
	}
	a, constant := a.WithoutConstants()
	prog := newProgress(ctx, a, nil)
	g, err := measure(prog, a, func() plainRun { return Options{Unchecked: true}.bothChains(prog, a, false) })
	g.LogR += constant
	return g, err
}

// ErrSpan is within the error of an annealing whose masses lie below the exponents of big floats.
var ErrSpan = fmt.Errorf("use a span of at most %.0e nats", numbers.MostNats)

// measure returns J and B of an annealing that was checked and lowered: in one pass over floats, or else by both chains
// over floats, which both runs, and in either case with the faint masses of Q over intervals. One pass may end in NaN,
// because a product was too large or because the kernel's reversal is no kernel. To push both distributions as they are
// may still work.
func measure(prog *progress, a chains.Annealing, both func() plainRun) (g Measured, err error) {
	if w := newOnePass(a); w != nil {
		g = started(a)
		g.inOnePass(prog, w)
		sound := g.sound()
		if sound && g.needsLogs() {
			g.deepen(prog, a)
		}
		if sound || prog.err != nil {
			return g, prog.err
		}
	}
	if err := checkSpan(a); err != nil {
		return g, err
	}
	g = started(a)
	g.setPlain(a, both())
	if floats.HasNaN(g.Q) {
		return g, cmp.Or(prog.err, errNaN)
	}
	if g.needsLogs() || !a.SameCells() {
		g.deepen(prog, a)
	}
	if !g.sound() {
		return g, cmp.Or(prog.err, errNaN)
	}
	return g, prog.err
}

// checkSpan returns an error if an end spans more nats than intervals hold.
func checkSpan(a chains.Annealing) error {
	first, last := a.Ends()
	if span := max(chains.LogSpan(first), chains.LogSpan(last)); span > numbers.MostNats {
		return fmt.Errorf("a log density spans %.3g nats; %w", span, ErrSpan)
	}
	return nil
}

var errNaN = errors.New("J or B is not a number: the kernel gives a probability that is none, perhaps between cells " +
	"without mass; use breadboard validate to find it")
