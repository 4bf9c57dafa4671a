// Package certain computes J, B, the divergences behind them and log R in big floats, with
// a proof: each number comes as two floats, and lies between them. Tests and commands
// compare the float64 results of package exact with them. The two share no code but the
// definition of a kernel, which is one function over any number: the proof is of rounding, and not
// of the rule. From chains it takes the betas, the log densities at both ends and the definitions.
// Their parameters are float64 numbers, taken as exact real numbers.
//
// This file comes first, then path.go with ends.go, and operator.go; package numbers has the intervals.
//
// # The enclosure
//
// A mass is an interval of two big floats, its lower end computed rounding down and its
// upper end rounding up, operation by operation. So whatever holds of real numbers holds
// of the intervals. Only the exponential and the logarithm, which math/big lacks, need a
// proof of their own (calculator).
//
// An interval grows by a unit in the last place with every operation, and by far more in
// a subtraction. So the laws of both chains are sums of products of numbers that are not
// negative,
//
//	q_t(y)     = sum over x of q_{t-1}(x) T_t(x,y)
//	r_{t-1}(x) = p_t(x) sum over y of T_t(x,y) r_t(y)/p_t(y),
//
// the second by Bayes from the kernel itself, without a reversal, a deviation or Crooks'
// theorem. The weight's steps under these laws have both signs. Their cancellation widens
// the enclosure, and more bits repair it: after T levels an interval is some 20 T 2^-bits
// wide, so that 128 bits leave thirty digits of a mass after a hundred thousand levels.
//
// # Kernels
//
// A kernel is a flow along the edges of a graph (package flows). It is written once over any number, and here that
// number is an interval. The proof is of rounding, and it loses nothing by that: whether a flow is right is held by
// literal readings of the papers. A kernel that is a program is refused, because only its float64 probabilities are
// known.
//
// # Bridges
//
// A bridge of one's own brings its form over intervals with it, as chains.Proved wants it: a formula of a cell's log
// densities at the two ends. The catalogue's bridges are a switch in path.go, for each needs something else beside
// these: the sums of the ends (QPath), statistics (Moments), an end for each observation, another path (kernels.Pairs).
//
// One method that returns a path would do for all of them, and the switch would go. It stays for two reasons. A
// kernel's definition is one function, in floats and in intervals. A bridge's form over intervals is a second one: what
// keeps the digits of a float64 (a log1p, a difference of the ends) is of no use here, and what is written here is too
// slow there. So a method would bring a proof's code, a third as much as package chains has, to whoever asks for J. And
// since both forms are written apart, from the paper's formula, the proof of a bridge is of the rule too.
package certain

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"sync"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/numbers"
)

// A Truth holds the numbers of exact.Measure with a proof.
type Truth struct {
	Finals             // of the final states
	Fwd, Rev Enclosure // the divergence of forward paths from reverse paths, and the reverse
	B        Enclosure // their sum
	LogR     Enclosure // log Z_T/Z_1
	Bits     uint      // the precision of the last pass
}

// Finals are the divergences of two laws, q of the samples and p_T.
type Finals struct {
	QP, PQ Enclosure // KL(q || p_T) and KL(p_T || q)
	J      Enclosure // their sum
}

// all lists the numbers that a pass must know to sureDigits.
func (t Truth) all() []Enclosure {
	return []Enclosure{t.J, t.B, t.QP, t.PQ, t.Fwd, t.Rev, t.LogR}
}

// sureDigits is the number of digits that a Truth has, and in which two precisions agree.
const sureDigits = 15

// firstBits is the precision of the first pass, and mostBits of the last that is tried.
const (
	firstBits = 128
	mostBits  = 4096
)

// Measure returns the truth about an annealing. It doubles the precision until all numbers
// agree to 15 digits with the previous ones, and each enclosure is narrower than that. The
// enclosures alone are a proof; the agreement is evidence that the code keeps its
// assumptions. It calls watch, if it is not nil, now and then with the number of the pass, from 0, and the
// share of it that is done. The error comes from Annealing.Check or ctx, or names the part
// that cannot be computed in reals.
func Measure(ctx context.Context, a chains.Annealing, watch func(pass int, done float64)) (Truth, error) {
	if err := a.Check(); err != nil {
		return Truth{}, err
	}
	var last Truth
	for pass, bits := 0, uint(firstBits); bits <= mostBits; pass, bits = pass+1, 2*bits {
		now, err := measure(ctx, a, bits, func(done float64) {
			if watch != nil {
				watch(pass, done)
			}
		})
		if err != nil {
			return Truth{}, err
		}
		settled := pass > 0
		for i, e := range now.all() {
			settled = settled && e.Sure(sureDigits) && last.all()[i].agree(e, sureDigits)
		}
		if settled {
			return now, nil
		}
		last = now
	}
	return last, fmt.Errorf("%d bits do not tell the numbers to %d digits", mostBits, sureDigits)
}

