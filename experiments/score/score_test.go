package score

import (
	"math"
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

// TestEqualEvaluations: at equal evaluations a step of heat-bath on 7x7 costs six of metropolis. A kernel that
// evaluates nothing is left out.
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
	left := result.LeftOut
	if len(left) != 1 || left[0] != (LeftOut{Kernel: "identity", Densities: 2}) {
		t.Errorf("left out %v, want identity on both densities", left)
	}
}

// TestSpecsSuitAllDensities: specs suit every density, and leave some function on each.
func TestSpecsSuitAllDensities(t *testing.T) {
	p := plan(false)
	p.Functions = []string{"mode:4"}
	must.Fail(t, p.Prepare(), "the modes of steep are numbered from 1 to 3", "steep has no fourth mode, and")
	p = plan(false)
	p.Densities[1].Make = func() toys.Target { return toys.Target{Grid: grid.New(1), LogF: []float64{0}} }
	must.Fail(t, p.Prepare(), "all functions are constant on barrier", "a density of one cell")
}

// TestLeftOut: work beyond the limit is left out, and a kernel without a form too.
func TestLeftOut(t *testing.T) {
	p := plan(false)
	p.Kernels = append(p.Kernels[:1], chains.Entry[chains.Kernel]{Name: "king", Make: kernels.King{}})
	p.Densities[0].Make = func() toys.Target {
		target := steep()
		target.Grid = target.Grid.Of(grid.Any)
		return target
	}
	p.MostWork = 1
	result := run(t, p)
	want := []LeftOut{{"metropolis", 2, false}, {"king", 1, true}, {"king", 1, false}}
	if len(result.Rows) > 0 || !slices.Equal(result.LeftOut, want) {
		t.Errorf("%d rows within one operation; left out %v, want %v", len(result.Rows), result.LeftOut, want)
	}
}

// TestTooLarge: two walkers on 65,536 cells are left out where no kernel is named, and refused by name, before anything
// of them is made.
func TestTooLarge(t *testing.T) {
	p := plan(false)
	p.Densities = p.Densities[:1]
	p.Densities[0].Make = func() toys.Target {
		logf := make([]float64, 1<<16)
		logf[1] = 1
		return toys.Target{Grid: grid.New(256, 256), LogF: logf}
	}
	p.Functions = []string{"logf"}
	p.Kernels = kernels.OfPairs
	p.MostWork = 1e9
	if left := run(t, p).LeftOut; !slices.Equal(left, []LeftOut{{"stretch", 1, false}}) {
		t.Errorf("left out %v, want stretch", left)
	}
	p.MostWork = 0
	must.Fail(t, p.Prepare(), "65,536 cells take 0.977 TiB of memory, and a command has 2 GiB; use up to 2,930",
		"two walkers by name")
}

// TestTooManyFunctions: a function takes a float of every cell.
func TestTooManyFunctions(t *testing.T) {
	must.Do(t, checkFunctions(steep(), 1<<25))
	must.Fail(t, checkFunctions(steep(), 1<<26), "6 cells take 3 GiB of memory", "functions of 3 GiB")
}

// steep is a density on 2x3 cells with a wall.
func steep() toys.Target {
	g := grid.New(2, 3).WithWalls(4)
	return toys.Target{Name: "steep", Grid: g, LogF: []float64{0, 1.5, -0.5, 2, math.Inf(-1), 1}}
}

// bruteForce is the bias and the mean squared error of the average of a function of the cell, over
// every path of the states of a chain from a distribution of the cell. It shares only the operator with
// KernelOnDensity.
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

