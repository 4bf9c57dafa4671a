package validation_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// causeOf validates a rule in a rising annealing on a 4x5 grid with no symmetry, and names the cause.
func causeOf(t *testing.T, rule kernels.Rule) string {
	t.Helper()
	return causeFrom(t, make([]float64, 20), rule)
}

// causeFrom is causeOf from an initial density.
func causeFrom(t *testing.T, from []float64, rule kernels.Rule) string {
	t.Helper()
	a := chains.Annealing{Grid: grid.New(4, 5), Schedule: chains.Linear(4), Kernel: kernels.Rows{To: rule},
		Bridge: chains.Geometric{From: from, To: rugged(20)}}
	v, err := validation.Run(t.Context(), validation.Candidate{Name: "rule", Annealing: a, Base: a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v.OK() {
		t.Fatal("no law is broken")
	}
	if v.Cause == nil {
		return ""
	}
	return v.Cause.Name
}

// rugged is a log density without symmetry or repeated values.
func rugged(n int) []float64 {
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = 1.7*math.Sin(3.1*float64(x)) + 0.8*math.Sin(7.3*float64(x)+1)
	}
	return logf
}

// read is Metropolis on log f as change makes it.
func read(change func(g grid.Grid, logf []float64, x int) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		wrong := make([]float64, len(logf))
		for y := range wrong {
			wrong[y] = change(g, logf, y)
		}
		bugs.Plain(g, wrong, x, visit)
	}
}

func times(k float64) kernels.Rule {
	return read(func(_ grid.Grid, logf []float64, x int) float64 { return k * logf[x] })
}

// proposing accepts like Metropolis what it proposes with this probability.
func proposing(p func(g grid.Grid, x, y, m int, d float64) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				visit(y, p(g, x, y, m, logf[y]-logf[x]))
			}
		}
	}
}

func exits(g grid.Grid, x int) float64 {
	n := 0.0
	for m := range g.Moves() {
		if _, ok := g.Move(x, m); ok {
			n++
		}
	}
	return n
}

// Slips that people make, beyond the catalogue of bugs, have their own causes.
func TestCauses(t *testing.T) {
	for want, rule := range map[string]kernels.Rule{
		"inverted":    times(-1),
		"flat":        times(0),
		"squared":     times(2),
		"square-root": times(0.5),
		"log10":       times(1 / math.Ln10),
		"ln10":        times(math.Ln10),
		"ln2":         times(math.Ln2),
		"log2":        times(1 / math.Ln2),
		"temperature": times(0.77),
		"order": read(func(g grid.Grid, logf []float64, x int) float64 {
			return logf[g.Coord(x, 1)*g.Len(0)+g.Coord(x, 0)]
		}),
		"flipped": read(func(g grid.Grid, logf []float64, x int) float64 {
			return logf[g.Index(g.Len(0)-1-g.Coord(x, 0), g.Coord(x, 1))]
		}),
		"shifted": read(func(_ grid.Grid, logf []float64, x int) float64 { return logf[(x+1)%len(logf)] }),
		"edges": proposing(func(g grid.Grid, x, _, _ int, d float64) float64 {
			return bugs.Accept(d) / exits(g, x)
		}),
		"edges-inverted": proposing(func(g grid.Grid, x, y, _ int, d float64) float64 {
			return bugs.Accept(d+math.Log(exits(g, y)/exits(g, x))) / exits(g, x)
		}),
		"lopsided": proposing(func(_ grid.Grid, _, _, m int, d float64) float64 {
			return bugs.Accept(d) * []float64{0.25, 0.25, 0.4, 0.1}[m]
		}),
	} {
		if got := causeOf(t, rule); got != want {
			t.Errorf("the cause is %q, want %q", got, want)
		}
	}
}

