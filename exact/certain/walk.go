package certain

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// A walk stands at a level with a kernel aimed at it, and knows the law of a
// chain's state there.
type walk struct {
	*level
	a     chains.Annealing
	op    operator
	law   []numbers.Interval
	next  []numbers.Interval
	logW  *numbers.Sum // the expectation of the weight's steps so far
	above bool         // it is +Inf: there is mass in a cell where the lower of two levels has none
	below bool         // it is -Inf
	tick  func() error // is called at every level

	byClass []*numbers.Sum // scratch
	rise, v *numbers.Interval
}

func newWalk(a chains.Annealing, bits uint, t int, tick func() error) (*walk, error) {
	c := numbers.NewCalculator(bits)
	l, err := newLevel(c, a.Bridge, a.Grid.Size())
	if err != nil {
		return nil, err
	}
	op, err := newOperator(chains.DefinitionOf(a.Kernel, a.Grid), a.Grid, l)
	if err != nil {
		return nil, err
	}
	w := &walk{level: l, a: a, op: op, logW: numbers.NewSum(bits), tick: tick,
		byClass: numbers.Sums(bits, l.classes), rise: numbers.Zero(bits),
		v: numbers.Zero(bits)}
	w.moveTo(t, a.Schedule.Beta(t))
	w.law = w.level.law()
	w.next = like(w.law)
	return w, nil
}

// step moves to level t and adds the mean of log f there less log f at the previous
// level, or of the opposite.
func (w *walk) step(t int, back bool) error {
	w.moveTo(t, w.a.Schedule.Beta(t))
	for _, s := range w.byClass {
		s.Reset()
	}
	for x, class := range w.of {
		w.byClass[class].Add(&w.law[x])
	}
	for i, s := range w.byClass {
		mass := s.Total()
		switch {
		case mass.Is(0) || w.none[i] && w.gone[i]: // a walker in a cell without mass keeps the weight it has
		case w.none[i] || w.gone[i]:
			if mass.Lo.Sign() <= 0 {
				return fmt.Errorf("at level %d it cannot be decided whether the chain is in a cell without mass", t)
			}
			w.above = w.above || w.none[i] == back
			w.below = w.below || w.none[i] != back
		default:
			from, to := &w.before[i], &w.logf[i]
			if back {
				from, to = to, from
			}
			w.rise.Sub(to, from)
			w.logW.Add(w.v.Mul(mass, w.rise))
		}
	}
	return w.tick()
}

// forward runs the forward chain from level 1 to T. The law is then the law of x_T.
func (w *walk) forward() error {
	for t := 2; t <= w.a.T(); t++ {
		if err := w.step(t, false); err != nil {
			return err
		}
		if t <= w.a.PathEnd() {
			w.op.aim()
			w.op.push(w.next, w.law)
			w.law, w.next = w.next, w.law
		}
	}
	return nil
}

// reverse runs the reverse chain from level T to 1, by Bayes and without a reversal:
// from the law r of the state after T_t the law before it is
//
//	p_t(x) sum over y of T_t(x,y) r(y)/p_t(y),
//
// in which any multiple of p_t will do. It ends if its weight becomes infinite.
func (w *walk) reverse() error {
	for t := w.a.T(); t >= 2; t-- {
		if t <= w.a.PathEnd() {
			w.op.aim()
			for x, class := range w.of {
				w.next[x].Mul(&w.law[x], &w.inv[class])
			}
			w.op.pull(w.law, w.next)
			for x, class := range w.of {
				w.next[x].Mul(&w.law[x], &w.f[class])
			}
			w.law, w.next = w.next, w.law
		}
		if err := w.step(t-1, true); err != nil || w.above {
			return err
		}
	}
	return nil
}
