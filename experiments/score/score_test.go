package score

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/exact/timeaverage"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// plan is a plan of two kernels and one that never moves, on two densities.
func plan(evaluations bool) *Plan {
	one := func(name string, k chains.Kernel) chains.Entry[chains.Kernel] {
		return chains.Entry[chains.Kernel]{Name: name, Make: k}
	}
	return &Plan{
		Densities: []zoo.Density{{Name: "steep", Make: steep}, {Name: "barrier", Make: toys.Barrier}},
		Kernels: []chains.Entry[chains.Kernel]{one("metropolis", kernels.Metropolis{}),
			one("heat-bath", kernels.HeatBath{}), one("identity", kernels.Identity{})},
		Starts: []string{"exact"}, Budgets: []int{60, 120}, Evaluations: evaluations,
	}
}

// made are the functions of some specs that are not constant.
func made(t *testing.T, target toys.Target, specs ...string) []Function {
	all, _, err := Functions(target, specs)
	return must.Have(all, err)(t)
}

// run runs a plan.
func run(t *testing.T, p *Plan) Result {
	t.Helper()
	must.Do(t, p.Prepare())
	return must.Have(p.Run(t.Context(), nil))(t)
}

// The rows are those of a run, but for what they have beside one another.
func TestMeasure(t *testing.T) {
	p := plan(false)
	want := run(t, p).Rows
	got := must.Have(p.Measure(t.Context()))(t)
	Normalize(got)
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), sameReal); diff != "" {
		t.Error(diff)
	}
}

// At equal evaluations a step of heat-bath on 7x7 costs six of metropolis. A kernel that evaluates nothing is left out.
func TestEqualEvaluations(t *testing.T) {
	p := plan(true)
	result := run(t, p)
	for _, r := range result.Rows {
		if want := r.Budget / 6; r.Density == "barrier" && r.Kernel == "heat-bath" && r.N != want {
			t.Errorf("%d evaluations buy %d steps, want %d", r.Budget, r.N, want)
		}
		if r.Kernel == "metropolis" && r.N != r.Budget {
			t.Errorf("%d evaluations buy %d steps of metropolis", r.Budget, r.N)
		}
		want := r.RESS() / (float64(r.Budget+r.Budget/6) / 2)
		if r.Density == "barrier" && !(math.Abs(r.NESS/want-1) < 1e-12) {
			t.Errorf("NESS %v, want %v", r.NESS, want)
		}
	}
	left := result.LeftOut()
	if len(left) != 1 || left[0] != (LeftOut{Kernel: "identity", Densities: 2}) {
		t.Errorf("left out %v, want identity on both densities", left)
	}
}

// A spec suits those densities on which there is such a thing, and is bad if it suits none.
func TestSpecsThatSuitSome(t *testing.T) {
	p := plan(false)
	p.Functions = []string{"mode:4"}
	result := run(t, p)
	for _, r := range result.Rows {
		if r.Density != "barrier" {
			t.Errorf("%s has a row of mode:4", r.Density)
		}
	}
	if left, n := result.LeftOut(), len(result.Unsuited); len(left) > 0 || n != 1 {
		t.Errorf("left out %v, because a density has no mode:4; %d densities are unsuited, want one", left, n)
	}
	p.Functions = []string{"mode:5"}
	must.Fail(t, p.Prepare(), p.Densities[0].Name+" are numbered", "no density has five modes, and")
}

// Work beyond the limit is left out.
func TestMostWork(t *testing.T) {
	p := plan(false)
	p.Kernels, p.MostWork = p.Kernels[:1], 1
	result := run(t, p)
	if n, left := len(result.Rows), result.LeftOut(); n > 0 || len(left) != 1 || left[0].Densities != 2 {
		t.Errorf("%d rows within one operation; left out %v, want metropolis on both densities", n, left)
	}
}

// What is left out unseen would be left out by its chain too.
func TestHopeless(t *testing.T) {
	p := plan(false)
	p.Kernels = kernels.Catalogue
	must.Do(t, p.Prepare())
	unseen := 0
	for _, p.MostWork = range []float64{1e4, 1e6, 1e8} {
		for _, j := range p.Jobs() {
			here, s := p.subject(j)
			if !p.Skips(j) {
				continue
			}
			unseen++
			if work := s.chain.Work(len(here.functions), p.Budgets); work <= p.MostWork {
				t.Errorf("%v takes %.3g operations, and is left out from %.3g", j, work, p.MostWork)
			}
		}
	}
	if unseen == 0 {
		t.Error("nothing is left out unseen")
	}
}