// TestMeasure: bias and mean squared error are those over all paths, also where the second of two walkers starts with a
// draw given the cell. The worst start has the largest error that there is from any cell, for each function and number
// of steps by itself.
func TestMeasure(t *testing.T) {
	target := steep()
	p := chains.Normalized(target.LogF)
	functions := []Function{{"a", []float64{1, -2, 0.5, 3, math.Inf(-1), 4}}, {"b", []float64{0, 0, 0, 1, 0, 0}}}
	starts := must.Have(Starts(target, []string{"exact", "lightest", "worst"}))(t)
	ns := []int{1, 2, 3}
	worst := map[int]bool{}
	for _, k := range []chains.Kernel{kernels.Stretch{}, kernels.Metropolis{}} {
		rows := must.Have(NewKernelOnDensity(target, "k", k).Measure(t.Context(), functions, starts, ns))(t)
		for i, r := range rows {
			h := functions[i/len(ns)/len(starts)]
			start := starts[i/len(ns)%len(starts)]
			n := ns[i%len(ns)]
			var bias, mse float64
			if start.Name == Worst {
				from := -1
				for x := range p {
					if b, m := bruteForce(k, target, h.Values, pointMass(x, len(p)), n); m > mse {
						bias = b
						mse = m
						from = x
					}
				}
				worst[from] = true
			} else {
				bias, mse = bruteForce(k, target, h.Values, start.Distribution, n)
			}
			must.Near(t, r.Bias, bias, 1e-13, "%T, %s from %s after %d steps: bias", k, h.Name, start.Name, n)
			must.Close(t, r.MSE(), mse, 1e-12, "%T, %s from %s after %d steps: error", k, h.Name, start.Name, n)
			if r.Function != h.Name || r.Start != start.Name || r.N != n || r.Budget != n {
				t.Errorf("row %d is %+v", i, r)
			}
		}
	}
	if len(worst) < 2 || worst[lightest(p)] && len(worst) < 3 {
		t.Errorf("the worst cells are %v alone, which tell nothing", worst)
	}
}

// TestLimit: RESS/N comes to its limit, from whichever start; a chain that never moves has none.
func TestLimit(t *testing.T) {
	target := steep()
	functions := made(t, target, "mean:2")
	starts := must.Have(Starts(target, []string{"lightest"}))(t)
	limit := func(k chains.Kernel) Row {
		of := NewKernelOnDensity(target, "k", k)
		return must.Have(of.Measure(t.Context(), functions, starts, []int{10_000_000}))(t)[0]
	}
	// A row is off by about 1/N times a few steps.
	if r := limit(kernels.Stretch{}); !(math.Abs(r.Efficiency()/r.Limit-1) < 1e-5) {
		t.Errorf("RESS/N is %v, its limit %v", r.Efficiency(), r.Limit)
	}
	if r := limit(kernels.Identity{}); !math.IsNaN(r.Limit) {
		t.Errorf("identity has the limit %v", r.Limit)
	}
}

// TestFunctions: functions are what they are called.
func TestFunctions(t *testing.T) {
	target := toys.Barrier()
	all := made(t, target, "mean", "var", "logf", "mode")
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
		must.Near(t, all[2].Values[x], math.Pow(float64(x/7)-mean, 2), 1e-12, "var:1 of cell %d", x)
		if got, want := all[5].Values[x] == 1, x/7 < 3 && x%7 > 3; p[x] > 1e-3 && got != want {
			t.Errorf("cell %d is in the heaviest mode: %v", x, got)
		}
	}
}

// TestConstantFunctions: a function that is constant up to rounding has no RESS: spins at 0 and 1 with a mean of 0.5.
func TestConstantFunctions(t *testing.T) {
	target := toys.Target{Name: "flat", Grid: grid.New(2, 1, 3), LogF: []float64{0.1, 0.2, 0.3, 0.3, 0.2, 0.1}}
	_, constant, err := Functions(target, []string{"mean", "var"})
	if want := []string{"mean:2", "var:1", "var:2"}; err != nil || !slices.Equal(constant, want) {
		t.Errorf("%v are constant (%v), want %v", constant, err, want)
	}
}

// TestFunctionFromFile: a function from a file has the target's form.
func TestFunctionFromFile(t *testing.T) {
	path := must.File(t, "square.csv", "1,2,3\n4,-inf,6\n")
	if v := made(t, steep(), "file:"+path)[0].Values[5]; v != 6 {
		t.Errorf("cell 5 has %v, want 6", v)
	}
}

