package programs

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// NS is nested sampling (Skilling 2006; BDMC, Section 5.3). P particles are drawn from p_1. The likelihood is L =
// f_T/f_1, and C is the lowest L among the particles. The particle with this likelihood dies. A draw from the
// constrained prior takes its place: p_1 on the cells with L > C. The volume V of these cells shrinks by a factor that
// is taken to be known. The dead particle stands for the lost volume, and the estimate gains C times this volume. In
// the end the living particles share the rest of the volume. The run returns one of all particles, dead or living, in
// proportion to its part of the estimate.
//
// With S = 0 the draws from the constrained prior are exact. Otherwise a copy of a random
// survivor takes S steps of the kernel, aimed at the constrained prior.
//
// # Ties
//
// In a discrete space particles tie. All particles of the lowest likelihood die one after
// another, and only then are the dead replaced. So their order does not matter (Fowlie, Handley and Su 2020). With S >
// 0 there may be no survivor to copy. Then the dead in turn walk S steps from their cells, until one of them gets above
// C. If none does the run ends.
//
// Labels break ties at random (Skilling 2006): each particle has a random label, and of equal likelihoods the one with
// the smaller label is lower. The constrained prior then has a part of the cells of likelihood C: the labels above.
// With many labels hardly any two particles tie, and the volume shrinks as in a continuous space, whatever the plateaus
// are.
//
// A run also ends when no cell is above C, or when the estimate grows by less than a factor of
// 1 + 1e-10, as in BDMC. C rises with every step. So the number of different likelihoods bounds the number of steps.
type NS struct {
	Problem
	P, S   int // the number of particles, and the steps of a walk; with S = 0 draws are exact
	Labels int // the number of labels: 1 lets particles of one likelihood die together

	ends  ends
	order []int     // the cells with mass under p_1, by likelihood
	logp1 []float64 // log p_1 in this order
	level []int     // by cell, the place of its likelihood among all, from the lowest
	begin []int     // the first place in order of each likelihood, and the end of order
}

// left returns the mean share of the volume that is left when some of the particles die: P/(P+1) if one of P particles
// dies (BDMC, Eq. 47), and the product of n/(n+1) over n = P, P-1, ... if several do. It is biased, because the number
// of factors is random. Take the cells above a likelihood, and let their true volume be V. Without ties the product of
// shares there is V^(P/(P+1)) on average: 0.22 for V = 0.1 and P = 2. So E_fwd[w] is above R even with exact draws.
func (p NS) left(dead int) float64 { return float64(p.P+1-dead) / float64(p.P+1) }

// NewNS returns nested sampling with at least 2 particles. If steps is 0 the draws from the constrained prior are
// exact.
func NewNS(p Problem, particles, steps int) NS {
	e := newEnds(p)
	n := NS{Problem: p, P: particles, S: steps, Labels: 1, ends: e, level: make([]int, len(e.first))}
	for x, logp1 := range e.logFirst {
		if !math.IsInf(logp1, -1) {
			n.order = append(n.order, x)
		}
	}
	slices.SortFunc(n.order, func(x, y int) int { return cmp.Compare(e.logw[x], e.logw[y]) })
	for i, x := range n.order {
		if i == 0 || e.logw[x] > e.logw[n.order[i-1]] {
			n.begin = append(n.begin, i)
		}
		n.level[x] = len(n.begin) - 1
		n.logp1 = append(n.logp1, e.logFirst[x])
	}
	n.begin = append(n.begin, len(n.order))
	return n
}

// Cost counts one density for an exact draw, or the densities of the kernel's steps for a walk. The cost is the mean
// over runs with exact draws that go on to the highest likelihood. In such a run each first particle, its replacement,
// and so on form a line of rising likelihood. The line visits a likelihood C with probability p_1(L = C) / p_1(L >= C).
// The same holds for each label there.
func (p NS) Cost() float64 {
	visits, above := 0.0, math.Inf(-1)
	for i := len(p.begin) - 2; i >= 0; i-- {
		level := floats.LogSumExp(p.logp1[p.begin[i]:p.begin[i+1]])
		for label := range p.Labels {
			visits += 1 / (float64(p.Labels)*math.Exp(above-level) + float64(label+1))
		}
		above = floats.LogSumExp([]float64{above, level})
	}
	particles, each := float64(p.P), 1.0
	if p.S > 0 {
		each = float64(p.S) * p.stepCost()
	}
	return particles + particles*(visits-1)*each
}

// logLeast is the log of the least gain of the estimate, relative to the estimate.
const logLeast = -10 * math.Ln10

