package chaintest_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestCatalogue holds every catalogued kernel to every law.
func TestCatalogue(t *testing.T) {
	for _, k := range kernels.Catalogue {
		t.Run(k.Name, func(t *testing.T) { chaintest.Laws(t, k.Make) })
	}
}

// TestSweep holds a kernel that is not reversible to the laws: first the rows,
// then the columns, each coordinate redrawn; its reversal does columns first.
func TestSweep(t *testing.T) {
	chaintest.Laws(t, kernels.Rows{To: sweep(0, 1), Back: sweep(1, 0)})
}

// accepting proposes single moves and accepts by rule(log f there, here).
func accepting(rule func(there, here float64) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				visit(y, rule(logf[y], logf[x])/float64(g.Moves()))
			}
		}
	}
}

// sweep redraws the coordinate along the first axis named, then that along the
// second; on a grid of other than two axes, along the first axis only.
func sweep(first, second int) kernels.Rule {
	redraw := func(g grid.Grid, logf []float64, x, axis int, p float64, visit func(int, float64)) {
		from := x - g.Coord(x, axis)*g.Stride(axis)
		mass := 0.0
		for i := range g.Len(axis) {
			mass += math.Exp(logf[from+i*g.Stride(axis)])
		}
		if mass == 0 {
			visit(x, p)
			return
		}
		for i := range g.Len(axis) {
			y := from + i*g.Stride(axis)
			visit(y, p*math.Exp(logf[y])/mass)
		}
	}
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		merged := make([]float64, g.Size())
		add := func(y int, p float64) { merged[y] += p }
		if g.Axes() != 2 {
			redraw(g, logf, x, 0, 1, add)
		} else {
			redraw(g, logf, x, first, 1, func(y int, p float64) { redraw(g, logf, y, second, p, add) })
		}
		for y, p := range merged {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}
}

// weightLate takes the weight after the move, where it is not yet due.
func weightLate(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	weights := make([]float64, a.Grid.Size())
	for y, v := range l.LogF() {
		weights[y] = math.Exp(v)
	}
	x = d.Pick(weights)
	for t := 2; t <= a.T(); t++ {
		before := slices.Clone(l.LogF())
		a.LevelAt(l, t)
		op.Aim(l)
		x = op.Step(x, d)
		logw += l.LogF()[x] - before[x]
	}
	return x, logw
}

// weightByChance adds to the weight what no path has in it.
func weightByChance(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	x, logw = chaintest.Sampler.Forward(a, d)
	return x, logw + float64(d.Pick([]float64{1, 1}))
}

// a breakage is a bug, and what the suite is to say of it.
type breakage struct {
	name   string
	kernel chains.Kernel
	run    chaintest.Programs
	laws   []string // that must be among those broken
	keeps  []string // that this bug does not break
}

// both are the laws whose breach follows where a kernel breaks its density.
var both = []string{"invariance", "reversal", "Crooks", "E_fwd[w] = Z_T/Z_1", "E_rev[1/w] = Z_1/Z_T", "E_fwd[w], propagated", "E_rev[1/w], propagated"}

// apart are those whose breach follows where what is pushed is not what is stepped.
var apart = []string{"J, exact = enumerated", "E_fwd[log w], exact = enumerated", "E_rev[log w], exact = enumerated",
	"law of log w, exact = enumerated", "B = KL(fwd||rev) + KL(rev||fwd)", "B by Eq. (22)-(23)"}

func metropolis(there, here float64) float64 { return math.Exp(min(0, there-here)) }

