package tuning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/exact/spectra"
)

// A Length is the thermodynamic length of a bridge from β = 0 to any β: the integral of the
// square root of a metric. It depends on the bridge and, for friction, on the kernel, but not
// on the schedule.
type Length struct{ nodes []node }

// A node is a β at which the speed was computed. Between two nodes the speed counts as linear.
type node struct{ beta, speed, length float64 }

// FisherLength returns the length whose metric is the variance of the slope of log f. At
// constant speed in it p changes at constant speed. It ignores a.Schedule.
func FisherLength(a chains.Annealing) (*Length, error) {
	return integrate(fisher(a), "fisher", precise)
}

// FrictionLength returns the length whose metric is the asymptotic variance of the slope of
// log f under the kernel. It is an error if the kernel does not get from every cell with mass to
// every other, or if there are more than 1024 of them, or it is ctx's.
func FrictionLength(ctx context.Context, a chains.Annealing) (*Length, error) {
	m, err := friction(ctx, a)
	if err != nil {
		return nil, err
	}
	return integrate(m, "friction", precise)
}

// KLLength returns the length whose speed is the rate at which KL(p_β‖p_T) falls: (1-β) times the variance of log
// f_T/f_1 on a geometric bridge. At constant speed every level brings p as much nearer to the target, the constant rate
// of progress of Goshtasbpour, Cohen and Perez-Cruz (2023). It ignores a.Schedule. It is an error if the divergence
// rises somewhere, or is infinite, as it may be on other bridges.
func KLLength(a chains.Annealing) (*Length, error) {
	return integrate(progress(a), "kl", precise)
}

// bins of BinnedLength.
const bins = 10

// BinnedLength returns the length of the bins between ten equal steps of beta, each the root of the Jeffreys divergence
// of its ends. Within a bin the speed is constant: the optimal binned schedule of Grosse, Maddison and Salakhutdinov (2013),
// which needs no derivative along the path. It ignores a.Schedule. It is an error if one of the divergences is infinite.
func BinnedLength(a chains.Annealing) (*Length, error) {
	a, _ = a.Lowered()
	logf, total := make([]float64, a.Grid.Size()), 0.0
	l, last := &Length{}, []float64(nil)
	for i := range bins + 1 {
		a.Bridge.At(logf, float64(i)/bins)
		p := chains.Normalized(logf)
		if i > 0 {
			step := math.Sqrt(stat.KullbackLeibler(last, p) + stat.KullbackLeibler(p, last))
			if math.IsInf(step, 1) {
				return nil, fmt.Errorf("the divergence from beta = %g to %g is infinite; ends with the same walls, or fisher, "+
					"would do", float64(i-1)/bins, float64(i)/bins)
			}
			l.nodes = append(l.nodes, node{float64(i-1) / bins, bins * step, total},
				node{float64(i) / bins, bins * step, total + step})
			total += step
		}
		last = p
	}
	return l, nil
}

// precise is the relative error that a length may have, and rough the error of the length from
// which a descent starts. No interval of beta below smallest is halved, because a metric may be
// unbounded at an end.
const (
	precise  = 1e-5
	rough    = 1e-2
	smallest = 1e-9
)