// A kernel that is sound and not the one that it claims to be is named, and one that is parted by the
// target's walls is not blamed for them.
func TestCausesOfSoundKernels(t *testing.T) {
	inf := math.Inf(-1)
	walled := validation.Walled([]float64{0, 1, 2, inf, inf, inf, 1, 0, 3}, 3, 3)
	for want, s := range map[string]validation.Candidate{
		"kernel": {Declared: kernels.Metropolis{}, Annealing: chains.Annealing{Grid: grid.New(4, 5), Kernel: kernels.Barker{},
			Schedule: chains.Linear(3), Bridge: chains.Geometric{From: make([]float64, 20), To: rugged(20)}}},
		"target": {Annealing: chains.Annealing{Grid: walled.Grid, Kernel: kernels.Metropolis{}, Schedule: chains.Linear(3),
			Bridge: chains.Geometric{From: chains.Uniform(walled.LogF), To: walled.LogF}}},
	} {
		v, err := validation.Run(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if v.Cause == nil {
			t.Errorf("no cause, want %q: %s", want, v.Verdict())
		} else if v.Cause.Name != want {
			t.Errorf("the cause is %q, want %q", v.Cause.Name, want)
		}
	}
}

// Two cells of equal mass that change places are no proof of a sampler that proposes until it moves.
func TestNoCauseOfTwoCells(t *testing.T) {
	v, err := validation.Run(t.Context(), walked([][]int{{1}, {0}}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if v.OK() {
		t.Error("a chain with a period keeps all laws")
	}
	if v.Cause != nil {
		t.Errorf("the cause is %q: %s", v.Cause.Name, v.Verdict())
	}
}

// If beta is multiplied in twice the power of f is beta itself, which no single level could tell.
func TestCauseOfBetaTwice(t *testing.T) {
	got := causeOf(t, func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		whole := rugged(20)
		beta := (logf[1] - logf[0]) / (whole[1] - whole[0])
		times(beta)(g, logf, x, visit)
	})
	if got != "beta-twice" {
		t.Errorf("the cause is %q, want beta-twice", got)
	}
}

// From an initial density that is not flat the level before is no power of f.
func TestCauseOfStaleLevel(t *testing.T) {
	from := make([]float64, 20)
	for x := range from {
		from[x] = math.Cos(2.3 * float64(x))
	}
	to := rugged(20)
	for by, want := range map[float64]string{-1: "level-before", 1: "level-after"} {
		got := causeFrom(t, from, func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			slope := (to[1] - from[1]) - (to[0] - from[0])
			beta := ((logf[1] - logf[0]) - (from[1] - from[0])) / slope
			beta = math.Round(3*beta)/3 + by/3
			if beta < 0 || beta > 1.1 {
				beta -= by / 3
			}
			read(func(_ grid.Grid, _ []float64, y int) float64 { return (1-beta)*from[y] + beta*to[y] })(g, logf, x, visit)
		})
		if got != want {
			t.Errorf("the cause is %q, want %q", got, want)
		}
	}
}

// A fault of no family has no cause: where some probability of one or two random moves goes
// elsewhere, in a kernel of the catalogue, on any target.
func TestNoCauseOfRandomFaults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kernels.Catalogue[:len(kernels.Catalogue)-4]).Draw(t, "kernel") // on the cells alone
		g := grid.New(rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(2, 5).Draw(t, "columns"))
		n := g.Size()
		logf := rapid.SliceOfN(rapid.Float64Range(-3, 3), n, n).Draw(t, "log f")
		s := validation.Candidate{Name: k.Name, Annealing: chains.Annealing{Grid: g, Kernel: k.Make,
			Schedule: chains.Linear(2), Bridge: chains.Geometric{From: make([]float64, n), To: logf}}}
		op, level := s.Kernel.On(s.Grid), s.NewLevel()
		level.Move(2, 1)
		op.Aim(level)
		rows := laws.RowsOf(op, n)
		for i := range rapid.IntRange(1, 2).Draw(t, "faults") {
			x := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("from ", i))
			y := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("to ", i))
			z := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("instead of ", i))
			moved := rows[x][z] * rapid.Float64Range(0.01, 0.5).Draw(t, fmt.Sprint("share ", i))
			rows[x][y] += moved
			rows[x][z] -= moved
		}
		s.Given = func(int) [][]float64 { return rows }
		s.Kernel = kernels.Matrices{N: n, P: [][]float64{flat(rows)}}
		v, err := validation.At(t.Context(), s, 1)
		if err != nil {
			t.Fatal(err)
		}
		if v.Cause != nil {
			t.Fatalf("%s", v.Verdict())
		}
	})
}

func flat(rows [][]float64) (all []float64) {
	for _, row := range rows {
		all = append(all, row...)
	}
	return all
}
