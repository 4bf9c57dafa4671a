package accounts

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
)

// A Chance is a probability, and how far it may be off.
type Chance struct{ Value, Off float64 }

// A Gap says how likely an estimate of B is below a number. The estimate is the mean of log w over N reverse runs, less
// the mean over N forward runs.
type Gap struct {
	Shared Chance // all reverse runs start from one draw
	Own    Chance // every reverse run starts from a draw of its own
}

// errNoGaps is the error of programs whose reverse runs from one cell have no law that is known here.
var errNoGaps = fmt.Errorf("%w: the law of log w from one cell is known of ais and programs that draw one cell",
	ErrTooLarge)

// Gaps returns how likely the estimate of B from N runs each way is below a number, for reverse runs from draws of each
// start: a law over the states. It is exact but for Off. It knows AIS and programs that draw their cell at once.
//
// Let φ(u) be the characteristic function of log w forward, and φ_x(u) that in reverse from x. Given x the estimate has
// φ_x(u/N)^N conj(φ(u/N))^N. It is bounded, so that its law can be laid around a circle, where that function is needed
// at multiples of one frequency alone (see circle). By the law of package programs, for every state x,
//
//	φ_x(u) = E_rev[ŵ^iu | x] = E_fwd[ŵ^(1+iu); x] / p(x).
//
// So p(x) must be a mass. A start in a state where it is none, or one below any float, has chances that are NaN.
func Gaps(ctx context.Context, e programs.Estimator, p programs.Problem, starts [][]float64, N int,
	below float64) ([]Gap, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	ends := exact.EndLawsOf(p.Annealing)
	w, err := waysOf(e, p, ends)
	if err != nil {
		return nil, err
	}
	reach := w.high - w.low // the estimate is within this of 0
	all := make([]gapOnCircle, len(starts))
	for i := range all {
		all[i] = gapOnCircle{newCircle(reach), newCircle(reach)}
	}
	eta := all[0].shared.step() / float64(N)
	for from, to := 0, fewFrequencies; ; from, to = to, 2*to {
		err := w.each(ctx, eta, from, to, func(fwd complex128, rev []complex128) {
			for i, start := range starts {
				all[i].add(fwd, rev, start, N)
			}
		})
		if err != nil {
			return nil, err
		}
		gaps := make([]Gap, len(all))
		worst := 0.
		for i, on := range all {
			if !startable(starts[i], ends.P) {
				gaps[i] = Gap{unknown, unknown}
				continue
			}
			gaps[i] = on.below(below)
			worst = max(worst, gaps[i].Shared.Off, gaps[i].Own.Off)
		}
		if worst <= enough || w.cost*float64(2*to) > quicklyPushed || 2*to > mostFrequencies {
			for i := range gaps { // N factors, each with the rounding of a sum
				gaps[i].Shared.Off += 1e-14 * float64(N)
				gaps[i].Own.Off += 1e-14 * float64(N)
			}
			return gaps, nil
		}
	}
}

// unknown is a chance that nobody knows.
var unknown = Chance{math.NaN(), math.NaN()}

// startable reports whether the target has mass wherever a start has.
func startable(start, p []float64) bool {
	for x, mass := range start {
		if mass > 0 && p[x] < rare {
			return false
		}
	}
	return true
}

const (
	// enough is how far a chance may be off: people read no more digits.
	enough = 5e-4
	// fewFrequencies are those of the first look. Every further one takes twice as many.
	fewFrequencies = 1 << 10
	// mostFrequencies ends the looks, as seconds of pushes do.
	mostFrequencies = 1 << 18
)

// gapOnCircle are the laws of both estimates.
type gapOnCircle struct{ shared, own circle }

