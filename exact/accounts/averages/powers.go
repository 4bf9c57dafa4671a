package averages

import (
	"context"
	"math"
	"math/cmplx"

	"breadboard/chains"
	"breadboard/exact/accounts/laplace"
)

// powers are E_fwd[ŵ^z; ŵ > 0] of an annealing at z = first + ikη for k < n. A complex measure
// is pushed for each z: it starts as p_1, the weight's step multiplies it by (p_t/p_{t-1})^z,
// and the kernel moves it. All go up together, so that the kernel is aimed once a level.
func powers(ctx context.Context, a chains.Annealing, first complex128, eta float64, n int) ([]complex128, error) {
	size := a.Grid.Size()
	if float64(n)*float64(a.T())*float64(8*size) > mostPushed {
		return nil, laplace.ErrTooLarge
	}
	all := make([]complex128, 0, n)
	for from := 0; from < n; {
		b := powerBlock{first: first + complex(0, eta*float64(from)), eta: eta}
		for count := min(n-from, max(1, mostTogether/size)); count > 0; count-- {
			b.measures = append(b.measures, [2][]float64{make([]float64, size), make([]float64, size)})
		}
		if err := b.run(ctx, a); err != nil {
			return nil, err
		}
		for _, m := range b.measures {
			sum := complex(0, 0)
			for x, re := range m[0] {
				sum += complex(re, m[1][x])
			}
			all = append(all, sum)
		}
		from += len(b.measures)
	}
	return all, nil
}

// mostPushed bounds the cells that all pushes visit: a few minutes' work.
const mostPushed = 1 << 34

// mostTogether bounds the cells of the measures that go up together.
const mostTogether = 1 << 21

// A powerBlock is measures that go up together, each a real and an imaginary part.
type powerBlock struct {
	first    complex128
	eta      float64
	measures [][2][]float64
}

func (b *powerBlock) run(ctx context.Context, a chains.Annealing) error {
	a, _ = a.Lowered()
	n := a.Grid.Size()
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	p, logp, before, buf := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	a.LevelAt(l, 1)
	chains.NormalizeLog(p, logp, l.LogF())
	for _, m := range b.measures {
		copy(m[0], p)
	}
	for t := 2; t <= a.T(); t++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		logp, before = before, logp
		a.LevelAt(l, t)
		chains.NormalizeLog(p, logp, l.LogF())
		b.weigh(logp, before)
		if t == a.T() { // its kernel runs after the last weight
			break
		}
		op.Aim(l)
		for k := range b.measures {
			for part, m := range b.measures[k] {
				op.Push(buf, m)
				b.measures[k][part], buf = buf, m
			}
		}
	}
	return nil
}

// weigh multiplies the measures by (p_t/p_{t-1})^z. Where p_t or p_{t-1} is 0 they become 0: no
// forward path of positive weight is there.
func (b *powerBlock) weigh(logp, before []float64) {
	turn, by := make([]complex128, len(logp)), make([]complex128, len(logp))
	for k, m := range b.measures {
		z := b.first + complex(0, b.eta*float64(k))
		for x := range logp {
			rise := logp[x] - before[x]
			switch {
			case math.IsInf(rise, 0) || math.IsNaN(rise):
				by[x] = 0
			case k%laplace.Afresh == 0:
				by[x], turn[x] = cmplx.Exp(z*complex(rise, 0)), cmplx.Exp(complex(0, b.eta*rise))
			default:
				by[x] *= turn[x]
			}
			v := complex(m[0][x], m[1][x]) * by[x]
			m[0][x], m[1][x] = real(v), imag(v)
		}
	}
}

// weightSpan bounds log ŵ of the paths of positive weight.
func weightSpan(a chains.Annealing) (low, high float64) {
	a, _ = a.Lowered()
	n := a.Grid.Size()
	l, p, logp, before := a.NewLevel(), make([]float64, n), make([]float64, n), make([]float64, n)
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
			low, high = low+least, high+most
		}
	}
	return low, high
}
