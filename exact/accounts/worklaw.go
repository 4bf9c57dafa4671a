package accounts

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/cmplx"
	"slices"

	"breadboard/chains"
)

// narrow is the least width. Rounding moves the atoms of a law by less.
const narrow = 1e-12

const (
	// spread is the width over the standard deviation σ of N.
	spread = 8
	// fading over σ is from where on the characteristic function of N is below 1e-16.
	fading = 8.6
)

// A Law is the law of L + N, to the rounding of a sum: 1e-12. L is log w - log R of the forward
// runs of an annealing, or of the reverse ones, and N is an independent normal that stays within
// Width with probability 1 - 1e-15. log w takes finitely many values, and its law has jumps, which N makes smooth. So
//
//	Above(b + Width) <= P(L > b) <= Above(b - Width).
//
// Runs of weight 0 are left out.
//
// With V = ŵ of the forward chain, or 1/ŵ of the reverse one, log V + N stays within an interval of length Λ. So its
// density is a Fourier series, whose coefficients are the values of the characteristic function at ξ = 2πk/Λ, and the
// integral of the series is exact.
type Law struct {
	Width     float64
	Low, High float64 // L lies between them

	inverse     bool // V is 1/ŵ
	top, period float64
	mass        float64      // the characteristic function at k = 0
	rates       []complex128 // over iξ, from k = 1 on
	atTop       float64
}

const (
	// quicklyPushed bounds the cells that the pushes of a Law visit: two seconds' work.
	quicklyPushed = 1 << 31
	// fewCells is the number of cells below which a push takes no less time.
	fewCells = 40
	// coarsest is a share of the interval in which log w lies. A wider law says next to nothing.
	coarsest = 1. / 12
)

var errTooDeep = fmt.Errorf("%w: the weights of ais span so many nats that no digit is left of their powers",
	ErrTooLarge)

// LawOf returns the law of log w of all forward runs, or of all reverse runs. Its width is a
// share of High - Low, 0.001 say, or as much more as is needed to have it in some seconds. If that
// is more than the coarsest share, the error is ErrTooLarge.
func LawOf(ctx context.Context, a chains.Annealing, reverse bool, share float64) (l Law, err error) {
	l.inverse = reverse
	for _, rise := range rises(a) {
		least, most := math.Inf(1), math.Inf(-1)
		for _, v := range rise {
			if !math.IsInf(v, 0) && !math.IsNaN(v) {
				least, most = min(least, v), max(most, v)
			}
		}
		if least <= most {
			l.Low += least
			l.High += most
		}
	}
	span := l.High - l.Low
	l.Width = max(share*span, narrow)
	each := float64((4 + a.Grid.Moves()) * max(a.Grid.Size(), fewCells))
	visits := powersTo(l.Width, span) * float64(a.T()) * each
	if l.Width *= max(1, visits/quicklyPushed); l.Width > max(share, coarsest)*span+narrow {
		return l, ErrTooLarge
	}
	if first, _ := a.Ends(); reverse && chains.LogSpan(first) >= chains.MaxLogSpan {
		return l, errTooDeep // p_1 has masses below any float, and all reverse runs from there would be left out
	}
	l.top, l.period = l.High+2*l.Width, span+4*l.Width
	if reverse {
		l.top = 2*l.Width - l.Low
	}
	delta := 2 * math.Pi / l.period
	values, err := powers(ctx, a, reverse, delta, int(powersTo(l.Width, l.period)))
	if err != nil {
		return l, err
	}
	l.mass = real(values[0])
	for k, chi := range values[1:] {
		xi := delta * float64(k+1)
		at := xi * l.Sigma()
		l.rates = append(l.rates, chi*complex(math.Exp(-at*at/2), 0)/complex(0, xi))
	}
	l.atTop = l.waves(l.top)
	return l, nil
}

// powersTo is the number of powers that a width takes.
func powersTo(width, period float64) float64 { return fading*spread*period/(2*math.Pi*width) + 1 }

// Sigma is the standard deviation of N.
func (l Law) Sigma() float64 { return l.Width / spread }

// Above is P(L + N > b).
func (l Law) Above(b float64) float64 {
	if l.inverse { // the series is of -L
		return l.mass - l.above(-b)
	}
	return l.above(b)
}