// A particle is a cell with a label.
type particle struct{ x, label int }

// rank orders particles by their likelihood, and then by their label.
func (p NS) rank(of particle) int { return p.level[of.x]*p.Labels + of.label }

// labelled returns a cell with a random label, at least from.
func (p NS) labelled(x, from int, d chains.Dice) particle {
	if p.Labels > 1 {
		from += place(p.Labels-from, d)
	}
	return particle{x, from}
}

// Forward runs nested sampling.
func (p NS) Forward(d chains.Dice) (x int, logw float64) {
	live := make([]particle, p.P)
	for i := range live {
		live[i] = p.labelled(p.ends.prior.Draw(d), 0, d)
	}
	var cells []int
	var shares []float64 // the logs of the cells' parts of the estimate
	logV := 0.0
	total := math.Inf(-1)
	walk := p.walks()
	for {
		low := slices.MinFunc(live, func(a, b particle) int { return cmp.Compare(p.rank(a), p.rank(b)) })
		var dead, above []particle // the lowest, and the others
		for _, one := range live {
			if p.rank(one) == p.rank(low) {
				dead = append(dead, one)
			} else {
				above = append(above, one)
			}
		}
		next := p.replaced(dead, above, walk, d)
		if len(next) == 0 {
			break
		}
		left := p.left(len(dead))
		gain := p.ends.logw[dead[0].x] + logV + math.Log1p(-left)
		for _, one := range dead {
			cells = append(cells, one.x)
			shares = append(shares, gain-math.Log(float64(len(dead))))
		}
		logV += math.Log(left)
		live = next
		if gain-total < logLeast {
			break
		}
		total = floats.LogSumExp([]float64{total, gain})
	}
	for _, one := range live {
		cells = append(cells, one.x)
		shares = append(shares, p.ends.logw[one.x]+logV-math.Log(float64(p.P)))
	}
	return cells[pickByLog(shares, d)], floats.LogSumExp(shares) + p.ends.offset
}

// constrained returns log p_1 above a particle, on the cells in order from some place on. Cells of its likelihood keep
// the share of the labels above its own.
func (p NS) constrained(low particle) (from int, logs []float64) {
	level := p.level[low.x]
	from = p.begin[level]
	share := 1 - float64(low.label+1)/float64(p.Labels)
	logs = slices.Clone(p.logp1[from:])
	floats.AddConst(math.Log(share), logs[:p.begin[level+1]-from])
	return from, logs
}

// replaced returns P particles above the dead, or none if none is possible.
func (p NS) replaced(dead, above []particle, walk func(low particle, x int, d chains.Dice) int, d chains.Dice) (
	live []particle) {
	low := dead[0]
	highest := particle{p.order[len(p.order)-1], p.Labels - 1}
	if p.rank(low) == p.rank(highest) {
		return nil
	}
	born := func(x int) {
		if p.level[x] > p.level[low.x] {
			above = append(above, p.labelled(x, 0, d))
		} else if p.level[x] == p.level[low.x] && low.label+1 < p.Labels {
			above = append(above, p.labelled(x, low.label+1, d))
		}
	}
	if p.S == 0 {
		from, logs := p.constrained(low)
		mass := chains.Normalized(logs) // all masses may be below the smallest float
		for range dead {
			born(p.order[from+d.Pick(mass)])
		}
		return above
	}
	for i := 0; i < len(dead) && len(above) == 0; i++ {
		born(walk(low, dead[i].x, d))
	}
	for len(above) > 0 && len(above) < p.P {
		born(walk(low, above[place(len(above), d)].x, d))
	}
	return above
}

// walks returns a function that takes S steps from x by the kernel, aimed at p_1 above a particle that never falls.
// Making the operator's tables takes longer than aiming it, so that they are made once a run. So from-prior proposes
// from p_1 above the particle that it is first aimed above, and accepts what is above the present one.
func (p NS) walks() func(low particle, x int, d chains.Dice) int {
	var op chains.Operator
	aimed := -1
	return func(low particle, x int, d chains.Dice) int {
		if op == nil {
			op = chains.On(p.Kernel, p.Grid)
		}
		if aimed < p.rank(low) {
			aimed = p.rank(low)
			logf := slices.Repeat([]float64{math.Inf(-1)}, p.Grid.Size())
			from, logs := p.constrained(low)
			for i, v := range logs {
				logf[p.order[from+i]] = v
			}
			l := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
			l.Move(1, 0)
			op.Aim(l)
		}
		for range p.S {
			x = chains.Step(op, x, d)
		}
		return x
	}
}
