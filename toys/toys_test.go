package toys_test

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// gap returns the exact run of T linear levels from the uniform density.
func gap(t *testing.T, target toys.Target, k chains.Kernel, T int) exact.Measured {
	t.Helper()
	g, err := exact.Measure(t.Context(), chains.Annealing{Grid: target.Grid, Kernel: k, Schedule: chains.Linear(T),
		Bridge: chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}})
	must.Do(t, err)
	return g
}

// TestPictures: barrier is drawn with its modes, and staircase with the stairs of its corridor between walls.
func TestPictures(t *testing.T) {
	inf := math.Inf(-1)
	for _, c := range []struct {
		of    toys.Target
		rows  string
		means map[rune]float64
	}{
		{toys.Barrier(), "...#^^^ ...#^^^ ...#^^^ ####### ...#... ...#... ...#...", map[rune]float64{'#': -10, '^': 3}},
		{toys.Staircase(), "7776666 ######5 4444555 3###### 3332222 ######1 0000111", map[rune]float64{'#': inf, '1': 2,
			'2': 4, '3': 6, '4': 8, '5': 10, '6': 12, '7': 14}},
	} {
		for x, r := range []rune(strings.ReplaceAll(c.rows, " ", "")) {
			if c.of.LogF[x] != c.means[r] {
				t.Errorf("%s at %v is %v, want %v", c.of.Name, c.of.Grid.Coords(x), c.of.LogF[x], c.means[r])
			}
		}
	}
}

// TestFailures: each toy fails as its comment says.
func TestFailures(t *testing.T) {
	single := kernels.Metropolis{}
	short := gap(t, toys.Staircase(), single, 100)
	long := gap(t, toys.Staircase(), single, 1000)
	if !(short.J() > 4) {
		t.Errorf("staircase: J = %v at T = 100", short.J())
	}
	if !(long.J() < 0.05) {
		t.Errorf("staircase: J = %v at T = 1000", long.J())
	}
	if !(long.B() > 80*long.J()) {
		t.Errorf("staircase: B = %v is %v times J at T = 1000", long.B(), long.B()/long.J())
	}
	for depth, want := range map[float64]float64{0: 0.002, 4: 0.09, 8: 0.37, 16: 0.61} {
		if g := gap(t, toys.TwoBasins(depth), single, 1000); math.Abs(g.J()-want) > 0.005 {
			t.Errorf("basins of depth %v: J = %v, not %v", depth, g.J(), want)
		}
	}
	short = gap(t, toys.Funnel(), single, 1000)
	long = gap(t, toys.Funnel(), single, 4000)
	if !(short.B() > 100*short.J()) {
		t.Errorf("funnel: B = %v is %v times J at T = 1000", short.B(), short.B()/short.J())
	}
	if fall := short.J() / long.J(); !(fall > 12) {
		t.Errorf("funnel: four times T divides J by %v", fall)
	}
	if fall := short.B() / long.B(); !(fall < 5) {
		t.Errorf("funnel: four times T divides B by %v", fall)
	}
	if J := gap(t, toys.Ising(3, 3, 1, 0), single, 1000).J(); J > 3e-5 { // though all up and all down are not joined
		t.Errorf("ising: J = %v", J)
	}
	potts := toys.Potts(2, 2, 10, 4)
	if J := gap(t, potts, single, 100).J(); math.Abs(J-3.7948505039039646) > 1e-9 { // by orbits, in another language
		t.Errorf("potts: J = %v by single moves", J)
	}
	lines := potts
	lines.Grid = potts.Grid.Of(grid.Line)
	if J := gap(t, lines, single, 100).J(); !(J > 10.5) {
		t.Errorf("potts: J = %v by single moves along lines", J)
	}
	if J := gap(t, potts, kernels.HeatBath{}, 100).J(); !(J < 4e-4) {
		t.Errorf("potts: J = %v by heat-bath", J)
	}
}

// called returns the toy of this name.
func called(name string) toys.Toy {
	return toys.Catalogue[slices.IndexFunc(toys.Catalogue, func(t toys.Toy) bool { return t.Name == name })]
}

// TestParameters: every toy takes its example, and makes the target that it says.
func TestParameters(t *testing.T) {
	var prints strings.Builder
	for _, toy := range toys.Catalogue {
		name := toy.Name
		var params []string
		if toy.Params != "" {
			name += ":" + toy.Example
			params = strings.Split(toy.Example, ":")
		}
		made, err := toy.Read(params)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		target := made.Target(3)
		if made.Grid.String() != target.Grid.String() {
			t.Errorf("%s: a box %v for %v", name, made.Grid, target.Grid)
		}
		if target.Name != name {
			t.Errorf("%s makes a target called %s", name, target.Name)
		}
		if toy.Model != (target.Model != nil) || toy.Hierarchical != (made.Hierarchical != nil) {
			t.Errorf("%s is called a model: %v, hierarchical: %v", name, toy.Model, toy.Hierarchical)
		}
		print(&prints, target)
		if toy.Hierarchical {
			print(&prints, made.Hierarchical(3).Simulated(5))
		}
		fmt.Fprintf(&prints, "%s, %s: %s; %v %d\n", toy.Spec(), toys.Title(toy.Name), toy.About, toy.Seeded, toy.Seed)
	}
	print(&prints, called("ising").Of(0, "1x3", "0.7", "field=0.3"))
	must.Golden(t, "testdata/prints.golden", prints.String())
}