// integrate halves intervals of beta until the trapezoidal rule and Simpson's agree everywhere
// to the same share, off, of the whole length. It goes from 1 down to 0.
func integrate(m metric, name string, off float64) (*Length, error) {
	var failed error // the first
	at := func(beta float64) node {
		v, err := m(beta)
		if err == nil && !(v >= -1e-9 && v <= math.MaxFloat64) {
			err = fmt.Errorf("the %s metric is %v at beta = %g, where the bridge changes too fast for a float; "+
				"another bridge or schedule would do", name, v, beta)
		}
		failed = cmp.Or(failed, err)
		return node{beta: beta, speed: math.Sqrt(max(v, 0))}
	}
	const coarse = 16
	total, last := 0.0, at(0)
	var open [][2]node
	for i := range coarse {
		next := at(float64(i+1) / coarse)
		total += (next.beta - last.beta) * (last.speed + next.speed) / 2
		open = append(open, [2]node{last, next})
		last = next
	}
	nodes := []node{last}
	for len(open) > 0 && failed == nil {
		a, b := open[len(open)-1][0], open[len(open)-1][1]
		open = open[:len(open)-1]
		width, ends, mid := b.beta-a.beta, a.speed+b.speed, at((a.beta+b.beta)/2)
		halves, simpson := width*(ends+2*mid.speed)/4, width*(ends+4*mid.speed)/6
		total += halves - width*ends/2
		if math.Abs(halves-simpson) > off*total*max(width, 1./64) && width > smallest {
			open = append(open, [2]node{a, mid}, [2]node{mid, b})
		} else {
			nodes = append(nodes, mid, a)
		}
	}
	slices.Reverse(nodes)
	for i := 1; i < len(nodes); i++ {
		a, b := nodes[i-1], &nodes[i]
		b.length = a.length + (b.beta-a.beta)*(a.speed+b.speed)/2
	}
	return &Length{nodes}, failed
}

// Total returns the length from β = 0 to 1. Its square over T-1 is the least B of T levels near
// equilibrium.
func (l *Length) Total() float64 { return l.nodes[len(l.nodes)-1].length }

// To returns the length from 0 to beta.
func (l *Length) To(beta float64) float64 {
	a, b := l.around(func(n node) bool { return n.beta >= beta })
	if a == b {
		return a.length
	}
	x := beta - a.beta
	return a.length + x*(a.speed+(b.speed-a.speed)*x/(b.beta-a.beta)/2)
}

// around returns the nodes on either side of a place, of which the upper is the first that is there. Before the first
// node and after the last they are one.
func (l *Length) around(there func(n node) bool) (below, above node) {
	i := sort.Search(len(l.nodes), func(i int) bool { return there(l.nodes[i]) })
	return l.nodes[max(i-1, 0)], l.nodes[min(i, len(l.nodes)-1)]
}

// Action returns the sum of the squares of a schedule's steps of length. If the length is the
// kernel's friction length, it is the schedule's B near equilibrium.
func (l *Length) Action(s chains.Schedule) float64 {
	sum, before := 0.0, 0.0
	for t := 2; t <= s.Len(); t++ {
		at := l.To(s.Beta(t))
		sum += (at - before) * (at - before)
		before = at
	}
	return sum
}

// Schedule returns the schedule of T levels with equal steps of length. If the whole length is
// 0, because nothing changes along the bridge, it is linear. Schedule panics if T < 2.
func (l *Length) Schedule(T int) chains.Schedule {
	if l.Total() == 0 {
		return chains.Linear(T)
	}
	betas := make([]float64, T)
	for t := range betas {
		length := l.Total() * float64(t) / float64(T-1)
		a, b := l.around(func(n node) bool { return n.length >= length })
		if betas[t] = a.beta; a != b { // between two nodes the length is quadratic in β, and this root does not cancel
			rest, bend := length-a.length, (b.speed-a.speed)/(b.beta-a.beta)
			root := math.Sqrt(max(a.speed*a.speed+2*bend*rest, 0))
			betas[t] = min(max(a.beta+2*rest/(a.speed+root), a.beta), b.beta)
		}
		if t > 0 {
			betas[t] = max(betas[t], betas[t-1])
		}
	}
	betas[T-1] = 1
	return schedule(betas)
}

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
		variance := 0.0
		for x, s := range slope {
			variance += p[x] * s * s
		}
		return variance, nil
	}
}

