package programs

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// NS is nested sampling (Skilling 2006; BDMC, Section 5.3). P particles are drawn from p_1. The
// likelihood is L = f_T/f_1, and C is the lowest L among the particles. The particle with this
// likelihood dies. One drawn from the constrained prior, which is p_1 on the cells with L > C,
// takes its place. The volume V of these cells shrinks by a factor that is taken to be known.
// The dead particle stands for the volume that is lost, and the estimate gains C times this
// volume. In the end the living particles share the volume that is left. The run returns one of
// all particles, dead or living, in proportion to what it gave to the estimate.
//
// With S = 0 the draws from the constrained prior are exact. Otherwise a copy of a random
// survivor takes S steps of the kernel, aimed at the constrained prior.
//
// # Ties
//
// In a discrete space particles tie. All particles of the lowest likelihood die one after
// another, and only then are the dead replaced. So their order does not matter (Fowlie, Handley
// and Su 2020). With S > 0 there may be no survivor to copy. Then the dead in turn walk S steps
// from where they are, until one of them gets above C. If none of them does the run ends.
//
// A run also ends when no cell is above C, or when the estimate grows by less than a factor of
// 1 + 1e-10, as in BDMC. C rises with every step. So a run has at most as many steps as there
// are different likelihoods.
type NS struct {
	Problem
	P, S  int       // the number of particles, and the steps of a walk; with S = 0 draws are exact
	Left  Shrinkage // the share of the volume that is taken to be left
	ends  ends
	order []int     // the cells with mass under p_1, by likelihood
	mass  []float64 // p_1 in this order
	log   []float64 // its logarithm
	upTo  []int     // how many in this order have at most the likelihood of cell x
}

// A Shrinkage is the share of the volume that is taken to be left when some of the particles
// die. The dead are those of the lowest likelihood, which is the same for all of them.
type Shrinkage func(particles, dead int) float64

// MeanShrinkage is the mean share: P/(P+1) if one of P particles dies (BDMC, Eq. 47), and the
// product of n/(n+1) over n = P, P-1, ... if several do. It is biased, because the number of
// shares that are multiplied is random. Take the cells above a likelihood, and let their true
// volume be V. Without ties the product of shares there is V^(P/(P+1)) on average: 0.22 for
// V = 0.1 and P = 2. So E_fwd[w] is above R even with exact draws.
func MeanShrinkage(particles, dead int) float64 {
	return float64(particles+1-dead) / float64(particles+1)
}

// UnbiasedShrinkage is the share of the particles that survive: 1 - 1/P if one dies. With exact
// draws E_fwd[w] is then R, if p_1 has mass wherever the target has. The reason is that the
// shares of the dead and the living add up to a martingale, and that the dead alone decide when
// a run stops.
func UnbiasedShrinkage(particles, dead int) float64 {
	return float64(particles-dead) / float64(particles)
}

func readNS(a *Args) Maker {
	particles, steps := a.Whole("P", 2, MostParticles), a.NextOr("S", 0, 1, MostParticles)
	left := Shrinkage(MeanShrinkage)
	if a.WordOr("shrink", "mean", "unbiased") == "unbiased" {
		left = UnbiasedShrinkage
	}
	return func(p Problem) (Estimator, error) { return NewNS(p, particles, steps, left), nil }
}

// NewNS returns nested sampling with at least 2 particles. Where steps is 0 the draws from the
// constrained prior are exact.
func NewNS(p Problem, particles, steps int, left Shrinkage) NS {
	n := NS{Problem: p, P: particles, S: steps, Left: left, ends: newEnds(p)}
	for x, logp1 := range n.ends.logFirst {
		if !math.IsInf(logp1, -1) {
			n.order = append(n.order, x)
		}
	}
	slices.SortFunc(n.order, func(x, y int) int { return cmp.Compare(n.ends.logw[x], n.ends.logw[y]) })
	n.upTo = make([]int, len(n.ends.first))
	for i, x := range slices.Backward(n.order) {
		n.upTo[x] = i + 1
		if i+1 < len(n.order) && n.ends.logw[n.order[i+1]] == n.ends.logw[x] {
			n.upTo[x] = n.upTo[n.order[i+1]]
		}
	}
	for _, x := range n.order {
		n.mass, n.log = append(n.mass, n.ends.first[x]), append(n.log, n.ends.logFirst[x])
	}
	return n
}

