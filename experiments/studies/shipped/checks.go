package shipped

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

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

// Laws are all laws, in the order of the figure.
var Laws = []string{meanW, meanInvW, byCell, gibbs, byAtom, askedESS}

// A Check is an expectation that a law fixes, with its exact value. A sampled test estimates it
// by the mean of draws.
type Check struct {
	Law      string
	At       string // which, if the law has several: a cell, a level, a weight
	Want, Is float64
	SD       float64 // of one draw
	Places   int     // of the law, at which a sampled test has to look: it does not know where the law breaks
}

// off is the distance between the exact value and the value that the law wants.
func (c Check) off() float64 { return math.Abs(c.Is - c.Want) }

// broken reports whether the distance is more than the rounding of sums over a million paths and
// of bisections in 60 steps.
func (c Check) broken() bool { return c.off() > 1e-9 }

// runs is the number of runs whose mean is expected to be two standard errors beyond the z that accuse. At all places
// together z accuse a right program as rarely as 3 do at one.
func (c Check) runs() int {
	return c.needed(distuv.UnitNormal.Quantile(1-distuv.UnitNormal.Survival(3)/float64(c.Places)) + 2)
}

// Half is the number of runs whose mean is expected to lie just where a test of this level accuses, at all places
// together: a normal mean accuses then half of the time.
func (c Check) Half(level float64) int {
	return c.needed(distuv.UnitNormal.Quantile(1 - level/2/float64(c.Places)))
}

// needed is the number of runs whose mean is expected to be so many standard errors off. A draw for a law by atom takes
// two runs.
func (c Check) needed(errors float64) int {
	draws := max(1, int(math.Ceil(math.Pow(errors*c.SD/c.off(), 2))))
	if c.Law == byAtom {
		return 2 * draws
	}
	return draws
}

// checks collects the checks of a program.
type checks struct {
	all    []Check
	target []float64
}

// add adds a check of the weights, of which the mean and the mean square are known.
func (c *checks) add(law, at string, want, is, square float64) {
	c.all = append(c.all, Check{Law: law, At: at, Want: want, Is: is, SD: math.Sqrt(max(0, square-is*is))})
}

// checksOf returns the checks that apply to a program.
func checksOf(s subject) []Check {
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
	places := map[string]map[string]bool{} // an atom of both sides is one place
	for _, k := range c.all {
		if places[k.Law] == nil {
			places[k.Law] = map[string]bool{}
		}
		places[k.Law][k.At] = true
	}
	for i, k := range c.all {
		c.all[i].Places = len(places[k.Law])
	}
	return c.all
}

// forward checks E_fwd[w] = R, and E_fwd[w; x] = R p(x) for every cell.
func (c *checks) forward(atoms []chaintest.Atom) {
	all, squares := 0.0, 0.0
	of := make([]float64, len(c.target))
	squared := make([]float64, len(c.target))
	for _, a := range atoms {
		square := a.Mass * math.Exp(a.LogW)
		all, squares = all+a.Mass, squares+square
		of[a.X] += a.Mass
		squared[a.X] += square
	}
	c.add(meanW, "", 1, all, squares)
	for x, p := range c.target {
		c.add(byCell, fmt.Sprintf("cell %d", x), p, of[x], squared[x])
	}
}

// reverse checks E_rev[1/w] = P_fwd(w > 0)/R. That is 1/R if no forward run has weight 0.
func (c *checks) reverse(atoms chaintest.Atoms) {
	var want, is, square float64
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
	kept := c.marginals(f.posterior)
	next := c.marginals(f.again)
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
	var is, square, missed float64
	for prob := range enumerate.Every(func(d chains.Dice) { missed = p.missed(d) }) {
		is += prob * missed
		square += prob * missed * missed
	}
	c.add(askedESS, "", 0, is, square)
}

// broken returns a check for every law that is broken: the one that shows it in the fewest runs.
func broken(checks []Check) (all []Check) {
	best := map[string]Check{}
	for _, c := range checks {
		if known, ok := best[c.Law]; c.broken() && (!ok || c.runs() < known.runs()) {
			best[c.Law] = c
		}
	}
	for _, law := range []string{meanW, meanInvW, byCell, gibbs, askedESS, byAtom} {
		if c, ok := best[law]; ok {
			all = append(all, c)
		}
	}
	return all
}
