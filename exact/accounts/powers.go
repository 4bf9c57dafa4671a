package accounts

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"breadboard/chains"
)

var errTooDeep = fmt.Errorf("%w: the weights of ais span so many nats that no digit is left of their powers",
	ErrTooLarge)

// An annealedWeight is ŵ of AIS under the forward chain, or 1/ŵ under the reverse one.
type annealedWeight struct {
	a         chains.Annealing
	inverse   bool
	low, high float64 // log ŵ of the paths of positive weight is between them
}

// moments are E[V^-z] at z = c + ikη. By the law of programs E_rev[ŵ^z] = E_fwd[ŵ^(1+z)].
func (v annealedWeight) moments(ctx context.Context, c, eta float64, n int) ([]complex128, error) {
	if first, _ := v.a.Ends(); v.inverse && chains.LogSpan(first) >= chains.MaxLogSpan {
		return nil, errTooDeep // p_1 has masses below any float, and all reverse runs from there would be left out
	}
	if v.inverse {
		return powers(ctx, v.a, complex(1+c, 0), eta, n)
	}
	all, err := powers(ctx, v.a, complex(-c, 0), eta, n)
	for k, m := range all {
		all[k] = cmplx.Conj(m)
	}
	return all, err
}

// powers are E_fwd[ŵ^z; ŵ > 0] of an annealing at z = first + ikη for k < n.
func powers(ctx context.Context, a chains.Annealing, first complex128, eta float64, n int) (all []complex128,
	err error) {
	err = raised(ctx, a, first, eta, n, false, func(_ int, m measure) { all = append(all, m.sum()) })
	return all, err
}

// A measure is a complex one: the real and the imaginary parts by cell.
type measure [2][]float64

// sum is the mass of all cells.
func (m measure) sum() (sum complex128) {
	for x := range m[0] {
		sum += m.at(x)
	}
	return sum
}

// at is the mass of a cell.
func (m measure) at(x int) complex128 { return complex(m[0][x], m[1][x]) }

// raised are the measures E_fwd[ŵ^z; x, ŵ > 0] of an annealing at z = first + ikη, in the order of k < n. The cell x is
// the one before the last kernel, or where the run ends. A complex measure is pushed for each z: it starts as p_1, the
// weight's step multiplies it by (p_t/p_{t-1})^z, and the kernel moves it. All go up together, so that the kernel is
// aimed once a level.
func raised(ctx context.Context, a chains.Annealing, first complex128, eta float64, n int, ends bool,
	each func(k int, m measure)) error {
	size := a.Grid.Size()
	visits := float64(n) * visited(a)
	if visits > mostRaised {
		return ErrTooLarge
	}
	a, _ = a.Lowered()
	last := a.T() - 1 // the last level whose kernel is run: that of T runs after the last weight
	if ends {
		last = a.PathEnd()
	}
	l, op := a.NewLevel(), chains.On(a.Kernel, a.Grid)
	p := make([]float64, size)
	logp := make([]float64, size)
	before := make([]float64, size)
	buf := make([]float64, size)
	for done := 0; done < n; {
		first := first + complex(0, eta*float64(done))
		measures := make([]measure, min(n-done, max(1, mostTogether/size)))
		a.LevelAt(l, 1)
		chains.NormalizeLog(p, logp, l.LogF())
		for k := range measures {
			measures[k] = measure{slices.Clone(p), make([]float64, size)}
		}
		for t := 2; t <= a.T(); t++ {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			logp, before = before, logp
			a.LevelAt(l, t)
			chains.NormalizeLog(p, logp, l.LogF())
			raise(measures, first, eta, logp, before)
			if t > last {
				break
			}
			op.Aim(l)
			for k := range measures {
				for part, m := range measures[k] {
					op.Push(buf, m)
					measures[k][part], buf = buf, m
				}
			}
		}
		for k, m := range measures {
			each(done+k, m)
		}
		done += len(measures)
	}
	return nil
}

// visited is about how many cells a measure visits that is pushed through all levels: eight for each state.
func visited(a chains.Annealing) float64 { return float64(a.T()) * float64(8*a.Grid.Size()) }