// progress returns the square of the rate at which KL(p_β‖p_T) falls. The rate is the covariance of the slope with log
// p_T - log p_β under p_β.
func progress(a chains.Annealing) metric {
	a, _ = a.Lowered()
	n := a.Grid.Size()
	level, p, slope, target := a.NewLevel(), make([]float64, n), make([]float64, n), make([]float64, n)
	a.Bridge.At(target, 1)
	return func(beta float64) (float64, error) {
		level.Move(0, beta)
		normalize(p, level.LogF())
		centred(slope, p, a.Bridge, beta)
		rate := 0.0
		for x, s := range slope {
			switch open := !math.IsInf(target[x], -1); {
			case p[x] > 0 && open:
				rate += p[x] * s * (target[x] - level.LogF()[x])
			case p[x] > 0 && beta > 0: // at 0 the path may leave a cell at once, as the geometric one does
				return 0, fmt.Errorf("KL(p_β‖p_T) is infinite at beta = %g; the geometric bridge, or fisher, would do", beta)
			}
		}
		if beta < 1 && !(rate >= -1e-9) {
			return 0, fmt.Errorf("KL(p_β‖p_T) does not fall at beta = %g; the geometric bridge, or fisher, would do", beta)
		}
		return rate * rate, nil
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

// MaxCells is the largest number of cells with mass for which friction is computed. It
// eliminates a matrix with that many rows at each of some hundred betas.
const MaxCells = 1024

// friction returns the metric that is the asymptotic variance of the slope under the kernel at
// β. With s the centred slope, C_k its autocovariance k steps apart and F the fundamental matrix
// (I - T + 1p)^-1 (Kemeny and Snell 1960) it is
//
//	ζ = C_0 + 2 Σ_k C_k = 2 <s, F s>_p - C_0,
//
// and F s solves Poisson's equation (I - T) y = s. One beta takes up to half a second; if ctx has ended it is not begun.
func friction(ctx context.Context, a chains.Annealing) (metric, error) {
	a, _ = a.Lowered()
	level, n := a.NewLevel(), a.Grid.Size()
	op, p, slope, y := a.Kernel.On(a.Grid), make([]float64, n), make([]float64, n), make([]float64, n)
	level.Move(0, 0.5)
	normalize(p, level.LogF())
	if live := floats.Count(func(v float64) bool { return v > 0 }, p); live > MaxCells {
		return nil, fmt.Errorf("the friction of a kernel takes the inverse of a matrix "+
			"with a row for each of %d cells with mass; at most %d would do", live, MaxCells)
	}
	var chain spectra.Elimination // T between the cells with mass
	var live []int                // these cells
	place := make([]int, n)       // of each cell among them; -1 for a cell without mass
	return func(beta float64) (float64, error) {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		level.Move(0, beta)
		normalize(p, level.LogF())
		centred(slope, p, a.Bridge, beta)
		if chains.LogSpan(level.LogF()) < chains.MaxLogSpan {
			level.P = p
		}
		op.Aim(level)
		live = live[:0]
		for x, v := range p {
			place[x] = -1
			if v > 0 {
				place[x], y[len(live)] = len(live), slope[x]
				live = append(live, x)
			}
		}
		// The solution is 0 in the first cell. In one of mass 1e-300 the others would be hitting times of 1e300.
		heaviest := slices.Index(live, floats.MaxIdx(p))
		live[0], live[heaviest] = live[heaviest], live[0]
		y[0], y[heaviest] = y[heaviest], y[0]
		place[live[0]], place[live[heaviest]] = 0, heaviest
		chain.Reset(len(live))
		for i, x := range live {
			op.Row(x, func(y int, q float64) {
				if j := place[y]; j >= 0 {
					chain.Add(i, j, q)
				}
			})
		}
		if !chain.Eliminate() {
			return 0, errors.New("the kernel does not get from every cell with mass to every other, " +
				"so that its friction is infinite; another kernel, or fisher, would do")
		}
		chain.Solve(y[:len(live)]) // which differs from F s by a constant: that does not matter to a centred function
		zeta, c0 := 0.0, 0.0
		for i, x := range live {
			zeta += 2 * p[x] * slope[x] * y[i]
			c0 += p[x] * slope[x] * slope[x]
		}
		return zeta - c0, nil
	}, nil
}