// TestBadSpecs: wrong specs are told in one sentence.
func TestBadSpecs(t *testing.T) {
	for spec, want := range map[string]string{
		"mean:3":        "the axes of steep are numbered from 1 to 2",
		"mode:x":        "the modes of steep are numbered from 1 to 3",
		"median":        "var:AXIS, logf, mode:I or file:PATH",
		"file:none.csv": "none.csv",
	} {
		if _, _, err := Functions(steep(), []string{spec}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	for spec, want := range map[string]string{
		"cell:6": "numbered from 0 to 5", "cell:4": "cell 4 of steep has no mass; use one with mass, as 2",
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

// TestBoardByHand: a leaderboard by hand: two axes on density A count as one estimate of 2/(1/20 + 1/60) = 30 draws. A
// kernel that ran on one density of three comes last, whatever its score.
func TestBoardByHand(t *testing.T) {
	rows := []Row{
		row("A", "slow", "mean:1", 100, 10), row("A", "slow", "mean:2", 100, 10), row("B", "slow", "mean:1", 100, 12),
		row("A", "fast", "mean:1", 50, 20), row("A", "fast", "mean:2", 50, 60), row("B", "fast", "mean:1", 50, 15),
	}
	Normalize(rows) // by the median of 50 and 100, which is 75
	b := Boards(rows)[0]
	want := []Line{{"fast", 2, []Score{{(30./75 + 15./75) / 2, 1, 0}}},
		{"slow", 2, []Score{{(10./75 + 12./75) / 2, 0.5, 0}}}}
	if diff := cmp.Diff(want, b.Lines, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
		t.Errorf("the lines differ: %s", diff)
	}
	rows = append(rows, row("C", "slow", "mean:1", 100, 1), row("C", "fast", "mean:1", 100, 1),
		row("C", "easy alone", "mean:1", 100, 90))
	Normalize(rows)
	if lines := Boards(rows)[0].Lines; lines[0].Kernel != "fast" || lines[2].Kernel != "easy alone" {
		t.Errorf("the lines are %v", lines)
	}
}

// TestDiceOfSuccess: a RESS at the bound is a success by half of all dice. One of 24 has 1/RESS one standard error
// below the bound, as the errors of both functions add up: another chance of Φ(1) (1 - Φ(1)), which is 0.1335.
func TestDiceOfSuccess(t *testing.T) {
	rows := []Row{row("A", "k", "ks:1", 100, 12), row("B", "k", "ks:1", 100, 24), row("B", "k", "ks:2", 100, 24)}
	for i := range rows {
		rows[i].StdErr = 24
	}
	must.Near(t, score(rows).StdErr, math.Sqrt(0.25+0.1335)/2, 1e-5, "the error of the share")
}

// TestFromMatrix: a matrix that leaves the target invariant is a kernel, its rows in walls are not looked at, and
// another matrix is refused.
func TestFromMatrix(t *testing.T) {
	target := toys.Target{Name: "walled", Grid: grid.New(3), LogF: []float64{0, math.Log(3), math.Inf(-1)}}
	sound := []float64{0.7, 0.3, 0, 0.1, 0.9, 0, 5, 5, 5}
	k := must.Have(FromMatrix("m", sound, target, 0))(t)
	rows := must.Have(NewKernelOnDensity(target, "m", k.Make).Measure(t.Context(), made(t, target, "mean"),
		must.Have(Starts(target, []string{"exact"}))(t), []int{100_000}))(t)
	must.Near(t, rows[0].Efficiency(), 0.4/1.6, 1e-4, "the efficiency of an autocorrelation of 0.6")
	sound[0], sound[1] = 0.69, 0.31
	must.Refuse(FromMatrix("m", sound, target, 0))(t, "m does not leave walled invariant", "another matrix")
	must.Have(FromMatrix("m", sound, target, 0.02))(t)
}

// TestDraws: two seeds draw other chains; a chain is the same alone and among others; the cells after three steps have
// the distribution after three pushes.
func TestDraws(t *testing.T) {
	target := steep()
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Stretch{}} {
		s := NewKernelOnDensity(target, "k", k)
		exact := Start{"exact", s.P}
		drawn := func(seed uint64, all ...int) []int32 {
			draw := s.Draws(exact, seed)
			cells := make([]int32, 100)
			for _, i := range all {
				draw(cells, i)
			}
			return cells
		}
		if !slices.Equal(drawn(1, 0, 3), drawn(1, 3)) || slices.Equal(drawn(1, 3), drawn(2, 3)) {
			t.Errorf("%T: a chain is not of its seed and its number alone", k)
		}
		corner := Start{"corner", make([]float64, len(s.P))}
		corner.Distribution[0] = 1
		op, _ := s.Annealing.Aimed(2, 1)
		q := s.stateDistribution(corner.Distribution)
		next := make([]float64, len(q))
		for range 3 {
			op.Push(next, q)
			q, next = next, q
		}
		share := make([]float64, len(s.P))
		for x, v := range q {
			share[x/len(s.rest)] += v
		}
		counts := make([]float64, len(s.P))
		draw := s.Draws(corner, 1)
		for i := range 20_000 {
			var cells [3]int32
			draw(cells[:], i)
			counts[cells[2]] += 1. / 20_000
		}
		must.Each(t, counts, share, 0.02, "%T: the shares of cells", k)
	}
}
