// Package shipped rebuilds bugs of annealed importance sampling, particle filters and
// conditional SMC that public threads report. It also settles what was only disputed there. It
// has only tests. For every bug one step is changed of a program that keeps the law of package
// programs. On two or three cells both sides of the law are summed exactly, so that a bug shows
// at once. The same sums say how many runs a sampled test would need. reports/shipped tells of them, and its numbers
// are held to these sums.
package shipped

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// Every bug breaks the laws that the report gives, by as much, and the right program keeps them. It is hidden where the
// report says so. Numbers count to six digits, because another machine may round the last ones the other way.
func TestShippedBugsBreakALaw(t *testing.T) {
	known := reported(t)
	page := committed(t, "bugs.md")
	for _, b := range shipped {
		t.Run(b.name, func(t *testing.T) {
			for _, c := range broken(checksOf(b.right)) {
				t.Errorf("the right program: %s, %s, is %v, and %v is right", c.law, c.at, c.is, c.want)
			}
			for _, c := range broken(checksOf(b.hidden)) {
				t.Errorf("it should be hidden %s: %s, %s, is %v, and %v is right", b.hides, c.law, c.at, c.is, c.want)
			}
			found := broken(checksOf(b.wrongly))
			if len(found) == 0 || len(found) != len(known[b.name]) {
				t.Fatalf("%d laws are broken, and %d in the report", len(found), len(known[b.name]))
			}
			for i, c := range found {
				r := known[b.name][i]
				if c.law != r.Law || c.at != r.At || c.runs() != r.Runs || !near(c.is, r.Value) || !near(c.want, r.Want) ||
					!near(c.sd, r.SD) {
					t.Errorf("%+v takes %d runs, and in the report it is %+v", c, c.runs(), r)
				}
			}
			for _, words := range []string{b.name + ": " + b.short, b.thread, b.hides} {
				if !strings.Contains(page, words) {
					t.Errorf("bugs.md does not say %q", words)
				}
			}
		})
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*math.Abs(b)+1e-12 }

// A row of the report is a law that a bug breaks.
type row struct {
	Bug, Law, At string
	Value        float64
	Want         float64 `json:"should_be"`
	SD           float64
	Runs         int
}

// reported has the rows by bug.
func reported(t *testing.T) map[string][]row {
	t.Helper()
	var all []row
	must.Do(t, json.Unmarshal([]byte(committed(t, "bugs.json")), &all))
	by := map[string][]row{}
	for _, r := range all {
		by[r.Bug] = append(by[r.Bug], r)
	}
	if len(by) != len(shipped) {
		t.Errorf("%d bugs in the report, want %d", len(by), len(shipped))
	}
	return by
}

// committed is a file of the report, its lines joined.
func committed(t *testing.T, name string) string {
	t.Helper()
	data := must.Have(os.ReadFile(filepath.Join("..", "..", "reports", "shipped", name)))(t)
	return strings.Join(strings.Fields(string(data)), " ")
}

// With two particles both means and the posterior of particle Gibbs are right although offspring replay. Single
// weights still tell.
func TestTwoParticlesHideReplayFromPosterior(t *testing.T) {
	all := broken(checksOf(filtering(ending(on2(4)), 2, always, replaying())))
	if len(all) != 1 || all[0].law != byAtom {
		t.Fatalf("broken are %v, and only %s was expected", all, byAtom)
	}
	says := fmt.Sprintf("%d runs see one at %s", all[0].runs(), all[0].at)
	if !strings.Contains(committed(t, "bugs.md"), says) {
		t.Errorf("bugs.md does not say %q", says)
	}
}

// Log likelihoods that lie symmetrically about one value have the same ESS with either sign.
func TestSymmetricLogLikelihoodsHideTheSign(t *testing.T) {
	symmetric := []float64{3, 4, 5, 6, 7}
	if a, b := ess(scaled(symmetric, 0.7)), ess(scaled(symmetric, -0.7)); math.Abs(a-b) > 1e-12 {
		t.Errorf("the ESS is %g with one sign and %g with the other", a, b)
	}
}

// Conditional SMC may resample only at low ESS, as long as the ESS counts all particles, also the kept one.
func TestConditionalSMCMayResampleAtLowESS(t *testing.T) {
	two, three := on2(3), ending(on2(3))
	for _, c := range []struct {
		when      string
		problem   programs.Problem
		particles int
		share     float64
		steps     steps
		holds     bool
	}{
		{"never", two, 2, 0, right, true},
		{"if the ESS is below 3/4", two, 2, 0.75, right, true},
		{"always", two, 2, always, right, true},
		{"if the ESS is below 9/10", three, 3, 0.9, right, true},
		{"if that of the free particles is below 9/10", three, 3, 0.9, withoutKept(), false},
	} {
		count, resampled := 0, c.steps.resampled
		c.steps.resampled = func(logs []float64, ancestors []int) []float64 {
			count++
			return resampled(logs, ancestors)
		}
		f := newFilter(c.problem, c.particles, c.share, c.steps)
		if off := chaintest.AtomsOf(f, c.problem).Finding().Value; (off < 1e-12) != c.holds {
			t.Errorf("resampling %s: the law is off by %g", c.when, off)
		}
		mean := 0.0
		for prob := range enumerate.Every(func(d chains.Dice) { count = 0; f.Forward(d) }) {
			mean += prob * float64(count)
		}
		if chooses := c.share > 0 && c.share < always; chooses && !(mean > 0.1 && mean < float64(c.problem.T()-1)-0.1) {
			t.Errorf("with %d particles a run resamples %g times: hardly a choice", c.particles, mean)
		}
	}
}

// AIS need not stop before its last temperature: the last kernel changes the samples, and no weight.
func TestLastKernelChangesSamplesAlone(t *testing.T) {
	var both [2]accounts.Account
	for i, p := range []programs.Problem{on2(4), ending(on2(4))} {
		if f := chaintest.AtomsOf(annealing(p), p).Finding(); !f.OK {
			t.Error(f)
		}
		var err error
		if both[i], err = accounts.Of(t.Context(), annealing(p), p); err != nil {
			t.Fatal(err)
		}
	}
	with, without := both[0], both[1]
	if math.Abs(with.B()-without.B()) > 1e-12 {
		t.Errorf("B is %g with the last kernel and %g without", with.B(), without.B())
	}
	if !(with.J() < without.J()) {
		t.Errorf("J is %g with the last kernel and %g without", with.J(), without.J())
	}
}

// Of the ways to estimate R from the weights of many particle Gibbs sweeps only the harmonic mean is right, because in
// equilibrium a sweep is a reverse run. The mean of log w, as in the code of the thread, is too high; the log of the
// mean of w, as the thread asks, is higher still.
func TestSweepsPoolByHarmonicMean(t *testing.T) {
	p := ending(on2(3))
	mean, logs, inverse := 0.0, 0.0, 0.0
	for _, a := range chaintest.AtomsOf(newFilter(p, 3, always, right), p).Reverse {
		mean += a.Mass * math.Exp(a.LogW)
		logs += a.Mass * a.LogW
		inverse += a.Mass * math.Exp(-a.LogW)
	}
	if !(logs > 0.01 && math.Log(mean) > logs) {
		t.Errorf("both readings of the thread should be too high, the second more: %g, %g", logs, math.Log(mean))
	}
	if off := -math.Log(inverse); math.Abs(off) > 1e-12 {
		t.Errorf("the harmonic mean is off by %g", off)
	}
}

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