// add adds the next coefficient of both, from the characteristic functions of log w at one frequency: forward, and in
// reverse from each state. start is the law of the state from which a reverse run starts. With φ = fwd and φ_x = rev
//
//	shared   conj(φ)^N Σ_x start(x) φ_x^N        own   conj(φ)^N (Σ_x start(x) φ_x)^N.
func (g *gapOnCircle) add(fwd complex128, rev []complex128, start []float64, N int) {
	n := complex(float64(N), 0)
	fwd = cmplx.Pow(cmplx.Conj(fwd), n)
	shared := complex(0, 0)
	own := complex(0, 0)
	for x, mass := range start {
		if mass > 0 {
			shared += complex(mass, 0) * cmplx.Pow(rev[x], n)
			own += complex(mass, 0) * rev[x]
		}
	}
	g.shared.add(fwd * shared)
	g.own.add(fwd * cmplx.Pow(own, n))
}

// below is how likely both estimates are below a number.
func (g gapOnCircle) below(b float64) Gap {
	return Gap{g.shared.tails().below(b), g.own.tails().below(b)}
}

// ways are the laws of L = log w - log R in both directions, by their characteristic functions. L lies between low and
// high.
type ways struct {
	low, high float64
	cost      float64 // cells visited for a frequency
	// each yields E[e^iuL] forward and in reverse from each state, at u = kη for from <= k < to.
	each func(ctx context.Context, eta float64, from, to int, yield func(fwd complex128, rev []complex128)) error
}

func waysOf(e programs.Estimator, p programs.Problem, ends exact.EndLaws) (ways, error) {
	switch e := e.(type) {
	case programs.Direct:
		q, logq := e.Law()
		return directWays(ends, q, logq), nil
	case programs.AIS:
		return annealedWays(e.Annealing, ends)
	}
	return ways{}, errNoGaps
}

// directWays are those of a program that draws its cell at once from q. Its log weight is log p - log q both ways.
func directWays(ends exact.EndLaws, q, logq []float64) ways {
	logw := make([]float64, len(q))
	w := ways{low: math.Inf(1), high: math.Inf(-1), cost: float64(len(q))}
	for x := range q {
		logw[x] = chains.LogRatio(ends.LogP[x], logq[x])
		if !math.IsInf(logw[x], 0) {
			w.low = min(w.low, logw[x])
			w.high = max(w.high, logw[x])
		}
	}
	w.each = func(ctx context.Context, eta float64, from, to int, yield func(complex128, []complex128)) error {
		rev := make([]complex128, len(q))
		for k := from; k < to; k++ {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			fwd := complex(0, 0)
			for x, by := range logw {
				rev[x] = 0 // an infinite log weight is left out: the estimate is then not below anything
				if !math.IsInf(by, 0) {
					rev[x] = cmplx.Exp(complex(0, eta*float64(k)*by))
					fwd += complex(q[x], 0) * rev[x]
				}
			}
			yield(fwd, rev)
		}
		return nil
	}
	return w
}

// annealedWays are those of annealing: of powers of ŵ along the forward chain.
func annealedWays(a chains.Annealing, ends exact.EndLaws) (ways, error) {
	if chains.LogSpan(ends.LogP1) >= chains.MaxLogSpan {
		return ways{}, errTooDeep // p_1 has masses below any float, and reverse runs that end there would be left out
	}
	v := newAnnealedWeight(a, false)
	w := ways{low: v.low, high: v.high, cost: 2 * visited(a)}
	w.each = func(ctx context.Context, eta float64, from, to int, yield func(complex128, []complex128)) error {
		for from < to { // few at a time, for the sums of both directions are kept side by side
			n := min(to-from, max(1, mostTogether/a.Grid.Size()))
			first := eta * float64(from)
			fwd, err := powers(ctx, a, complex(0, first), eta, n)
			if err != nil {
				return err
			}
			rev := make([]complex128, a.Grid.Size())
			err = raised(ctx, a, complex(1, first), eta, n, true, func(k int, m measure) {
				for x, p := range ends.P {
					if p >= rare {
						rev[x] = m.at(x) / complex(p, 0)
					}
				}
				yield(fwd[k], rev)
			})
			if err != nil {
				return err
			}
			from += n
		}
		return nil
	}
	return w, nil
}
