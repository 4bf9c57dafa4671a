package exact

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Gap answers BREAD's question: how far the law of the samples is from the target
// (J), and how far the bound says it is (B).
type Gap struct {
	T     int
	Q     []float64  // the law of the forward chain's last state
	P     []float64  // p_T
	Final Divergence // between Q and p_T; its sum is J
	Paths Divergence // between forward paths and reverse paths; its sum is B
	LogR  float64    // log Z_T/Z_1

	logp []float64 // log p_T
	d    []float64 // Q - P, to its own last digit
	// off bounds the error of d, and noise is what it comes from. Both are nil unless rounding may be all of J or B.
	off   []float64
	noise *noise
	// missed says that P has mass in a cell that the chain cannot reach. KL(p||q) is then
	// infinite, however small the mass is.
	missed bool
}

// J is the Jeffreys divergence between Q and p_T (BREAD, Eq. 12).
func (g Gap) J() float64 { return g.Final.Jeffreys() }

// B is the expectation of BREAD's bound, E_rev[log w] - E_fwd[log w] (Eq. 21).
func (g Gap) B() float64 { return g.Paths.Jeffreys() }

// FwdLogW is E_fwd[log w], a lower bound of log R (Eq. 7).
func (g Gap) FwdLogW() float64 { return g.LogR - g.Paths.Forward }

// RevLogW is E_rev[log w], an upper bound of log R (Eq. 10).
func (g Gap) RevLogW() float64 { return g.LogR + g.Paths.Reverse }

// Measure returns J and B. It assumes that the kernel leaves p_t invariant; Run checks it.
// The error comes from Annealing.Check or ctx.
func Measure(ctx context.Context, a chains.Annealing) (Gap, error) {
	if err := a.Check(); err != nil {
		return Gap{}, err
	}
	a, rise := a.Lowered()
	g, err := measure(a, newProgress(ctx, a, nil))
	g.LogR += rise
	return g, err
}

// measure is Measure of an annealing that was checked and lowered. One pass may end in NaN,
// because a product was too large or because the kernel's reversal is no kernel, so that
// pulling gives no law. Two walks, which push measures, may still end in numbers.
func measure(a chains.Annealing, prog *progress) (Gap, error) {
	first, last := a.Ends()
	start := Gap{T: a.T(), LogR: chains.LogSum(last) - chains.LogSum(first)} // before a walk takes its memory
	if w := newOnePass(a); w != nil {
		g := start
		err := g.inOnePass(prog, w)
		if err == nil {
			if j, b := g.doubtful(a); j {
				err = g.roundedInOnePass(prog, w, b)
			}
		}
		if !errors.Is(err, errNaN) {
			return g, err
		}
	}
	g := start
	if err := g.inTwoWalks(prog, a, nil); err != nil {
		return g, err
	}
	if j, _ := g.doubtful(a); j {
		return g, g.roundedInWalks(prog, a)
	}
	return g, nil
}

// compare computes the divergences between the law of the samples and the target.
func (g *Gap) compare() error {
	g.Final = divergence(g.P, g.logp, g.d, g.Q)
	if g.missed {
		g.Final.Reverse = math.Inf(1)
	}
	if math.IsNaN(g.J()) || math.IsNaN(g.B()) {
		return errNaN
	}
	if g.noise != nil {
		g.Final = g.Final.doubted(g.noise.bound(g.P, g.logp, g.d, g.Q, g.off))
		g.Paths = g.Paths.doubted(g.Paths.Off)
	}
	return nil
}

var errNaN = errors.New("J or B is not a number: the kernel gives a probability that is none, " +
	"perhaps between cells without mass; breadboard validate would tell more")

// inOnePass runs both chains in one pass from level 1 to T.
func (g *Gap) inOnePass(prog *progress, w *onePass) error {
	end := w.a.PathEnd()
	for t := 2; t <= g.T; t++ {
		if err := prog.level(); err != nil {
			return err
		}
		fwd, rev := w.up()
		g.Paths.Forward += fwd
		g.Paths.Reverse += rev
		if t <= end {
			w.push()
		}
	}
	if err := w.law(prog, g); err != nil {
		return err
	}
	return g.compare()
}

// inTwoWalks runs each chain in a walk of its own. The reverse chain leaves out the
// reversal of T_T, which would leave p_T as it is. Both carry errors if there is a noise.
func (g *Gap) inTwoWalks(prog *progress, a chains.Annealing, e *noise) error {
	op, l := a.Kernel.On(a.Grid), a.NewLevel()
	a.LevelAt(l, 1)
	fwd := newWalk(a, l)
	fwd.carry(e)
	if err := fwd.run(prog, a, op, l, g.T); err != nil {
		return err
	}
	if !a.SkipLast {
		op.Aim(l)
		fwd.push(op)
	}
	if e != nil {
		e.keepSum(&e.paths.Forward, g.T)
		e.keep(fwd.p, fwd.errors)
		g.noise, g.off = e, e.most
	}
	if err := g.take(prog, a, op, fwd); err != nil {
		return err
	}
	back := a.Kernel.On(a.Grid).Reversal()
	a.LevelAt(l, g.T)
	rev := newWalk(a, l)
	rev.carry(e)
	if err := rev.run(prog, a, back, l, 1); err != nil {
		return err
	}
	g.Paths = Divergence{Forward: fwd.sum, Reverse: rev.sum}
	if e != nil {
		e.keepSum(&e.paths.Reverse, g.T)
		g.Paths.Off = e.paths.Jeffreys()
	}
	return g.compare()
}

// Marginal returns Q, P and Final of a chain on an extended space, for the target's own n
// cells (chains.Annealing.Extended). The states of a cell lie side by side and are added up.
// Use the sum of final, which is at most J, to compare kernels. Marginal panics unless n
// divides the number of states.
func (g Gap) Marginal(n int) (q, p []float64, final Divergence) {
	k := len(g.P) / n
	if n*k != len(g.P) {
		panic("exact: a marginal of a number of cells that does not divide that of states")
	}
	q, p = make([]float64, n), make([]float64, n)
	d, logp, off := make([]float64, n), make([]float64, n), make([]float64, n)
	for x := range n {
		part := func(v []float64) []float64 { return v[x*k : (x+1)*k] }
		q[x], p[x], d[x] = floats.Sum(part(g.Q)), floats.Sum(part(g.P)), floats.Sum(part(g.d))
		logp[x] = math.Inf(-1)
		if top := floats.Max(part(g.logp)); !math.IsInf(top, -1) {
			logp[x] = floats.LogSumExp(part(g.logp))
		}
		if g.off != nil {
			off[x] = floats.Sum(part(g.off))
		}
	}
	final = divergence(p, logp, d, q)
	if g.noise != nil {
		final = final.doubted(g.noise.bound(p, logp, d, q, off))
	}
	return q, p, final
}

// WithoutLaws returns the gap without Q and P, so that its memory does not grow with the
// number of cells. It has no Marginal.
func (g Gap) WithoutLaws() Gap {
	g.Q, g.P, g.logp, g.d, g.off, g.noise = nil, nil, nil, nil, nil, nil
	return g
}
