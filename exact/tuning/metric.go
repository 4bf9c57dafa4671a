package tuning

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/elimination"
)

// A metric returns the square of the speed of a bridge at beta.
type metric func(beta float64) (float64, error)

// fisher returns the metric that is the variance of the slope under p_β: on a geometric bridge,
// of log f_T/f_1.
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

// normalize sets p to the distribution of a log density. Unlike chains.Normalize it divides
// by the sum of p itself, so that p sums to 1 to an ulp: the place where a descent ends depends
// on the last digits.
func normalize(p, logf []float64) {
	top := floats.Max(logf)
	for x, v := range logf {
		p[x] = math.Exp(v - top)
	}
	floats.Scale(1/floats.Sum(p), p)
}

// centred sets slope to the bridge's slope less its mean under p.
func centred(slope, p []float64, b chains.Bridge, beta float64) {
	b.Slope(slope, beta)
	floats.AddConst(-floats.Dot(slope, p), slope)
}

// variance returns the variance under p of a slope of mean 0.
func variance(slope, p []float64) float64 {
	sum := 0.0
	for x, s := range slope {
		sum += p[x] * s * s
	}
	return sum
}

// maxCells is the largest number of cells with mass for which friction is computed. It
// eliminates a matrix with that many rows at each of some hundred betas.
const maxCells = 1024

// friction returns the metric that is the asymptotic variance of the slope under the kernel at
// β. With s the centred slope, C_k its autocovariance k steps apart and F the fundamental matrix
// (I - T + 1p)^-1 (Kemeny and Snell 1960) it is
//
//	ζ = C_0 + 2 Σ_k C_k = 2 <s, F s>_p - C_0,
//
// and F s solves Poisson's equation (I - T) y = s.
func friction(a chains.Annealing) (metric, error) {
	a, _ = a.Lowered()
	level, n := a.NewLevel(), a.Grid.Size()
	op, p, slope := a.Kernel.On(a.Grid), make([]float64, n), make([]float64, n)
	e := equation{place: make([]int, n), y: make([]float64, n)}
	level.Move(0, 0.5)
	normalize(p, level.LogF())
	if live := floats.Count(func(v float64) bool { return v > 0 }, p); live > maxCells {
		return nil, fmt.Errorf("the friction of a kernel takes the inverse of a matrix "+
			"with a row for each of %d cells with mass; at most %d would do", live, maxCells)
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

// An equation is Poisson's equation (I - T) y = s on the cells with mass. Its memory is used
// again at every β.
type equation struct {
	live  []int // the cells with mass
	place []int // of each cell among them; -1 for a cell without mass
	chain elimination.Chain
	y     []float64
}

// asymptoticVariance returns the asymptotic variance of slope, which has mean 0 under p, along
// the chain of op. y differs from F s by a constant, which does not matter to a centred
// function.
func (e *equation) asymptoticVariance(op chains.Operator, p, slope []float64) (float64, error) {
	e.read(op, p)
	if !e.chain.Eliminate() {
		return 0, errors.New("the kernel does not get from every cell with mass to every other, " +
			"so that its friction is infinite; another kernel, or fisher, would do")
	}
	y := e.y[:len(e.live)]
	for i, x := range e.live {
		y[i] = slope[x]
	}
	e.chain.Solve(y)
	zeta, c0 := 0.0, 0.0
	for i, x := range e.live {
		zeta += 2 * p[x] * slope[x] * y[i]
		c0 += p[x] * slope[x] * slope[x]
	}
	return zeta - c0, nil
}

// read writes down T between the cells with mass.
func (e *equation) read(op chains.Operator, p []float64) {
	e.live = e.live[:0]
	for x, v := range p {
		e.place[x] = -1
		if v > 0 {
			e.place[x] = len(e.live)
			e.live = append(e.live, x)
		}
	}
	e.chain.Reset(len(e.live))
	i := 0
	visit := func(y int, q float64) {
		if j := e.place[y]; j >= 0 {
			e.chain.Add(i, j, q)
		}
	}
	for i = range e.live {
		op.Row(e.live[i], visit)
	}
}
