package exact

import (
	"context"
	"errors"
	"math"

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
	// missed says that P has mass in a cell that the chain cannot reach, so that
	// KL(p||q) is infinite, however small the mass.
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

// Measure returns J and B. It takes the kernel's word that it leaves p_t invariant; Run
// does not. The error comes from Annealing.Check or ctx.
func Measure(ctx context.Context, a chains.Annealing) (Gap, error) {
	if err := a.Check(); err != nil {
		return Gap{}, err
	}
	a, rise := a.Lowered()
	g, err := measure(a, newProgress(ctx, a, nil))
	g.LogR += rise
	return g, err
}

// measure is Measure of an annealing that was checked and lowered. One pass may end in
// NaN: a product was too large, or the kernel's reversal is no kernel, so that pulling
// gives no law. Two walks, which push measures, may still end in numbers.
func measure(a chains.Annealing, prog *progress) (Gap, error) {
	g := newGap(a) // before a walk takes its memory
	w := newOnePass(a)
	if w == nil {
		return walkedTwice(a, prog)
	}
	if err := g.inOnePass(prog, w); err != nil {
		return Gap{}, err
	}
	up, err := g.finish()
	if errors.Is(err, errNaN) {
		return walkedTwice(a, prog)
	}
	return up, err
}

func newGap(a chains.Annealing) *Gap {
	first, last := ends(a)
	return &Gap{T: a.T(), LogR: chains.LogSum(last) - chains.LogSum(first)}
}

// finish compares the law of the samples with the target.
func (g *Gap) finish() (Gap, error) {
	g.Final = divergence(g.P, g.logp, g.d, g.Q)
	if g.missed {
		g.Final.Reverse = math.Inf(1)
	}
	if math.IsNaN(g.J()) || math.IsNaN(g.B()) {
		return Gap{}, errNaN
	}
	return *g, nil
}

var errNaN = errors.New("J or B is not a number: the kernel gives a probability that is none, " +
	"perhaps between cells without mass; breadboard validate would tell more")

// inOnePass runs both chains in one pass from level 1 to T.
func (g *Gap) inOnePass(prog *progress, w *onePass) error {
	for t := 2; t <= g.T; t++ {
		if err := prog.level(); err != nil {
			return err
		}
		fwd, rev := w.up()
		g.Paths.Forward += fwd
		g.Paths.Reverse += rev
		if t < g.T || !w.a.SkipLast {
			w.push()
		}
	}
	return w.law(prog, g)
}

// walkedTwice runs each chain in a walk of its own.
func walkedTwice(a chains.Annealing, prog *progress) (Gap, error) {
	g := newGap(a)
	err := g.forward(prog, a)
	if err == nil {
		g.Paths.Reverse, err = reverse(prog, a)
	}
	if err != nil {
		return Gap{}, err
	}
	return g.finish()
}

// forward runs the forward chain.
func (g *Gap) forward(prog *progress, a chains.Annealing) error {
	w := newWalk(a, 1, a.Kernel.On(a.Grid))
	for t := 2; t <= g.T; t++ {
		if err := prog.level(); err != nil {
			return err
		}
		g.Paths.Forward += w.step(t)
		if t < g.T || !a.SkipLast {
			w.push()
		}
	}
	return g.take(prog, w)
}

// reverse runs the reverse chain and returns its path divergence. It leaves out the
// reversal of T_T, which would leave p_T as it is.
func reverse(prog *progress, a chains.Annealing) (sum float64, err error) {
	w := newWalk(a, a.T(), a.Kernel.On(a.Grid).Reversal())
	for t := a.T(); t >= 2; t-- {
		if err := prog.level(); err != nil {
			return 0, err
		}
		if t < a.T() {
			w.push()
		}
		sum += w.step(t - 1)
	}
	return sum, nil
}
