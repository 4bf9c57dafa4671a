package shipped

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
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
}

// off is the distance between the exact value and the value that the law wants.
func (c check) off() float64 { return math.Abs(c.is - c.want) }

// broken reports whether the distance is more than the rounding of sums over a million paths and
// of bisections in 60 steps.
func (c check) broken() bool { return c.off() > 1e-9 }

// runs is the number of draws whose mean is expected to be 5 standard errors off.
func (c check) runs() int { return max(1, int(math.Ceil(math.Pow(5*c.sd/c.off(), 2)))) }

// checks collects the checks of a program.
type checks struct {
	all    []check
	target []float64
}

// add adds a check of the weights, of which the mean and the mean square are known.
func (c *checks) add(law, at string, want, is, square float64) {
	c.all = append(c.all, check{law, at, want, is, math.Sqrt(max(0, square-is*is))})
}

// checksOf returns the checks that apply to a program.
func checksOf(s subject) []check {
	_, last := s.problem.Ends()
	c := &checks{target: weights(last)}
	switch e := s.Estimator.(type) {
	case adaptive:
		c.asked(e)
	case forwardOnly:
		c.forward(chaintest.AtomsOf(e.Program, s.problem).Forward)
	case programs.Program:
		atoms := chaintest.AtomsOf(e, s.problem)
		c.forward(atoms.Forward)
		c.reverse(atoms)
		if g, ok := e.(particleGibbs); ok {
			c.again(g)
		}
		c.byAtom(atoms)
	}
	return c.all
}

// forward checks E_fwd[w] = R, and E_fwd[w; x] = R p(x) for every cell.
func (c *checks) forward(atoms []chaintest.Atom) {
	all, squares := 0.0, 0.0
	of, squared := make([]float64, len(c.target)), make([]float64, len(c.target))
	for _, a := range atoms {
		square := a.Mass * math.Exp(a.LogW)
		all, squares = all+a.Mass, squares+square
		of[a.X], squared[a.X] = of[a.X]+a.Mass, squared[a.X]+square
	}
	c.add(meanW, "", 1, all, squares)
	for x, p := range c.target {
		c.add(byCell, fmt.Sprintf("cell %d", x), p, of[x], squared[x])
	}
}

// reverse checks E_rev[1/w] = P_fwd(w > 0)/R. That is 1/R if no forward run has weight 0.
func (c *checks) reverse(atoms chaintest.Atoms) {
	want, is, square := 0.0, 0.0, 0.0
	for _, a := range atoms.Forward {
		want += a.Mass * math.Exp(-a.LogW)
	}
	for _, a := range atoms.Reverse {
		is += a.Mass * math.Exp(-a.LogW)
		square += a.Mass * math.Exp(-2*a.LogW)
	}
	c.add(meanInvW, "", want, is, square)
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
			c.add(gibbs, fmt.Sprintf("cell %d at level %d", x, t+1), p, next[t][x], next[t][x])
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
func (c *checks) byAtom(atoms chaintest.Atoms) {
	for _, a := range append(atoms.Forward, atoms.Reverse...) {
		fwd, rev := atoms.At(a)
		is := fwd - rev // the two runs are independent
		square := is*is + fwd*math.Exp(a.LogW) - fwd*fwd + rev - rev*rev
		c.add(byAtom, fmt.Sprintf("cell %d with w/R = %.6g", a.X, math.Exp(a.LogW)), 0, is, square)
	}
}

// asked checks that adaptive tempering gets the ESS that it asks for.
func (c *checks) asked(p adaptive) {
	is, square, missed := 0.0, 0.0, 0.0
	for prob := range enumerate.Every(func(d chains.Dice) { missed = p.missed(d) }) {
		is += prob * missed
		square += prob * missed * missed
	}
	c.add(askedESS, "", 0, is, square)
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