// measure makes one pass, with both chains at once.
func measure(ctx context.Context, a chains.Annealing, bits uint, watch func(done float64)) (Truth, error) {
	var mu sync.Mutex
	done, total := 0, 2*(a.T()-1)
	tick := func() error {
		mu.Lock()
		defer mu.Unlock()
		if done++; done%64 == 0 {
			watch(float64(done) / float64(total))
		}
		return context.Cause(ctx)
	}
	fwd, err := newWalk(a, bits, 1, tick)
	if err != nil {
		return Truth{}, err
	}
	rev, _ := newWalk(a, bits, a.T(), tick) // of the same annealing
	logZ1 := fwd.logZ()
	logZT := rev.logZ()
	pT := rev.level.law()
	both := crew.New()
	both.Go(func() error { err = fwd.forward(); return nil })
	var wrong error
	both.Go(func() error { wrong = rev.reverse(); return nil })
	_ = both.Wait()
	if err := cmp.Or(err, wrong); err != nil {
		return Truth{}, err
	}
	t := Truth{Bits: bits, Finals: finals(fwd.calc, fwd.law, pT)}
	// The normalising constants are those of the densities less the bridge's constant, which changes log R alone.
	less := func(x, y *numbers.Interval) *numbers.Interval { return numbers.Zero(bits).Sub(x, y) }
	logR := less(logZT, logZ1)
	mean := fwd.logW.Total()
	back := rev.logW.Total()
	t.Fwd = infinite()
	t.Rev = infinite()
	t.B = infinite()
	if !fwd.below {
		t.Fwd = enclosed(less(logR, mean))
	}
	if !rev.above {
		t.Rev = enclosed(less(back, logR))
	}
	if !fwd.below && !rev.above {
		t.B = enclosed(less(back, mean))
	}
	work := fwd.calc.Work
	first := numbers.Zero(work)
	last := numbers.Zero(work)
	fwd.constant(first, numbers.Zero(work).SetInt(0))
	fwd.constant(last, numbers.Zero(work).SetInt(1))
	t.LogR = enclosed(numbers.Zero(bits).Add(logR, less(last, first)))
	return t, nil
}

// finals sets QP, PQ and J to sums over states, of q log(q/p) - q + p, of p log(p/q) - p + q,
// and of both together, (q - p) log(q/p). No term is negative.
func finals(c *numbers.Calculator, q, p []numbers.Interval) Finals {
	var qpInf, pqInf, unsure bool
	v := numbers.Intervals(c.Bits, 4)
	s := numbers.Sums(c.Bits, 3)
	ratio := &v[0]
	log := &v[1]
	apart := &v[2]
	term := &v[3]
	j := s[0]
	qp := s[1]
	pq := s[2]
	for x := range q {
		q, p := &q[x], &p[x]
		switch inP, inQ := !p.Is(0), q.Lo.Sign() > 0; {
		case inP && inQ:
			ratio.Quo(q, p)
			c.Log(log, ratio)
			apart.Sub(q, p)
			j.Add(term.Mul(apart, log).Positive())
			ratio.Mul(q, log)
			qp.Add(term.Sub(ratio, apart).Positive())
			ratio.Mul(p, log)
			pq.Add(term.Sub(apart, ratio).Positive())
		case inP: // the term of KL(p||q) is infinite if q is 0
			pqInf, unsure = true, unsure || !q.Is(0)
			qp.Add(p)
		case inQ:
			qpInf = true
			pq.Add(q)
		default:
			qpInf = qpInf || !q.Is(0)
			unsure = unsure || !q.Is(0)
		}
	}
	sure := func(s *numbers.Sum, inf bool) Enclosure {
		e := enclosed(s.Total())
		if inf && unsure {
			e.Lo, e.Hi = new(big.Float), infinite().Hi
		} else if inf {
			return infinite()
		}
		return e
	}
	return Finals{J: sure(j, qpInf || pqInf), QP: sure(qp, qpInf), PQ: sure(pq, pqInf)}
}

// A walk stands at a level with a kernel aimed at it, and knows the law of a
// chain's state there.
type walk struct {
	*level
	a     chains.Annealing
	op    *kernel
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
	p, err := newPath(c, a.Bridge, a.Grid.Size())
	if err != nil {
		return nil, err
	}
	n := p.classes
	l := &level{path: p, calc: c, logf: numbers.Intervals(bits, n), f: numbers.Intervals(bits, n),
		inv: numbers.Intervals(bits, n), none: make([]bool, n),
		before: numbers.Intervals(bits, n), gone: make([]bool, n)}
	op, err := newKernel(a, l)
	if err != nil {
		return nil, err
	}
	w := &walk{level: l, a: a, op: op, logW: numbers.NewSum(bits), tick: tick,
		byClass: numbers.Sums(bits, n), rise: numbers.Zero(bits),
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
			w.op.step(w.next, w.law, false)
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
			w.op.step(w.law, w.next, true)
			for x := range w.of {
				w.next[x].Mul(&w.law[x], w.weight(x))
			}
			w.law, w.next = w.next, w.law
		}
		if err := w.step(t-1, true); err != nil || w.above {
			return err
		}
	}
	return nil
}
