package tuning

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
)

// A Length is the thermodynamic length of a bridge from β = 0 to any β: the integral of the square root of a metric. It
// depends on the bridge and, for friction, on the kernel, but not on the schedule.
type Length struct {
	nodes []node
	known func(beta float64) float64 // the length to any β, if that is known by itself; nil if only the nodes are
}

// A node is a β at which the speed was computed. Between two nodes the speed counts as linear.
type node struct{ beta, speed, length float64 }

// FisherLength returns the length whose metric is the variance of the slope of log f: at constant speed p changes
// evenly.
func FisherLength(a chains.Annealing) (*Length, error) {
	return integrate(fisher(a), "fisher", precise)
}

// FrictionLength returns the length whose metric is the asymptotic variance of the slope of log f under the kernel. The
// error is ctx's, or says that there are too many cells with mass or that the kernel does not connect them.
func FrictionLength(ctx context.Context, a chains.Annealing) (*Length, error) {
	m, err := friction(ctx, a)
	if err != nil {
		return nil, err
	}
	return integrate(m, "friction", precise)
}

// KLLength returns the length whose speed is the rate at which KL(p_β‖p_T) falls: (1-β) times the variance of log
// f_T/f_1 on a geometric bridge. At constant speed every level brings p as much nearer to the target, the constant rate
// of progress of Goshtasbpour, Cohen and Perez-Cruz (2023). On other bridges the divergence may rise somewhere, or be
// infinite, which is an error.
func KLLength(a chains.Annealing) (*Length, error) {
	l, err := integrate(klRate(a), "kl", precise)
	if err != nil || l.Total() == 0 {
		return l, err
	}
	left := klLeft(a)
	all := left(0)
	l.known = func(beta float64) float64 { return all - left(beta) }
	for i := range l.nodes[1:] {
		l.nodes[i+1].length = max(l.known(l.nodes[i+1].beta), l.nodes[i].length)
	}
	return l, nil
}

// bins is the number of bins of BinnedLength.
const bins = 10

// BinnedLength returns the length of the bins between ten equal steps of beta, each the root of the Jeffreys
// divergence of its ends. Within a bin the speed is constant: the optimal binned schedule of Grosse, Maddison and
// Salakhutdinov (2013), which needs no derivative along the path. An infinite divergence is an error.
func BinnedLength(a chains.Annealing) (*Length, error) {
	a, _ = a.WithoutConstants()
	logf := make([]float64, a.Grid.Size())
	at := func(beta float64) []float64 {
		a.Bridge.At(logf, beta)
		return chains.Normalized(logf)
	}
	l := &Length{}
	total := 0.0
	from := at(0)
	for i := range bins {
		start := float64(i) / bins
		end := float64(i+1) / bins
		to := at(end)
		step := math.Sqrt(stat.KullbackLeibler(from, to) + stat.KullbackLeibler(to, from))
		if math.IsInf(step, 1) {
			const why = "the divergence from beta = %g to %g is infinite; use ends with the same walls, or fisher"
			return nil, fmt.Errorf(why, start, end)
		}
		l.nodes = append(l.nodes, node{start, bins * step, total}, node{end, bins * step, total + step})
		total += step
		from = to
	}
	return l, nil
}

// precise is the relative error that a length may have, and rough the error of a length that a descent starts from. No
// interval of beta below smallest is halved, because a metric may be unbounded at an end.
const (
	precise  = 1e-5
	rough    = 1e-2
	smallest = 1e-9
)

// leastShare is the share of the allowed error that every interval has, however short: where the metric is unbounded
// the intervals would otherwise be halved down to smallest.
const leastShare = 1. / 64

// An interval is a piece of beta that may have to be halved.
type interval struct{ from, to node }