// steep is a density on 2x3 cells with a wall.
func steep() toys.Target {
	g := grid.New(2, 3).WithWalls(4)
	return toys.Target{Name: "steep", Grid: g, LogF: []float64{0, 1.5, -0.5, 2, math.Inf(-1), 1}}
}

// bruteForce is the bias and the mean squared error of the average of a function of the cell, over
// every path of the states of a chain from a law of the cell. It shares only the operator with Subject.
func bruteForce(k chains.Kernel, target toys.Target, h, start []float64, N int) (bias, mse float64) {
	g, logf := target.Grid, target.LogF
	if _, two := k.(kernels.Stretch); two { // the pair x, y has f(x) f(y)
		g = g.By(g).WallsWhere(func(s int) bool {
			return target.Grid.Wall(s/target.Grid.Size()) || target.Grid.Wall(s%target.Grid.Size())
		})
		logf = nil
		for _, first := range target.LogF {
			for _, second := range target.LogF {
				logf = append(logf, first+second)
			}
		}
	}
	bridge := chains.Geometric{From: chains.Uniform(logf), To: logf}
	op, level := chains.Annealing{Grid: g, Bridge: bridge, Kernel: k}.Aimed(2, 1)
	p, n := chains.Normalized(level.LogF()), g.Size()
	share := n / len(h)
	cells := make([]float64, len(h))
	mean := 0.0
	for x, mass := range p {
		cells[x/share] += mass
		if mass > 0 {
			mean += mass * h[x/share]
		}
	}
	rows := laws.RowsOf(op, n) // what is left of 1 on the diagonal
	var walk func(x, left int, prob, sum float64)
	walk = func(x, left int, prob, sum float64) {
		if left == 0 {
			bias += prob * sum / float64(N)
			mse += prob * sum * sum / float64(N*N)
			return
		}
		for y, q := range rows[x] {
			if q > 0 && p[y] > 0 {
				walk(y, left-1, prob*q, sum+h[y/share]-mean)
			}
		}
	}
	for x, mass := range p {
		if c := x / share; start[c] > 0 && mass > 0 {
			walk(x, N, start[c]*mass/cells[c], 0)
		}
	}
	return bias, mse
}

// Kernels with a larger space than the cells start with the rest drawn given the cell, and their
// averages are of the cell alone.
func TestSubjectOnALargerSpace(t *testing.T) {
	target := steep()
	h := []float64{1, -2, 0.5, 3, math.Inf(-1), 4}
	p := chains.Normalized(target.LogF)
	for name, k := range map[string]chains.Kernel{"stretch": kernels.Stretch{},
		"swap":       kernels.Stretch{},
		"metropolis": kernels.Metropolis{}} {
		s := NewSubject(target, name, k)
		for _, start := range []Start{{"exact", p}, {"lightest", only(lightest(p), len(p))}} {
			rows := must.Have(s.Measure(t.Context(), []Function{{Name: "h", Of: h}}, []Start{start}, []int{3}))(t)
			bias, mse := bruteForce(k, target, h, start.Law, 3)
			if r := rows[0]; !(math.Abs(r.Bias-bias) < 1e-13) || !(math.Abs(r.MSE()/mse-1) < 1e-12) {
				t.Errorf("%s from %s: bias %v and squared error %v, over all paths %v and %v", name,
					start.Name, r.Bias, r.MSE(),
					bias, mse)
			}
		}
	}
}

// TestWorstStart: the worst start has the largest mean squared error that there is from any cell, over
// all paths: for each function and number of steps by itself, also if cells have several states.
func TestWorstStart(t *testing.T) {
	target := steep()
	p := chains.Normalized(target.LogF)
	functions := []Function{{Name: "a", Of: []float64{1, -2, 0.5, 3, 0, 4}},
		{Name: "b", Of: []float64{0, 0, 0, 1, 0, 0}}}
	cells := map[int]bool{}
	for name, k := range map[string]chains.Kernel{"stretch": kernels.Stretch{},
		"swap":       kernels.Stretch{},
		"metropolis": kernels.Metropolis{}} {
		ns := []int{1, 2, 3}
		starts := []Start{{Name: "exact", Law: p}, {Name: Worst}}
		rows := must.Have(NewSubject(target, name, k).Measure(t.Context(), functions, starts, ns))(t)
		for f, h := range functions {
			for i, n := range ns {
				most, from := 0.0, -1
				for x := range p {
					if _, mse := bruteForce(k, target, h.Of, only(x, len(p)), n); mse > most {
						most, from = mse, x
					}
				}
				cells[from] = true
				r := rows[f*2*len(ns)+len(ns)+i]
				if r.Start != Worst || r.N != n || r.Budget != n || !(math.Abs(r.MSE()/most-1) < 1e-12) {
					t.Errorf("%s, %s from %s after %d steps: squared error %v, and %v from cell %d",
						name, h.Name, r.Start, r.N,
						r.MSE(), most, from)
				}
			}
		}
	}
	if len(cells) < 2 || cells[lightest(p)] && len(cells) < 3 {
		t.Errorf("the worst cells are %v alone, which tell nothing", cells)
	}
}

