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

	// How far these numbers can be off, by rounding: estimates from above. 0 of what is
	// infinite, but for KL(p||q), where a q of 0 may be one below the smallest float;
	// NaN where a kernel turned out not to leave its density invariant.
	FinalErr, PathsErr Divergence
	LogRErr            float64

	logp []float64 // log p_T
	d    []float64 // Q - P, to its own last digit
}

// J is the Jeffreys divergence between Q and p_T (BREAD, Eq. 12).
func (g Gap) J() float64 { return g.Final.Jeffreys() }

// B is the expectation of BREAD's bound, E_rev[log w] - E_fwd[log w] (Eq. 21).
func (g Gap) B() float64 { return g.Paths.Jeffreys() }

// JErr is how far J can be off.
func (g Gap) JErr() float64 { return g.FinalErr.Jeffreys() }

// BErr is how far B can be off.
func (g Gap) BErr() float64 { return g.PathsErr.Jeffreys() }

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
	g, err := measure(a, newPulse(ctx, a, func(int, int) {}))
	g.raise(rise)
	return g, err
}

// measure is Measure of what was checked and lowered. Where a twin comes to no
// number, because a product was too large or because what it pulls is no law, walks
// that push measures may.
func measure(a chains.Annealing, beat *pulse) (Gap, error) {
	g := newGap(a) // before a walk takes its memory
	w := newTwin(a)
	if w == nil {
		return walked(a, beat)
	}
	left, err := g.up(beat, w)
	if err != nil {
		return Gap{}, err
	}
	up, err := g.finish(left)
	if errors.Is(err, errNaN) {
		return walked(a, beat)
	}
	return up, err
}

func newGap(a chains.Annealing) *Gap {
	g := &Gap{T: a.T()}
	g.LogR, g.LogRErr = logR(a)
	return g
}

// finish compares the laws that walks have left behind them, and says how far all
// can be off.
func (g *Gap) finish(left unsure) (Gap, error) {
	g.Final = divergence(g.P, g.logp, g.d, g.Q)
	g.doubt(left)
	if math.IsNaN(g.J()) || math.IsNaN(g.B()) {
		return Gap{}, errNaN
	}
	return *g, nil
}

// errNaN is what a kernel's NaN comes to: it has no place in a result.
var errNaN = errors.New("J or B is not a number: the kernel gives a probability that is none, " +
	"perhaps between cells without mass; breadboard validate would tell more")

// up finds what both chains do in one walk from level 1 to T.
func (g *Gap) up(beat *pulse, w *twin) (unsure, error) {
	for t := 2; t <= g.T; t++ {
		if err := beat.level(); err != nil {
			return unsure{}, err
		}
		fwd, rev := w.up()
		g.Paths.Forward += fwd
		g.Paths.Reverse += rev
		if t < g.T || !w.a.SkipLast {
			w.push()
		}
	}
	err := w.law(beat, g)
	return unsure{w.doubts[0], w.doubts[1], w.again, w.size}, err
}

// upAndDown finds it in two walks.
func (g *Gap) upAndDown(beat *pulse, a chains.Annealing) (left unsure, err error) {
	fwd, err := g.forward(beat, a)
	if err != nil {
		return left, err
	}
	left.fwd, left.size = *fwd.doubt, fwd.size
	if g.Paths.Reverse, left.rev, err = reverse(beat, a); err != nil {
		return left, err
	}
	left.again = fwd.law != nil
	if !left.again && faint(g.P, func(x int) float64 { return g.Q[x] / g.P[x] }) {
		left.again = true
		n := a.Grid.Size()
		room := [3][]float64{make([]float64, n), make([]float64, n)}
		err = lastLaw(beat, a, a.Kernel.On(a.Grid), g.Q, room, false)
	}
	return left, err
}

// forward runs the forward chain.
func (g *Gap) forward(beat *pulse, a chains.Annealing) (*walk, error) {
	w := newWalk(a, 1, a.Kernel.On(a.Grid))
	w.doubt = new(doubt)
	for t := 2; t <= g.T; t++ {
		if err := beat.level(); err != nil {
			return nil, err
		}
		g.Paths.Forward += w.step(t)
		if t < g.T || !a.SkipLast {
			w.push()
		}
	}
	g.P, g.logp, g.d, g.Q = w.p, w.logp, w.d, w.next
	if w.law != nil {
		copy(g.Q, w.law)
		for x, v := range w.can {
			if v > 0 && math.IsInf(g.logp[x], -1) { // any mass here makes KL(q||p) infinite, also one below every float
				g.Q[x] = max(g.Q[x], math.SmallestNonzeroFloat64)
			}
		}
	} else {
		floats.AddTo(g.Q, g.P, g.d)
	}
	return w, nil
}

// reverse runs the reverse chain and returns its path divergence. The reversal
// of T_T would find its own p_T, and is left out.
func reverse(beat *pulse, a chains.Annealing) (sum float64, left doubt, err error) {
	w := newWalk(a, a.T(), a.Kernel.On(a.Grid).Reversal())
	w.doubt = new(doubt)
	for t := a.T(); t >= 2; t-- {
		if err := beat.level(); err != nil {
			return 0, left, err
		}
		if t < a.T() {
			w.push()
		}
		sum += w.step(t - 1)
	}
	return sum, *w.doubt, nil
}

// faint reports whether q has so much less mass than p that p + d, which is good to
// a rounding of p, has lost digits that KL(p || q) needs: where less than half of p
// is left it counts by its logarithm, and what rounding may do to that is a part p/q
// of it. share is q/p.
func faint(p []float64, share func(x int) float64) bool {
	kl, lost := 0.0, 0.0
	for x, px := range p {
		if px == 0 {
			continue
		}
		left := share(x)
		if !(left > 0) {
			return true
		}
		kl += px * klUp(left-1)
		if left < 0.5 {
			lost += px / left
		}
	}
	return lost*0x1p-52 > 1e-13*kl
}

// lastLaw sets dst to the law of x_T, found by pushing the law itself: q = p + d is
// good to a rounding of p, and this to a rounding of every cell. room is for three
// vectors, of which dst may be one. masses says that the bridge is shallow, so that
// operators may be told of p_t.
func lastLaw(beat *pulse, a chains.Annealing, op chains.Operator, dst []float64, room [3][]float64, masses bool) error {
	l, q, next, p := a.NewLevel(), room[0], room[1], room[2]
	a.LevelAt(l, 1)
	normalize(q, next, l.LogF())
	for t := 2; t <= pathEnd(a); t++ {
		if err := beat.level(); err != nil {
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