const (
	// mostRaised bounds the cells that all pushes visit: a few minutes' work.
	mostRaised = 1 << 34
	// mostTogether bounds the cells of the measures that go up together, which are kept side by side.
	mostTogether = 1 << 21
)

// afresh is the number of products after which a power is computed afresh, because every product
// adds a rounding.
const afresh = 128

// raise multiplies measures by (p_t/p_{t-1})^z. Where p_t or p_{t-1} is 0 they become 0: no
// forward path of positive weight is there.
func raise(measures []measure, first complex128, eta float64, logp, before []float64) {
	turn := make([]complex128, len(logp))
	by := make([]complex128, len(logp))
	for k, m := range measures {
		z := first + complex(0, eta*float64(k))
		for x := range logp {
			rise := logp[x] - before[x]
			switch {
			case math.IsInf(rise, 0) || math.IsNaN(rise):
				by[x] = 0
			case k%afresh == 0:
				by[x] = cmplx.Exp(z * complex(rise, 0))
				turn[x] = cmplx.Exp(complex(0, eta*rise))
			default:
				by[x] *= turn[x]
			}
			v := m.at(x) * by[x]
			m[0][x], m[1][x] = real(v), imag(v)
		}
	}
}

func newAnnealedWeight(a chains.Annealing, inverse bool) annealedWeight {
	v := annealedWeight{a: a, inverse: inverse}
	a, _ = a.Lowered()
	n := a.Grid.Size()
	l := a.NewLevel()
	p := make([]float64, n)
	logp := make([]float64, n)
	before := make([]float64, n)
	for t := 1; t <= a.T(); t++ {
		logp, before = before, logp
		a.LevelAt(l, t)
		chains.NormalizeLog(p, logp, l.LogF())
		least, most := math.Inf(1), math.Inf(-1)
		for x := range logp {
			if rise := logp[x] - before[x]; t > 1 && !math.IsInf(rise, 0) && !math.IsNaN(rise) {
				least, most = min(least, rise), max(most, rise)
			}
		}
		if t > 1 && least <= most {
			v.low += least
			v.high += most
		}
	}
	return v
}

// series returns the law of log V + N. It stays within an interval of length Λ. So its density
// is a Fourier series, whose coefficients are the values of the characteristic function at
// 2πk/Λ, and the integral of the series is exact.
func (v annealedWeight) series(ctx context.Context, width float64) (s series, err error) {
	low, high := v.low, v.high
	if v.inverse {
		low, high = -high, -low
	}
	s = series{top: high + 2*width, period: high - low + 4*width}
	delta := 2 * math.Pi / s.period
	values, err := v.moments(ctx, 0, delta, int(powersTo(width, s.period)))
	if err != nil {
		return s, err
	}
	s.mass = real(values[0])
	for k, chi := range values[1:] { // E[V^-iξ] is the conjugate
		xi := delta * float64(k+1)
		at := xi * width / spread
		s.rates = append(s.rates, cmplx.Conj(chi)*complex(math.Exp(-at*at/2), 0)/complex(0, xi))
	}
	s.atTop = s.waves(s.top)
	return s, nil
}

// powersTo is the number of powers that a width takes.
func powersTo(width, period float64) float64 { return fading*spread*period/(2*math.Pi*width) + 1 }

// A series is the characteristic function at ξ = 2πk/Λ of a law on an interval of length Λ.
type series struct {
	top, period float64
	mass        float64      // at k = 0
	rates       []complex128 // over iξ, from k = 1 on
	atTop       float64
}

// above is the mass above c.
func (s series) above(c float64) float64 {
	c = min(max(c, s.top-s.period), s.top)
	return min(max((s.mass*(s.top-c)+s.waves(c)-s.atTop)/s.period, 0), 1)
}

// waves is the sum of the waves at c, each with its rate. Exponentials are computed anew as in raise.
func (s series) waves(c float64) (sum float64) {
	delta, by := 2*math.Pi/s.period, complex(0, 0)
	turn := cmplx.Exp(complex(0, -delta*c))
	for k, rate := range s.rates {
		if k%afresh == 0 {
			by = cmplx.Exp(complex(0, -delta*float64(k+1)*c))
		}
		sum += 2 * real(rate*by)
		by *= turn
	}
	return sum
}