// RESS/N comes to its limit, from whichever start; a chain that never moves has none.
func TestLimit(t *testing.T) {
	target := steep()
	functions := made(t, target, "mean:2")
	p := chains.Normalized(target.LogF)
	for name, k := range map[string]chains.Kernel{"stretch": kernels.Stretch{},
		"identity": kernels.Identity{}} {
		rows := must.Have(NewSubject(target, name, k).Measure(t.Context(), functions,
			[]Start{{"lightest", only(lightest(p), 6)}},
			[]int{10_000_000}))(t)
		r := rows[0]
		if name == "identity" {
			if !math.IsNaN(float64(r.Limit)) {
				t.Errorf("identity has the limit %v", r.Limit)
			}
		} else if !(math.Abs(r.Efficiency()/float64(r.Limit)-1) < 1e-5) { // off by about 1/N times a few steps
			t.Errorf("RESS/N is %v, its limit %v", r.Efficiency(), r.Limit)
		}
	}
}

// TestSubjectUnderflow: a cell of mass 5e-324 has states whose mass is below any float. A start there takes the others.
func TestSubjectUnderflow(t *testing.T) {
	target := toys.Target{Name: "deep", Grid: grid.New(3), LogF: []float64{0, -5, -744.4}}
	starts := must.Have(Starts(target, []string{"lightest"}))(t)
	functions := made(t, target, "mean")
	rows := must.Have(NewSubject(target, "swap", kernels.Stretch{}).Measure(t.Context(),
		functions, starts, []int{100}))(t)
	if r := rows[0].RESS(); !(r > 1 && r < 100) {
		t.Errorf("RESS is %v, not from 1 to 100", r)
	}
}

// Functions are what they are called.
func TestFunctions(t *testing.T) {
	target := toys.Barrier()
	all := made(t, target, usual...)
	var names []string
	for _, f := range all {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "mean:1 mean:2 var:1 var:2 logf mode:1 mode:2 mode:3 mode:4" {
		t.Errorf("functions %s", got)
	}
	p, mean := chains.Normalized(target.LogF), 0.0
	for x, mass := range p {
		mean += mass * float64(x/7)
	}
	for x := range p {
		must.Near(t, all[2].Of[x], math.Pow(float64(x/7)-mean, 2), 1e-12, "var:1 of cell %d", x)
		if got, want := all[5].Of[x] == 1, x/7 < 3 && x%7 > 3; p[x] > 1e-3 && got != want {
			t.Errorf("cell %d is in the heaviest mode: %v", x, got)
		}
	}
}

// A function that is constant up to rounding has no RESS: spins at 0 and 1 with a mean of 0.5.
func TestConstantFunctions(t *testing.T) {
	target := toys.Target{Name: "flat", Grid: grid.New(2, 1, 3), LogF: []float64{0.1, 0.2, 0.3, 0.3, 0.2, 0.1}}
	_, constant, err := Functions(target, []string{"mean", "var"})
	if want := []string{"mean:2", "var:1", "var:2"}; err != nil || !slices.Equal(constant, want) {
		t.Errorf("%v are constant (%v), want %v", constant, err, want)
	}
}

// A function from a file has the target's form; in a line it suits any grid of as many cells.
func TestFunctionFromFile(t *testing.T) {
	square := filepath.Join(t.TempDir(), "square.csv")
	line := filepath.Join(t.TempDir(), "line.csv")
	for path, text := range map[string]string{square: "1,2,3\n4,-inf,6\n", line: "1\n2\n3\n4\n5\n6\n7\n8\n"} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	}
	cube := toys.Target{Name: "cube", Grid: grid.New(2, 2, 2), LogF: make([]float64, 8)}
	if here, there := made(t, steep(), "file:"+square)[0].Of[5], made(t, cube,
		"file:"+line)[0].Of[5]; here != 6 || there != 6 {
		t.Errorf("cell 5 has %v and %v, want 6", here, there)
	}
	if _, _, err := Functions(cube, []string{"file:" + square}); err == nil {
		t.Error("2x3 numbers on 2x2x2")
	}
}