// above is the mass of log V + N above c.
func (l Law) above(c float64) float64 {
	c = min(max(c, l.top-l.period), l.top)
	return min(max((l.mass*(l.top-c)+l.waves(c)-l.atTop)/l.period, 0), 1)
}

// afresh is the number of products after which a power is computed afresh, because every product
// adds a rounding.
const afresh = 128

// waves is the sum of the waves at c, each with its rate.
func (l Law) waves(c float64) (sum float64) {
	delta, by := 2*math.Pi/l.period, complex(0, 0)
	turn := cmplx.Exp(complex(0, -delta*c))
	for k, rate := range l.rates {
		if k%afresh == 0 {
			by = cmplx.Exp(complex(0, -delta*float64(k+1)*c))
		}
		sum += 2 * real(rate*by)
		by *= turn
	}
	return sum
}

// rises yields the levels of an annealing from the second on, each with log p_t - log p_{t-1} by cell: infinite or NaN
// where p_t or p_{t-1} is 0.
func rises(a chains.Annealing) iter.Seq2[*chains.Level, []float64] {
	return func(yield func(*chains.Level, []float64) bool) {
		a, _ := a.Lowered()
		l := a.NewLevel()
		n := a.Grid.Size()
		p := make([]float64, n)
		logp := make([]float64, n)
		rise := make([]float64, n)
		for t := 1; t <= a.T(); t++ {
			for x, v := range logp {
				rise[x] = -v
			}
			a.LevelAt(l, t)
			chains.NormalizeLog(p, logp, l.LogF())
			for x, v := range logp {
				rise[x] += v
			}
			if t > 1 && !yield(l, rise) {
				return
			}
		}
	}
}

// A measure is a complex one: the real and the imaginary parts by cell.
type measure [2][]float64

// mostTogether bounds the cells of the measures that go up together, which are kept side by side.
const mostTogether = 1 << 21

// powers are E[V^iξ; V > 0] at ξ = kη for k < n. By the law of programs E_rev[ŵ^z] = E_fwd[ŵ^(1+z)]. A complex
// measure is pushed for each: it starts as p_1, the weight's step multiplies it by (p_t/p_{t-1})^z, and the kernel
// moves it. All go up together, so that the kernel is aimed once a level.
func powers(ctx context.Context, a chains.Annealing, inverse bool, eta float64, n int) (all []complex128, err error) {
	low, _ := a.Lowered()
	op := chains.On(low.Kernel, low.Grid)
	first, _ := low.Ends()
	start := chains.Normalized(first)
	buf := make([]float64, len(start))
	for len(all) < n {
		measures := make([]measure, min(n-len(all), max(1, mostTogether/len(start))))
		for k := range measures {
			measures[k] = measure{slices.Clone(start), make([]float64, len(start))}
		}
		for l, rise := range rises(a) {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			raise(measures, inverse, eta, len(all), rise)
			if l.T == a.T() {
				break // what the last kernel does is of no weight
			}
			op.Aim(l)
			for k := range measures {
				for part, m := range measures[k] {
					op.Push(buf, m)
					measures[k][part], buf = buf, m
				}
			}
		}
		for _, m := range measures {
			sum := complex(0, 0)
			for x := range m[0] {
				sum += complex(m[0][x], m[1][x])
			}
			if inverse {
				sum = cmplx.Conj(sum)
			}
			all = append(all, sum)
		}
	}
	return all, nil
}

// raise multiplies measures by (p_t/p_{t-1})^z, with z = i(from + k)η, and one more if it is inverse. Where p_t or
// p_{t-1} is 0 they become 0: no forward path of positive weight is there.
func raise(measures []measure, inverse bool, eta float64, from int, rise []float64) {
	turn := make([]complex128, len(rise))
	by := make([]complex128, len(rise))
	for k, m := range measures {
		z := complex(0, eta*float64(from+k))
		if inverse {
			z++
		}
		for x, v := range rise {
			switch {
			case math.IsInf(v, 0) || math.IsNaN(v):
				by[x] = 0
			case k%afresh == 0:
				by[x] = cmplx.Exp(z * complex(v, 0))
				turn[x] = cmplx.Exp(complex(0, eta*v))
			default:
				by[x] *= turn[x]
			}
			raised := complex(m[0][x], m[1][x]) * by[x]
			m[0][x], m[1][x] = real(raised), imag(raised)
		}
	}
}