// print writes what tells a target from others.
func print(w io.Writer, of toys.Target) {
	fmt.Fprintf(w, "%s %v %v %.9g\n", of.Name, of.Grid, of.Grid.Kinds(), must.Fingerprint(of.LogF))
	if of.Model != nil {
		fmt.Fprintf(w, "\t%.6g %v\n", of.Model.Data, of.Model.Latents)
	}
}

func TestParametersRefused(t *testing.T) {
	for spec, says := range map[string]string{
		"random:x":            `SIGMA is "x"; use a number from 0 to 1e+06`,
		"two-basins:-1":       `DEPTH is "-1"`,
		"ising:3:1":           `ROWSxCOLS is "3"; use two whole numbers from 1, with at least two sites, as in 3x3`,
		"ising:1x1:1":         `ROWSxCOLS is "1x1"`,
		"ising:6x6:1":         "2^36 cells; use up to 1,073,741,824",
		"ising:3x3:inf":       `COUPLING is "inf"`,
		"ising:3x3:1:field=x": `field is "x"; use a number from -1e+06 to 1e+06`,
		"ising:3x3:1:2":       `"2" is no setting that it has; use field=NUMBER`,
		"potts:2x2:1:1":       `STATES is "1"; use a whole number from 2 to 1073741824`,
		"clustering:0:2":      `N is "0"; use a whole number from 1 to 30`,
		"clustering:x:1":      `N is "x"`, // the first that is wrong
		"clustering:20:3":     "3^20 cells; use up to 1,073,741,824",
		"attributes:6:6":      "2^36 cells; use up to 1,073,741,824",
		"lowrank:6:6:2":       "3^24 cells; use up to 1,073,741,824",
	} {
		name, rest, _ := strings.Cut(spec, ":")
		toy := called(name)
		params := strings.Split(rest, ":")
		if !toy.Takes(len(params)) {
			params = append(params, "1")
		}
		_, err := toy.Read(params)
		must.FailAt(t, err, says, "", "%s", spec)
	}
}

// TestLeast: the least parameters are right.
func TestLeast(t *testing.T) {
	for _, spec := range []string{"random:0", "two-basins:0", "ising:1x2:0", "ising:2x2:1:field=0.5", "potts:2x1:2:0",
		"clustering:1:2", "attributes:1:1", "lowrank:1:1:1", "regression:1:2", "linear:1:1:2", "logistic:1:1:2"} {
		name, params, _ := strings.Cut(spec, ":")
		must.Have(called(name).Read(strings.Split(params, ":")))(t)
	}
	must.Panic(t, func() { called("random").Of(1, "x") }, "a wrong parameter")
}

// TestLowRank: y = u v + noise, where both factors are 0 or ±1.5 with the probabilities of a normal density.
func TestLowRank(t *testing.T) {
	tail := math.Exp(-1.5 * 1.5 / 2)
	both := math.Pow(2*tail/(1+2*tail), 2) // that no factor is 0
	logf := called("lowrank").Of(1, "1", "1", "1").Model.Given([][]float64{{0}}).LogF
	want := math.Log((1 - both + both*math.Exp(-2.25*2.25/2)) / math.Sqrt(2*math.Pi))
	must.Near(t, chains.LogSum(logf), want, 1e-13, "log p(y = 0)")
}

// TestTakes: a setting may stand behind the parameters.
func TestTakes(t *testing.T) {
	for toy, counts := range map[string][]bool{"ising": {false, false, true, true, false},
		"attributes": {false, false, true, false, false}} {
		for n, want := range counts {
			if got := called(toy).Takes(n); got != want {
				t.Errorf("%s takes %d parameters: %v", toy, n, got)
			}
		}
	}
}

// TestLargestGrid: the grid of a target is known without making it.
func TestLargestGrid(t *testing.T) {
	made := must.Have(called("ising").Read([]string{"5x6", "1"}))(t)
	if n := made.Grid.Size(); n != toys.MostCells {
		t.Errorf("%d cells, not %d", n, toys.MostCells)
	}
}

// A target is a log density on a grid. BARRIER has a dominant mode behind a wall of low
// density.
func Example() {
	t := toys.Barrier()
	fmt.Println(t.Name, t.Grid)
	for _, cell := range [][]int{{1, 5}, {5, 1}, {3, 0}} {
		fmt.Println(cell, t.LogF[t.Grid.Index(cell...)])
	}
	// Output:
	// barrier 7x7
	// [1 5] 3
	// [5 1] 0
	// [3 0] -10
}
