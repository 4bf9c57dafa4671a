package exact

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Gap is what BREAD asks: how far the law of the samples is from the target, and
// how far the bound says it is.
type Gap struct {
	T     int
	Q     []float64  // the law of the forward chain's last state
	P     []float64  // p_T
	Final Divergence // of Q from p_T; its sum is J
	Paths Divergence // of forward paths from reverse paths; its sum is B
	LogR  float64    // log Z_T/Z_1

	logp []float64 // log p_T
	d    []float64 // Q - P, to its own last digit
}

// J is the Jeffreys divergence between Q and p_T (BREAD, Eq. 12).
func (g Gap) J() float64 { return g.Final.Jeffreys() }

// B is the expectation of BREAD's bound, E_rev[log w] - E_fwd[log w] (Eq. 21).
func (g Gap) B() float64 { return g.Paths.Jeffreys() }

// FwdLogW is E_fwd[log w], a lower bound of log R (Eq. 7).
func (g Gap) FwdLogW() float64 { return g.LogR - g.Paths.Forward }

// RevLogW is E_rev[log w], an upper bound of log R (Eq. 10).
func (g Gap) RevLogW() float64 { return g.LogR + g.Paths.Reverse }

// Measure returns J and B. It takes the kernel's word that it leaves p_t
// invariant; Run does not. The error is that of Annealing.Check, or ctx's.
func Measure(ctx context.Context, a chains.Annealing) (Gap, error) {
	if err := a.Check(); err != nil {
		return Gap{}, err
	}
	a, rise := a.Lowered()
	g, err := measure(a, newProgress(ctx, a, func(int, int) {}))
	g.raise(rise)
	return g, err
}

// measure is Measure of what was checked and lowered. Where a onePass comes to no
// number, because a product was too large or because what it pulls is no law, walks
// that push measures may.
func measure(a chains.Annealing, prog *progress) (Gap, error) {
	g := newGap(a) // before a walk takes its memory
	w := newOnePass(a)
	if w == nil {
		return walked(a, prog)
	}
	if err := g.up(prog, w); err != nil {
		return Gap{}, err
	}
	up, err := g.finish()
	if errors.Is(err, errNaN) {
		return walked(a, prog)
	}
	return up, err
}

func newGap(a chains.Annealing) *Gap {
	first, last := ends(a)
	return &Gap{T: a.T(), LogR: chains.LogSum(last) - chains.LogSum(first)}
}

// finish compares the laws that walks have left behind them.
func (g *Gap) finish() (Gap, error) {
	g.Final = divergence(g.P, g.logp, g.d, g.Q)
	if math.IsNaN(g.J()) || math.IsNaN(g.B()) {
		return Gap{}, errNaN
	}
	return *g, nil
}

// errNaN is what a kernel's NaN comes to: it has no place in a result.
var errNaN = errors.New("J or B is not a number: the kernel gives a probability that is none, " +
	"perhaps between cells without mass; breadboard validate would tell more")

// up finds what both chains do in one walk from level 1 to T.
func (g *Gap) up(prog *progress, w *onePass) error {
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

// upAndDown finds it in two walks.
func (g *Gap) upAndDown(prog *progress, a chains.Annealing) (err error) {
	if err = g.forward(prog, a); err == nil {
		g.Paths.Reverse, err = reverse(prog, a)
	}
	return err
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
	g.P, g.logp, g.d, g.Q = w.p, w.logp, w.d, w.next
	over := func(v []float64) func(int) float64 { return func(x int) float64 { return v[x] / g.P[x] } }
	switch {
	case w.law != nil:
		g.takeLaw(w)
	case blurred(g.P, over(w.d), over(w.next)):
		n := a.Grid.Size()
		return g.sharpen(prog, a, w.op, over(append([]float64(nil), w.next...)), [3][]float64{make([]float64, n), make([]float64, n)}, false)
	default:
		floats.AddTo(g.Q, g.P, g.d)
	}
	return nil
}

// takeLaw takes the law that the walk carried for Q, and Q - P from it where the walk's
// deviation has been more than P.
func (g *Gap) takeLaw(w *walk) {
	for x, v := range w.law {
		if math.Abs(w.next[x]) > g.P[x] {
			g.d[x] = v - g.P[x]
		}
		g.Q[x] = v
		if w.can[x] > 0 && math.IsInf(g.logp[x], -1) { // any mass here makes KL(q||p) infinite, also one below every float
			g.Q[x] = max(v, math.SmallestNonzeroFloat64)
		}
	}
}

// reverse runs the reverse chain and returns its path divergence. The reversal
// of T_T would find its own p_T, and is left out.
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

// blurred reports whether u = q/p - 1 has lost digits that the divergences need. A pull
// rounds u to a unit of what it was before, and 1 + u to a unit of 1. If half of p is
// left and u is as large as it was, that is a rounding of each cell's share. It is more
// in two sorts of cells: in one with next to nothing left, of which the logarithm
// counts, and in one that had a thousand times more before the last step.
func blurred(p []float64, u, before func(x int) float64) bool {
	kl, lost := 0.0, 0.0
	for x, px := range p {
		if px == 0 {
			continue
		}
		now := u(x)
		left := 1 + now
		if !(left > 0) {
			return true
		}
		off := max(math.Abs(now), math.Abs(before(x)))
		if left < 0.5 {
			off = max(off, 1)
		}
		kl += px * klUp(now)
		lost += px * off * math.Abs(now) / left
	}
	return lost*0x1p-52 > 1e-13*kl
}

// sharpen finds Q by pushing the law itself, and Q - P anew where that has lost more
// digits than a difference costs. before is what u was before the last step.
func (g *Gap) sharpen(prog *progress, a chains.Annealing, op chains.Operator, before func(x int) float64, room [3][]float64, masses bool) error {
	lost := make([]bool, len(g.P))
	for x := range lost {
		lost[x] = math.Abs(before(x)) > 1
	}
	if err := lastLaw(prog, a, op, g.Q, room, masses); err != nil {
		return err
	}
	for x, p := range g.P {
		if lost[x] {
			g.d[x] = g.Q[x] - p
		}
	}
	return nil
}

// lastLaw sets dst to the law of x_T, found by pushing the law itself: q = p + d is
// good to a rounding of p, and this to a rounding of every cell. room is for three
// vectors, of which dst may be one. masses says that the bridge is shallow, so that
// operators may be told of p_t.
func lastLaw(prog *progress, a chains.Annealing, op chains.Operator, dst []float64, room [3][]float64, masses bool) error {
	l, q, next, p := a.NewLevel(), room[0], room[1], room[2]
	a.LevelAt(l, 1)
	normalize(q, next, l.LogF())
	for t := 2; t <= pathEnd(a); t++ {
		if err := prog.level(); err != nil {
			return err
		}
		a.LevelAt(l, t)
		if masses {
			normalize(p, next, l.LogF())
			l.P = p
		}
		op.Aim(l)
		chains.PushLaw(op, next, q)
		q, next = next, q
	}
	copy(dst, q)
	return nil
}
