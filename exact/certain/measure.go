// Package certain computes J, B, the divergences behind them and log R in big floats, with a proof: each number comes
// as two floats, and lies between them. Tests and commands compare the float64 results of package exact with them. The
// two packages share the definition of an annealing, with the operators over intervals, and no other code; its float64
// parameters are taken as exact real numbers.
//
// Measure (this file) runs both chains (chain.go) along a bridge (bridge.go), and returns enclosures (enclosure.go).
// Package numbers has the intervals.
//
// # The enclosure
//
// A mass is an interval of two big floats. Every operation rounds its lower end down and its upper end up, so that what
// holds of real numbers holds of the intervals. The exponential and the logarithm, which math/big lacks, have a proof
// of their own (Exp and Log of package numbers).
//
// An interval grows by a unit in the last place with every operation, and by far more in a subtraction. So the
// distributions of both chains are sums of products of numbers that are not negative,
//
//	q_t(y)     = sum over x of q_{t-1}(x) T_t(x,y)
//	r_{t-1}(x) = p_t(x) sum over y of T_t(x,y) r_t(y)/p_t(y),
//
// the second by Bayes from the kernel itself, without a reversal, a deviation or Crooks' theorem. The steps of log w
// have both signs. Their cancellation widens the enclosure, and more bits repair it: after T levels an interval is some
// 20 T 2^-bits wide, so that 128 bits leave thirty digits of a mass after a hundred thousand levels.
//
// # What is proved
//
// A kernel is a flow along the edges of a graph (package flows), written once over any number; here that number is an
// interval. So of a kernel the rounding is proved and not the rule, which literal readings of the papers hold. A kernel
// that is a command is refused, because only its float64 probabilities are known.
//
// A bridge is written here once more, from the paper's formula: what keeps the digits of a float64 (a log1p, a
// difference of the ends) is of no use to intervals. So of a bridge the rule is proved too.
package certain

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/numbers"
)

// A Truth holds the numbers of exact.Measure with a proof.
type Truth struct {
	QP, PQ   Enclosure // KL(q || p_T) and KL(p_T || q) of q, the distribution of the samples
	J        Enclosure // their sum
	Fwd, Rev Enclosure // the divergence of forward paths from reverse paths, and the reverse
	B        Enclosure // their sum
	LogR     Enclosure // log Z_T/Z_1
	Bits     uint      // the precision of the last pass
}

// all returns the numbers that a pass must know to 15 digits.
func (t Truth) all() []Enclosure {
	return []Enclosure{t.J, t.B, t.QP, t.PQ, t.Fwd, t.Rev, t.LogR}
}

// sure is the relative error of 15 digits: as many a Truth has, and to as many two precisions agree.
const sure = 1e-15

// firstBits is the precision of the first pass, and mostBits that of the last.
const (
	firstBits = 128
	mostBits  = 4096
)

// Measure returns the truth about an annealing. It doubles the precision until all numbers agree to 15 digits with the
// previous ones, and each enclosure is narrower than that. The enclosures alone are a proof; the agreement is evidence
// that the code keeps its assumptions. Measure calls watch, unless that is nil, now and then with the number of the
// pass, from 0, and the share of it that is done. The error comes from Annealing.Check or ctx, or names the part that
// is known in floats alone.
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
			settled = settled && e.Sure() && last.all()[i].agrees(e)
		}
		if settled {
			return now, nil
		}
		last = now
	}
	return last, fmt.Errorf("%d bits do not give the numbers to 15 digits", mostBits)
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
	fwd, err := newChain(a, bits, 1, tick)
	if err != nil {
		return Truth{}, err
	}
	rev, _ := newChain(a, bits, a.T(), tick)           // of the same annealing, so that there is no other error
	logR := rev.total().Log().Minus(fwd.total().Log()) // but for the bridge's constants
	pT := slices.Clone(rev.mass)
	walks := []func() error{fwd.forward, rev.reverse}
	err = crew.Each(ctx, len(walks), len(walks), func(_ context.Context, i int) error { return walks[i]() })
	if err != nil {
		return Truth{}, err
	}
	t := divergences(fwd.mass, pT)
	t.Bits = bits
	t.Fwd = infinite()
	t.Rev = infinite()
	t.B = infinite()
	if !fwd.minusInf {
		t.Fwd = enclosed(logR.Minus(fwd.logW))
	}
	if !rev.plusInf {
		t.Rev = enclosed(rev.logW.Minus(logR))
	}
	if !fwd.minusInf && !rev.plusInf {
		t.B = enclosed(rev.logW.Minus(fwd.logW))
	}
	t.LogR = enclosed(logR.Plus(logR.Of(fwd.offsets[1]).Minus(logR.Of(fwd.offsets[0]))))
	return t, nil
}

// divergences returns QP, PQ and J as sums over cells, of q log(q/p) - q + p, of p log(p/q) - p + q, and of both
// together, (q - p) log(q/p). No term is negative.
func divergences(q, p []*numbers.Interval) Truth {
	var qpInf, pqInf, unsure bool
	qp := q[0].Of(0)
	pq := q[0].Of(0)
	j := q[0].Of(0)
	for x := range q {
		q, p := q[x], p[x]
		switch inP, inQ := !p.Is(0), q.Lo.Sign() > 0; {
		case inP && inQ:
			log := q.Over(p).Log()
			excess := q.Minus(p)
			j = j.Plus(excess.Times(log).Positive())
			qp = qp.Plus(q.Times(log).Minus(excess).Positive())
			pq = pq.Plus(excess.Minus(p.Times(log)).Positive())
		case inP: // the term of KL(p||q) is infinite if q is 0
			pqInf, unsure = true, unsure || !q.Is(0)
			qp = qp.Plus(p)
		case inQ:
			qpInf = true
			pq = pq.Plus(q)
		default:
			qpInf = qpInf || !q.Is(0)
			unsure = unsure || !q.Is(0)
		}
	}
	sure := func(sum *numbers.Interval, inf bool) Enclosure {
		e := enclosed(sum)
		if inf && unsure {
			e.Lo, e.Hi = new(big.Float), infinite().Hi
		} else if inf {
			return infinite()
		}
		return e
	}
	return Truth{J: sure(j, qpInf || pqInf), QP: sure(qp, qpInf), PQ: sure(pq, pqInf)}
}