// Wrong specs are told in one sentence.
func TestBadSpecs(t *testing.T) {
	for spec, want := range map[string]string{
		"mean:3":        "the axes of steep are numbered from 1 to 2",
		"var:9":         "the axes of steep are numbered from 1 to 2",
		"mode:x":        "the modes of steep are numbered from 1 to 3",
		"median":        "var:AXIS, logf, mode:I or file:PATH would do",
		"file:none.csv": "none.csv",
	} {
		if _, _, err := Functions(steep(), []string{spec}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	for spec, want := range map[string]string{
		"cell:6": "numbered from 0 to 5", "cell:4": "cell 4 of steep has no mass; one with mass, as 2, would do",
		"best": "exact, lightest, worst",
	} {
		must.Refuse(Starts(steep(), []string{spec}))(t, want, "%s", spec)
	}
}

// row is a row of this RESS.
func row(density, kernel, function string, n int, ress float64) Row {
	return Row{Density: density, Kernel: kernel, Function: function, Start: "exact", Budget: 100,
		Accuracy: timeaverage.Accuracy{N: n, Spread: 1, Variance: 1 / ress}}
}

// A leaderboard by hand: two axes on density A count as one estimate of 2/(1/20 + 1/60) = 30 draws.
func TestBoardByHand(t *testing.T) {
	rows := []Row{
		row("A", "slow", "mean:1", 100, 10), row("A", "slow", "mean:2", 100, 10), row("B", "slow", "mean:1", 100, 12),
		row("A", "fast", "mean:1", 50, 20), row("A", "fast", "mean:2", 50, 60), row("B", "fast", "mean:1", 50, 15),
	}
	Normalize(rows) // by the median of 50 and 100, which is 75
	b := Boards(rows)[0]
	want := []Line{{"fast", 2, []Score{{(30./75 + 15./75) / 2, 1}}}, {"slow", 2, []Score{{(10./75 + 12./75) / 2, 0.5}}}}
	if diff := cmp.Diff(want, b.Lines, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
		t.Errorf("the lines differ: %s", diff)
	}
}

// A profile counts functions one by one.
func TestProfileByHand(t *testing.T) {
	rows := []Row{row("A", "k", "mean:1", 100, 11), row("A", "k", "mean:2", 100, 13), row("B", "k", "mean:1", 100, 12)}
	early := rows[0]
	early.Budget = 10
	p := Profiles(append(rows, early))[0]
	if !slices.Equal(p.Budgets, []int{10, 100}) || !slices.Equal(p.Solved, []float64{0, 2. / 3}) {
		t.Errorf("at budgets %v it solves %v, want two of three at 100", p.Budgets, p.Solved)
	}
}

// A kernel that ran on one density of three comes last, whatever its score.
func TestFewDensitiesComeLast(t *testing.T) {
	rows := []Row{row("A", "easy alone", "mean:1", 100, 90)}
	for _, d := range []string{"A", "B", "C"} {
		rows = append(rows, row(d, "all", "mean:1", 100, 5))
	}
	Normalize(rows)
	if b := Boards(rows)[0]; b.Lines[0].Kernel != "all" {
		t.Errorf("%s comes first", b.Lines[0].Kernel)
	}
}

// TestPoints: a plan that calibrates has a point for each density, kernel and class, but of the worst cell, which is
// another one for every function.
func TestPoints(t *testing.T) {
	p := plan(false)
	p.Calibrate = true
	p.Functions = []string{"mean", "var", "logf"}
	p.Starts = []string{"exact", Worst}
	if got := run(t, p).Points; len(got) != 2*3*2 { // densities, kernels and classes
		t.Errorf("there are %d points", len(got))
	}
}

// A cell whose states have no mass that is a float has a law of them all the same.
func TestCellBelowAnyFloat(t *testing.T) {
	faint := toys.Target{Name: "faint", Grid: grid.New(5), LogF: []float64{0, 0, 0, 0, -743}}
	s, sum := NewSubject(faint, "swap", kernels.Stretch{}), 0.0
	for _, mass := range s.OnStates(only(4, 5)) {
		sum += mass
	}
	if !(math.Abs(sum-1) < 1e-12) || s.P[4] == 0 {
		t.Errorf("the cell has the mass %g, and its states have %v of it", s.P[4], sum)
	}
}