func breakages() []breakage {
	run, late, chance := chaintest.Sampler, chaintest.Sampler, chaintest.Sampler
	late.Forward, chance.Forward = weightLate, weightByChance
	here := []string{"rows", "push", "pull", "step", "slope"} // of a reversal alone
	intoWall := func(g grid.Grid, _ []float64, x int, visit func(int, float64)) { visit((x+1)%g.Size(), 0.5) }
	return []breakage{
		{"wrong temperature", kernels.Rows{To: accepting(func(there, here float64) float64 { return metropolis(0.9*there, 0.9*here) })},
			run, both, []string{"rows", "push", "step"}},
		{"acceptance inverted", kernels.Rows{To: accepting(func(there, here float64) float64 { return metropolis(here, there) })},
			run, append([]string{"B >= J"}, both...), nil},
		{"weight after the move", kernels.Metropolis{}, late, []string{"Crooks", "E_fwd[w] = Z_T/Z_1", "one weight a path",
			"E_fwd[log w], exact = enumerated", "law of log w, exact = enumerated"}, []string{"invariance", "reversal"}},
		{"chance in the weight", kernels.Metropolis{}, chance, []string{"one weight a path"}, []string{"invariance", "J, exact = enumerated"}},
		{"sweep not reversed", kernels.Rows{To: sweep(0, 1)}, run, []string{"reversal", "Crooks", "B = KL(fwd||rev) + KL(rev||fwd)"},
			[]string{"invariance", "E_fwd[w] = Z_T/Z_1", "E_rev[1/w] = Z_1/Z_T"}},
		{"enters a wall", kernels.Rows{To: intoWall}, run, []string{"rows", "invariance"}, nil},
		{"enters a wall in reverse", kernels.Rows{To: accepting(metropolis), Back: intoWall}, run, []string{"rows of the reversal", "reversal"}, here},
		{"one cell off by 1e-6", kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			accepting(metropolis)(g, logf, x, func(y int, p float64) {
				if x == 0 {
					p *= 1 + 1e-6
				}
				visit(y, p)
			})
		}}, run, []string{"invariance", "Crooks"}, nil},
		{"other rows by p", with(hasty), run, []string{"rows and push by p"}, []string{"invariance", "pull", "rows"}},
		{"other rows by p in reverse", back(hasty), run, []string{"rows and push by p of the reversal"}, here},
		{"the pair pulled by another rule", with(unmoved), run, []string{"pull of a pair"}, []string{"invariance", "pull", "step"}},
		{"a share of the pair taken for the whole", with(greedy), run, []string{"pull of a pair"}, []string{"invariance", "pull", "step"}},
		{"the pair pulled by another rule in reverse", back(unmoved), run, []string{"pull of a pair by the reversal"}, here},
		{"the slope of another rule", with(flat), run, []string{"slope"}, []string{"invariance", "push", "step"}},
		{"the slope of another rule in reverse", back(flat), run, []string{"slope of the reversal"}, here},
		{"pushes what it does not step", with(halfPush), run, append([]string{"push", "pull"}, apart...), []string{"invariance", "step"}},
		{"pushes in reverse what it does not step", back(halfPush), run, []string{"push of the reversal", "pull of the reversal"}, here},
		{"steps what it does not push", with(stuck), run, append([]string{"step", "Crooks"}, apart...), []string{"invariance", "push"}},
		{"steps in reverse what it does not push", back(stuck), run, []string{"step of the reversal", "Crooks"}, here},
	}
}

// TestEveryLawCanFail breaks laws one bug at a time and asks that the suite says
// so, by the laws that the bug is about; and that there is a bug for every law.
func TestEveryLawCanFail(t *testing.T) {
	asked, names := map[string]bool{}, chaintest.KernelLawNames()
	for _, c := range breakages() {
		t.Run(c.name, func(t *testing.T) {
			broken := map[string]bool{}
			for _, b := range chaintest.Breaches(c.kernel, c.run) {
				broken[b.Law] = true
			}
			for _, law := range c.laws {
				asked[law] = true
				if !broken[law] {
					t.Errorf("the law %q did not notice; those that did: %v", law, broken)
				}
			}
			for _, law := range c.keeps {
				if broken[law] || !slices.Contains(names, law) {
					t.Errorf("the law %q accuses, but it holds; or there is none", law)
				}
			}
		})
	}
	for _, law := range names {
		if !asked[law] {
			t.Errorf("no bug is asked to break the law %q", law)
		}
		delete(asked, law)
	}
	if len(asked) > 0 {
		t.Errorf("there are no laws %v", asked)
	}
}