// Cost counts one density for an exact draw, or the densities of the kernel's steps for a walk.
// It is the mean over runs with exact draws that go on to the highest likelihood. In such a run
// each first particle, its replacement, and so on form a line of rising likelihood. The line
// visits a likelihood C with probability p_1(L = C) / p_1(L >= C).
func (p NS) Cost() float64 {
	visits, atLeast := 0.0, math.Inf(-1)
	for from := len(p.order); from > 0; {
		to := from
		for from > 0 && p.upTo[p.order[from-1]] == to {
			from--
		}
		level := floats.LogSumExp(p.log[from:to])
		atLeast = floats.LogSumExp([]float64{atLeast, level})
		visits += math.Exp(level - atLeast)
	}
	particles, each := float64(p.P), 1.0
	if p.S > 0 {
		each = float64(p.S) * p.stepCost()
	}
	return particles + particles*(visits-1)*each
}

// logLeast is the log of the least gain of the estimate, over the estimate.
const logLeast = -10 * math.Ln10

// Forward runs nested sampling.
func (p NS) Forward(d chains.Dice) (x int, logw float64) {
	live := make([]int, p.P)
	for i := range live {
		live[i] = p.ends.law.Draw(d)
	}
	var cells []int
	var shares []float64 // the logs of what the cells stand for
	logV, total, walk := 0.0, math.Inf(-1), p.walks()
	for {
		low := len(p.order)
		for _, x := range live {
			low = min(low, p.upTo[x])
		}
		var dead, above []int // those of the lowest likelihood, and the others
		for _, x := range live {
			if p.upTo[x] == low {
				dead = append(dead, x)
			} else {
				above = append(above, x)
			}
		}
		next := p.replaced(dead, above, walk, d)
		if len(next) == 0 {
			break
		}
		left := p.Left(p.P, len(dead))
		gain := p.ends.logw[dead[0]] + logV + math.Log1p(-left)
		for _, x := range dead {
			cells, shares = append(cells, x), append(shares, gain-math.Log(float64(len(dead))))
		}
		logV, live = logV+math.Log(left), next
		if gain-total < logLeast {
			break
		}
		total = floats.LogSumExp([]float64{total, gain})
	}
	for _, x := range live {
		cells, shares = append(cells, x), append(shares, p.ends.logw[x]+logV-math.Log(float64(p.P)))
	}
	logw = floats.LogSumExp(shares) + p.ends.rise
	if i, ok := pickByLog(shares, d); ok {
		return cells[i], logw
	}
	return cells[0], logw
}

// replaced returns P particles above the dead, or none if there can be none.
func (p NS) replaced(dead, above []int, walk func(low, x int, d chains.Dice) int, d chains.Dice) (live []int) {
	low := p.upTo[dead[0]]
	if low == len(p.order) {
		return nil
	}
	if p.S == 0 {
		mass := p.mass[low:] // the constrained prior on the cells after so many in order, up to a factor
		if floats.Max(mass) <= 1e-290 {
			mass = chains.Normalized(p.log[low:]) // all masses may be below the smallest float
		}
		for range dead {
			above = append(above, p.order[low+d.Pick(mass)])
		}
		return above
	}
	for i := 0; i < len(dead) && len(above) == 0; i++ {
		if x := walk(low, dead[i], d); p.upTo[x] > low {
			above = append(above, x)
		}
	}
	for len(above) > 0 && len(above) < p.P {
		above = append(above, walk(low, above[place(len(above), d)], d))
	}
	return above
}

// walks returns what takes S steps from x by the kernel, aimed at p_1 on the cells after the first `low` in order. low
// never falls. The operator's tables take longer to make than to aim, so that they are
// made once a run.
func (p NS) walks() func(low, x int, d chains.Dice) int {
	var op chains.Operator
	var logf []float64 // log p_1 on the cells that are left
	gone := 0          // cells in order that are not
	return func(low, x int, d chains.Dice) int {
		if op == nil {
			op, logf = p.Kernel.On(p.Grid), slices.Clone(p.ends.logFirst)
		}
		if gone < low {
			for ; gone < low; gone++ {
				logf[p.order[gone]] = math.Inf(-1)
			}
			l := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
			l.Move(1, 0)
			op.Aim(l)
		}
		for range p.S {
			x = op.Step(x, d)
		}
		return x
	}
}
