package shipped

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
)

// The laws that are looked at, in this order. Weights are in units of R.
const (
	meanW    = "E_fwd[w] = R"
	meanInvW = "E_rev[1/w] = 1/R"
	byCell   = "E_fwd[w; x] = R p(x)"
	gibbs    = "particle Gibbs keeps the posterior"
	askedESS = "the ESS is the one asked for"
	byAtom   = "E_fwd[w; x, w] = R p(x) P_rev(w | x)"
)

// A check is an expectation that a law fixes, with its exact value. A sampled test estimates it
// by the mean of draws.
type check struct {
	law      string
	at       string // which, if the law has several: a cell, a level, a weight
	want, is float64
	sd       float64 // of one draw
	draw     func(d chains.Dice) float64
}

// off is the distance between the exact value and the value that the law wants.
func (c check) off() float64 { return math.Abs(c.is - c.want) }

// broken reports whether the distance is more than the rounding of sums over a million paths and
// of bisections in 60 steps.
func (c check) broken() bool { return c.off() > 1e-9 }

// runs is the number of draws whose mean is expected to be 5 standard errors off.
func (c check) runs() int { return max(1, int(math.Ceil(math.Pow(5*c.sd/c.off(), 2)))) }

// z is the mean of n seeded draws less what the law wants, in standard errors.
func (c check) z(n int, seed ...uint64) float64 {
	d, total := sample.Seeded(seed...), 0.0
	for range n {
		total += c.draw(d)
	}
	return (total/float64(n) - c.want) / c.sd * math.Sqrt(float64(n))
}

// checks collects the checks of a program.
type checks struct {
	all    []check
	e      programs.Estimator
	logR   float64
	target []float64
}

// add adds a check of the weights, of which the mean and the mean square are known.
func (c *checks) add(law, at string, want, is, square float64, draw func(d chains.Dice) float64) {
	c.all = append(c.all, check{law, at, want, is, math.Sqrt(max(0, square-is*is)), draw})
}

// checksOf returns the checks that apply to a program.
func checksOf(s subject) []check {
	first, last := s.problem.Ends()
	c := &checks{e: s.Estimator, logR: chains.LogSum(last) - chains.LogSum(first), target: weights(last)}
	switch e := s.Estimator.(type) {
	case adaptive:
		c.asked(e)
	case forwardOnly:
		c.forward(chaintest.AtomsOf(e.Program, s.problem).Forward)
	case programs.Program:
		atoms := chaintest.AtomsOf(e, s.problem)
		c.forward(atoms.Forward)
		c.reverse(e, atoms)
		if g, ok := e.(particleGibbs); ok {
			c.again(g)
		}
		c.byAtom(e, atoms)
	}
	return c.all
}

// forward checks E_fwd[w] = R, and E_fwd[w; x] = R p(x) for every cell.
func (c *checks) forward(atoms []chaintest.Atom) {
	of := func(want func(x int) bool) (is, square float64, draw func(chains.Dice) float64) {
		for _, a := range atoms {
			is += one(want(a.X)) * a.Mass
			square += one(want(a.X)) * a.Mass * math.Exp(a.LogW)
		}
		return is, square, func(d chains.Dice) float64 {
			x, logw := c.e.Forward(d)
			return one(want(x)) * math.Exp(logw-c.logR)
		}
	}
	is, square, draw := of(func(int) bool { return true })
	c.add(meanW, "", 1, is, square, draw)
	for x, p := range c.target {
		is, square, draw := of(func(y int) bool { return y == x })
		c.add(byCell, fmt.Sprintf("cell %d", x), p, is, square, draw)
	}
}

// reverse checks E_rev[1/w] = P_fwd(w > 0)/R. That is 1/R if no forward run has weight 0.
func (c *checks) reverse(p programs.Program, atoms chaintest.Atoms) {
	want, is, square := 0.0, 0.0, 0.0
	for _, a := range atoms.Forward {
		want += a.Mass * math.Exp(-a.LogW)
	}
	for _, a := range atoms.Reverse {
		is += a.Mass * math.Exp(-a.LogW)
		square += a.Mass * math.Exp(-2*a.LogW)
	}
	c.add(meanInvW, "", want, is, square, func(d chains.Dice) float64 {
		return math.Exp(c.logR - p.Reverse(d.Pick(c.target), d))
	})
}

// particleGibbs draws a path of the posterior, and runs around such a path and picks another.
type particleGibbs interface {
	posterior(d chains.Dice) []int
	again(d chains.Dice) []int
}

// again checks that particle Gibbs keeps every marginal of the law of paths.
func (c *checks) again(f particleGibbs) {
	kept, next := c.marginals(f.posterior), c.marginals(f.again)
	for t := range kept {
		for x, p := range kept[t] {
			c.add(gibbs, fmt.Sprintf("cell %d at level %d", x, t+1), p, next[t][x], next[t][x],
				func(d chains.Dice) float64 { return one(f.again(d)[t] == x) })
		}
	}
}

// marginals are the laws of the cell of a path at every level.
func (c *checks) marginals(path func(d chains.Dice) []int) (all [][]float64) {
	var cells []int
	for p := range enumerate.Every(func(d chains.Dice) { cells = path(d) }) {
		for t, x := range cells {
			if t == len(all) {
				all = append(all, make([]float64, len(c.target)))
			}
			all[t][x] += p
		}
	}
	return all
}

// byAtom checks the law at every cell and weight. A draw is a pair of a forward and a reverse run.
func (c *checks) byAtom(p programs.Program, atoms chaintest.Atoms) {
	for _, a := range append(atoms.Forward, atoms.Reverse...) {
		hits := func(x int, logw float64) bool { return x == a.X && math.Abs(logw-c.logR-a.LogW) < 1e-9 }
		fwd, rev := massAt(atoms.Forward, a), massAt(atoms.Reverse, a)
		is := fwd - rev // the two runs are independent
		square := is*is + fwd*math.Exp(a.LogW) - fwd*fwd + rev - rev*rev
		c.add(byAtom, fmt.Sprintf("cell %d with w/R = %.6g", a.X, math.Exp(a.LogW)), 0, is, square,
			func(d chains.Dice) float64 {
				x, logw := p.Forward(d)
				y := d.Pick(c.target)
				return one(hits(x, logw))*math.Exp(logw-c.logR) - one(hits(y, p.Reverse(y, d)))
			})
	}
}

func massAt(atoms []chaintest.Atom, at chaintest.Atom) (mass float64) {
	for _, a := range atoms {
		mass += one(a.X == at.X && math.Abs(a.LogW-at.LogW) < 1e-9) * a.Mass
	}
	return mass
}

// asked checks that adaptive tempering gets the ESS that it asks for.
func (c *checks) asked(p adaptive) {
	is, square, missed := 0.0, 0.0, 0.0
	for prob := range enumerate.Every(func(d chains.Dice) { missed = p.missed(d) }) {
		is += prob * missed
		square += prob * missed * missed
	}
	c.add(askedESS, "", 0, is, square, p.missed)
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// broken returns a check for every law that is broken: the one that shows it in the fewest runs.
func broken(checks []check) (all []check) {
	best := map[string]check{}
	for _, c := range checks {
		if known, ok := best[c.law]; c.broken() && (!ok || c.runs() < known.runs()) {
			best[c.law] = c
		}
	}
	for _, law := range []string{meanW, meanInvW, byCell, gibbs, askedESS, byAtom} {
		if c, ok := best[law]; ok {
			all = append(all, c)
		}
	}
	return all
}
