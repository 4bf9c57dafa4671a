package tuning

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A metric is the square of the speed that a bridge has at beta.
type metric func(beta float64) (float64, error)

// fisher is the variance of the slope under p_β: of log f_T/f_1 on a geometric
// bridge.
func fisher(a chains.Annealing) metric {
	a, _ = a.Lowered()
	level, p, slope := a.NewLevel(), make([]float64, a.Grid.Size()), make([]float64, a.Grid.Size())
	return func(beta float64) (float64, error) {
		level.Move(0, beta)
		normalize(p, level.LogF())
		centred(slope, p, a.Bridge, beta)
		return variance(slope, p), nil
	}
}

func normalize(p, logf []float64) {
	top := floats.Max(logf)
	for x, v := range logf {
		p[x] = math.Exp(v - top)
	}
	floats.Scale(1/floats.Sum(p), p)
}

// centred sets slope to the bridge's, less its mean under p.
func centred(slope, p []float64, b chains.Bridge, beta float64) {
	b.Slope(slope, beta)
	floats.AddConst(-floats.Dot(slope, p), slope)
}

func variance(slope, p []float64) float64 {
	sum := 0.0
	for x, s := range slope {
		sum += p[x] * s * s
	}
	return sum
}

// MostCells is how many cells with mass the friction of a kernel is computed
// for: it takes the inverse of a matrix of as many rows.
const MostCells = 1024

// friction is the asymptotic variance of the slope under the kernel at β: with
// s the centred slope, C_k its autocovariance k steps apart and F the fundamental
// matrix (I - T + 1p)^-1 (Kemeny and Snell 1960),
//
//	ζ = C_0 + 2 Σ_k C_k = 2 <s, F s>_p - C_0.
//
// F s solves Poisson's equation (I - T) y = s.
func friction(a chains.Annealing) (metric, error) {
	a, _ = a.Lowered()
	level, n := a.NewLevel(), a.Grid.Size()
	op, p, slope, e := a.Kernel.On(a.Grid), make([]float64, n), make([]float64, n), newEquation(n)
	level.Move(0, 0.5)
	normalize(p, level.LogF())
	if live := len(living(nil, p)); live > MostCells {
		return nil, fmt.Errorf("the friction of a kernel takes the inverse of a matrix with a row for each of %d cells with mass; at most %d would do", live, MostCells)
	}
	return func(beta float64) (float64, error) {
		level.Move(0, beta)
		normalize(p, level.LogF())
		centred(slope, p, a.Bridge, beta)
		if chains.LogSpan(level.LogF()) < chains.MaxLogSpan {
			level.P = p
		}
		op.Aim(level)
		return e.asymptoticVariance(op, p, slope)
	}, nil
}

// living appends the cells with mass to live.
func living(live []int, p []float64) []int {
	for x, v := range p {
		if v > 0 {
			live = append(live, x)
		}
	}
	return live
}

var errStuck = errors.New("the kernel does not get from every cell with mass to every other, so that its friction is infinite; another kernel, or fisher, would do")

// An equation is Poisson's, (I - T) y = s, on the cells with mass: its room is used
// again at every β.
type equation struct {
	live   []int     // the cells with mass
	place  []int     // of a cell among them
	rows   []float64 // T off its diagonal, row by row
	first  []int     // of each row before its diagonal, the first column that may not be 0
	top    []int     // of each column above it, the first row
	s      []float64
	out, y []float64
}

func newEquation(n int) *equation {
	e := &equation{}
	for _, v := range []*[]float64{&e.s, &e.out, &e.y} {
		*v = make([]float64, n)
	}
	e.place, e.first, e.top = make([]int, n), make([]int, n), make([]int, n)
	return e
}

// asymptoticVariance is that of slope, of mean 0 under p, along the chain of op.
func (e *equation) asymptoticVariance(op chains.Operator, p, slope []float64) (float64, error) {
	e.read(op, p, slope)
	y, err := e.solve()
	if err != nil {
		return 0, err
	}
	zeta, c0 := 0.0, 0.0
	for i, x := range e.live {
		zeta += 2 * p[x] * slope[x] * y[i]
		c0 += p[x] * slope[x] * slope[x]
	}
	return zeta - c0, nil
}

// read writes the equation down.
func (e *equation) read(op chains.Operator, p, slope []float64) {
	e.live = living(e.live[:0], p)
	n := len(e.live)
	e.rows = slices.Grow(e.rows[:0], n*n)[:n*n]
	clear(e.rows)
	for x := range e.place {
		e.place[x] = -1
	}
	for i, x := range e.live {
		e.place[x], e.s[i], e.first[i], e.top[i] = i, slope[x], i, i
	}
	i := 0
	visit := func(y int, q float64) {
		if j := e.place[y]; j >= 0 {
			e.rows[i*n+j] += q
			e.first[i], e.top[j] = min(e.first[i], j), min(e.top[j], i)
		}
	}
	for i = range e.live {
		op.Row(e.live[i], visit)
	}
}

// solve solves (I - T) y = s with y_0 = 0, given T off its diagonal and an s of
// mean 0; both are used up. It takes out one state after another, as Grassmann,
// Taksar and Heyman do for p: what a state keeps is the sum of what it sends
// away, and nothing is subtracted, so that rates of any size keep their digits. y
// differs from F s by a constant, which no centred function sees.
func (e *equation) solve() ([]float64, error) {
	n := len(e.live)
	rows, s, out, y := e.rows, e.s[:n], e.out[:n], e.y[:n]
	for k := n - 1; k > 0; k-- {
		from, top := e.first[k], e.top[k]
		last := rows[k*n+from : k*n+k]
		out[k] = 0
		for _, q := range last {
			out[k] += q
		}
		if out[k] == 0 {
			return nil, errStuck
		}
		for j := from; j < k; j++ {
			e.top[j] = min(e.top[j], top)
		}
		for i := top; i < k; i++ {
			f := rows[i*n+k] / out[k]
			if f == 0 {
				continue
			}
			s[i] += f * s[k]
			e.first[i] = min(e.first[i], from)
			row := rows[i*n+from:][:len(last)]
			for j, q := range last {
				row[j] += f * q
			}
		}
	}
	y[0] = 0
	for k := 1; k < n; k++ {
		y[k] = s[k]
		from := e.first[k]
		for j, q := range rows[k*n+from : k*n+k] {
			y[k] += q * y[from+j]
		}
		y[k] /= out[k]
	}
	return y, nil
}
