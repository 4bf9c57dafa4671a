package spectra_test

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"pgregory.net/rapid"

	"breadboard/exact/spectra"
)

// drawGraph draws a chain with few edges. Each state goes to some states with equal probability,
// or stays if it draws none.
func drawGraph(t *rapid.T, most int) *spectra.Matrix {
	n := rapid.IntRange(1, most).Draw(t, "states")
	p := make([]float64, n*n)
	for x := range n {
		to := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 0, 3, rapid.ID).Draw(t, "to")
		if len(to) == 0 {
			to = []int{x}
		}
		for _, y := range to {
			p[x*n+y] = 1 / float64(len(to))
		}
	}
	return spectra.Dense(n, p)
}

// ways tells between which states there is a way of exactly t steps, for t from 0 to most.
func ways(m *spectra.Matrix, most int) [][][]bool {
	n := m.N()
	out := make([][][]bool, most+1)
	for t := range out {
		out[t] = make([][]bool, n)
		for x := range n {
			out[t][x] = make([]bool, n)
			if t == 0 {
				out[t][x][x] = true
				continue
			}
			for z, ok := range out[t-1][x] {
				if ok {
					m.Row(z, func(y int, _ float64) { out[t][x][y] = true })
				}
			}
		}
	}
	return out
}

// classesHold compares classes with ways counted one by one: two states are of one class if
// there are ways of some length between them in both directions; the period divides the length
// of every way back, and is the largest number that does.
func classesHold(m *spectra.Matrix, classes []spectra.Class) error {
	n := m.N()
	all := ways(m, 2*n*n)
	leads := func(x, y int) bool {
		return slices.ContainsFunc(all, func(w [][]bool) bool { return w[x][y] })
	}
	seen := 0
	for _, c := range classes {
		seen += len(c.States)
		for _, x := range c.States {
			period := 0
			for t, w := range all[1:] {
				if w[x][x] {
					for period, t = t+1, period; t > 0; {
						period, t = t, period%t
					}
				}
			}
			if period != c.Period {
				return fmt.Errorf("state %d has period %d, its class %v %d", x, period, c.States, c.Period)
			}
			for y := range n {
				if err := classHolds(c, x, y, leads); err != nil {
					return err
				}
			}
		}
		if left := slices.ContainsFunc(c.States, func(x int) bool {
			return slices.ContainsFunc(slices.Collect(others(n, c.States)), func(y int) bool { return leads(x, y) })
		}); left == c.Closed {
			return fmt.Errorf("class %+v is left: %v", c, left)
		}
	}
	if seen != n {
		return fmt.Errorf("%d states in classes, of %d", seen, n)
	}
	return nil
}

// classHolds checks where state y belongs, as seen from state x of a class.
func classHolds(c spectra.Class, x, y int, leads func(x, y int) bool) error {
	within := slices.Contains(c.States, y)
	if both := leads(x, y) && leads(y, x); within != both {
		return fmt.Errorf("ways between states %d and %d: %v; class %+v", x, y, both, c)
	}
	if c.Closed && !within && leads(x, y) {
		return fmt.Errorf("state %d leads to %d out of the closed class %+v", x, y, c)
	}
	return nil
}

// others visits the states that are not among these.
func others(n int, states []int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for y := range n {
			if !slices.Contains(states, y) && !yield(y) {
				return
			}
		}
	}
}

// brokenPeriods give classes a wrong period.
var brokenPeriods = map[string]func(m *spectra.Matrix, classes []spectra.Class){
	"every class has the first one's": func(_ *spectra.Matrix, classes []spectra.Class) {
		for c := range classes {
			classes[c].Period = classes[0].Period
		}
	},
	"the number of states": func(_ *spectra.Matrix, classes []spectra.Class) {
		for c := range classes {
			classes[c].Period = len(classes[c].States)
		}
	},
	"a state without a way back has period 1": func(_ *spectra.Matrix, classes []spectra.Class) {
		for c := range classes {
			classes[c].Period = max(classes[c].Period, 1)
		}
	},
}

// TestClasses holds the classes of small graphs to ways, and sees that wrong periods are caught.
func TestClasses(t *testing.T) {
	caught := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		m := drawGraph(t, 6)
		if err := classesHold(m, m.Classes()); err != nil {
			t.Fatal(err)
		}
		for name, spoil := range brokenPeriods {
			classes := m.Classes()
			spoil(m, classes)
			caught[name] = caught[name] || classesHold(m, classes) != nil
		}
	})
	for name := range brokenPeriods {
		if !caught[name] {
			t.Errorf("%s: never caught", name)
		}
	}
}

// TestClassesAsGonum holds the classes of larger graphs to gonum's components.
func TestClassesAsGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawGraph(t, 40)
		g := simple.NewDirectedGraph()
		for x := range m.N() {
			g.AddNode(simple.Node(x))
		}
		for x := range m.N() {
			m.Row(x, func(y int, _ float64) {
				if x != y {
					g.SetEdge(g.NewEdge(simple.Node(x), simple.Node(y)))
				}
			})
		}
		want := map[string]bool{}
		for _, component := range topo.TarjanSCC(g) {
			var states []int
			for _, node := range component {
				states = append(states, int(node.ID()))
			}
			slices.Sort(states)
			want[fmt.Sprint(states)] = true
		}
		classes := m.Classes()
		if len(classes) != len(want) {
			t.Fatalf("%d classes, not %d", len(classes), len(want))
		}
		for _, c := range classes {
			if !want[fmt.Sprint(c.States)] {
				t.Fatalf("%v is not a class", c.States)
			}
		}
	})
}

// TestPeriod: a closed class of period 4 and one of period 6 come round together after 12 steps;
// a class of period 5 that is left for good does not count.
func TestPeriod(t *testing.T) {
	const n = 4 + 6 + 5
	p := make([]float64, n*n)
	for _, cycle := range [][2]int{{0, 4}, {4, 6}, {10, 5}} {
		for i := range cycle[1] {
			p[(cycle[0]+i)*n+cycle[0]+(i+1)%cycle[1]] = 1
		}
	}
	p[10*n+11], p[10*n] = 0.5, 0.5
	if got := spectra.Period(spectra.Dense(n, p).Classes()); got != 12 {
		t.Errorf("the period is %d, want 12", got)
	}
}