// integrate halves intervals of beta until the trapezoidal rule and Simpson's agree everywhere to the same share of the
// whole length, relative. It goes from 1 down to 0. With speeds a and b at the ends of an interval of width h, and m in
// the middle, the rules are
//
//	trapezium  h (a + b)/2      of both halves  h (a + 2m + b)/4      Simpson  h (a + 4m + b)/6.
func integrate(m metric, name string, relative float64) (*Length, error) {
	var failed error // the first
	at := func(beta float64) node {
		v, err := m(beta)
		if err == nil && !(v >= -1e-9 && v <= math.MaxFloat64) {
			err = fmt.Errorf("the %s metric is %v at beta = %g, where the bridge changes too fast for a float; "+
				"use another bridge or schedule", name, v, beta)
		}
		failed = cmp.Or(failed, err)
		return node{beta: beta, speed: math.Sqrt(max(v, 0))}
	}
	const coarse = 16
	total := 0.0
	last := at(0)
	var open []interval // the next one last
	for i := range coarse {
		next := at(float64(i+1) / coarse)
		total += (next.beta - last.beta) * (last.speed + next.speed) / 2
		open = append(open, interval{last, next})
		last = next
	}
	nodes := []node{last}
	for len(open) > 0 && failed == nil {
		this := open[len(open)-1]
		open = open[:len(open)-1]
		width := this.to.beta - this.from.beta
		ends := this.from.speed + this.to.speed
		mid := at((this.from.beta + this.to.beta) / 2)
		halves := width * (ends + 2*mid.speed) / 4
		simpson := width * (ends + 4*mid.speed) / 6
		total += halves - width*ends/2
		if math.Abs(halves-simpson) > relative*total*max(width, leastShare) && width > smallest {
			open = append(open, interval{this.from, mid}, interval{mid, this.to})
		} else {
			nodes = append(nodes, mid, this.from)
		}
	}
	slices.Reverse(nodes)
	for i := 1; i < len(nodes); i++ {
		a, b := nodes[i-1], &nodes[i]
		b.length = a.length + (b.beta-a.beta)*(a.speed+b.speed)/2
	}
	return &Length{nodes: nodes}, failed
}

// Total returns the length from β = 0 to 1. For friction its square over T-1 is the least B of T levels near
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

// around returns the first node that has reached a place, and the node below it. Before the first node and after the
// last both are the same.
func (l *Length) around(reached func(n node) bool) (below, above node) {
	i := sort.Search(len(l.nodes), func(i int) bool { return reached(l.nodes[i]) })
	return l.nodes[max(i-1, 0)], l.nodes[min(i, len(l.nodes)-1)]
}

// Action returns the sum of the squares of a schedule's steps of length. For friction it is the schedule's B near
// equilibrium.
func (l *Length) Action(s chains.Schedule) float64 {
	sum, before := 0.0, 0.0
	for t := 2; t <= s.Len(); t++ {
		at := l.To(s.Beta(t))
		sum += (at - before) * (at - before)
		before = at
	}
	return sum
}

// Schedule returns the schedule of T levels with equal steps of length, or the linear one if nothing changes along the
// bridge. It panics if T < 2.
func (l *Length) Schedule(T int) chains.Schedule {
	if l.Total() == 0 {
		return chains.Linear(T)
	}
	betas := make([]float64, T)
	beta := 0.0
	for t := range betas {
		beta = max(beta, l.betaAt(l.Total()*float64(t)/float64(T-1)))
		betas[t] = beta
	}
	betas[T-1] = 1
	return schedule(betas)
}

// betaAt returns the β up to which the bridge has this length. From node a on the speed is a.speed + bend (β - a.β), so
// that the length is quadratic in β. This form of its root subtracts no two numbers that are nearly equal.
func (l *Length) betaAt(length float64) float64 {
	a, b := l.around(func(n node) bool { return n.length >= length })
	if a == b {
		return a.beta
	}
	rest := length - a.length
	bend := (b.speed - a.speed) / (b.beta - a.beta)
	root := math.Sqrt(max(a.speed*a.speed+2*bend*rest, 0))
	beta := min(max(a.beta+2*rest/(a.speed+root), a.beta), b.beta)
	if l.known != nil {
		return l.closer(beta, length, a, b)
	}
	return beta
}

// closer returns the β up to which the bridge has the known length, near beta between two nodes. It goes along chords,
// which hardly differ from the length there.
func (l *Length) closer(beta, length float64, a, b node) float64 {
	const most, close = 50, 1e-15
	for range most {
		at := node{beta: beta, length: l.known(beta)}
		if at.length < length {
			a = at
		} else {
			b = at
		}
		beta = a.beta + (b.beta-a.beta)*((length-a.length)/(b.length-a.length))
		if math.Abs(beta-at.beta) <= close {
			break
		}
	}
	return beta
}
