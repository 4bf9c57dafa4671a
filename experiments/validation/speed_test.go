package validation

import (
	"fmt"
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

// timed validates a candidate at beta = 1 and measures how fast it is.
func timed(t *testing.T, s Candidate) (Validation, Level) {
	t.Helper()
	v := must.Have(At(t.Context(), s, 1))(t)
	must.Do(t, v.Measure(t.Context(), nil))
	return v, v.Last()
}

// on is a kernel on a target.
func on(s toys.Target, k chains.Kernel) Candidate {
	return annealing(fmt.Sprintf("%T", k), s.Grid, chains.Uniform(s.LogF), s.LogF, k, 2)
}

// holds fails t for each condition that is false, by its name.
func holds(t *testing.T, of string, conditions map[string]bool) {
	t.Helper()
	for name, ok := range conditions {
		if !ok {
			t.Errorf("%s: not so: %s", of, name)
		}
	}
}

// If a chain does not leave the target invariant, its speed is towards the distribution
// that it does leave invariant, and a doubt says so. A chain in pieces has no relaxation time.
func TestSpeedOfFaultyChains(t *testing.T) {
	v, l := timed(t, mistaken(mistakeNamed("rare wrong jump")))
	if s := l.Speed; v.Balance != Unbalanced || !(s.Gap > 0) || len(s.Doubts) != 1 ||
		!strings.Contains(s.Doubts[0], "not invariant") {
		t.Errorf("it is %v, the gap is %v, the doubts are %q", v.Balance, s.Gap, s.Doubts)
	}
	_, l = timed(t, subject(t, "easy", "identity", "linear", 3))
	holds(t, "a chain that never moves", map[string]bool{
		"every cell is a class":                      len(l.Pattern.Classes) == 49,
		"the relaxation time is infinite":            math.IsInf(l.Speed.RelaxationTime, 1),
		"the gap is 0":                               l.Speed.Gap == 0,
		"no other cell is reached from the heaviest": len(l.Pattern.Unreached) == 48,
		"it averages nothing":                        len(l.Speed.Functions) == 0,
	})
}

// TestTooManyCells: where a matrix does not fit both ways of asking are refused. Where it fits and is large, a note
// says that the speed is left out.
func TestTooManyCells(t *testing.T) {
	s := on(toys.Ising(1, 13, 0.4, 0), metropolis)
	const says = "8,192 cells; up to 4,096, whose matrices fit"
	must.Refuse(Run(t.Context(), s, nil))(t, says, "an annealing")
	must.Refuse(At(t.Context(), s, 1))(t, says, "a level")
	v, l := timed(t, on(hilly(33, 32), oneWay))
	left := "how fast the chain is was not measured: 1,056 cells are too many for a matrix, and up to 1,024 would do"
	if l.Speed != nil || l.SpeedErr != "" || !slices.Contains(v.Notes, left) || !v.OK() {
		t.Errorf("the speed is %v, the error %q, the notes are %q: %s", l.Speed, l.SpeedErr, v.Notes, v.Verdict())
	}
}

// oneWay is not reversible, and has short rows.
var oneWay = kernels.Cycle{Kernels: []chains.Kernel{kernels.Metropolis{}, kernels.King{}}}

// hilly returns a target on a large box, that spans some nats.
func hilly(lens ...int) toys.Target {
	g := grid.New(lens...)
	f := make([]float64, g.Size())
	for x := range f {
		f[x] = 2 * math.Sin(float64(g.Coord(x, 0))+float64(g.Coord(x, 0)*g.Coord(x, 1))/40) // no product
	}
	return toys.Target{Grid: g, LogF: f}
}

// Peskun's order is one of invariant kernels: beside one that is not it is left out,
// with a word, and beside one that is it is there.
func TestOrderOfInvariantKernelsAlone(t *testing.T) {
	for name, invariant := range map[string]bool{"rare wrong jump": false, "one axis": true} {
		v := must.Have(At(t.Context(), mistaken(mistakeNamed(name)), 1))(t)
		must.Do(t, v.Compare(t.Context(), nil))
		ordered := slices.ContainsFunc(v.Compared[1:], func(b Beside) bool { return b.Order != "" })
		said := strings.Contains(strings.Join(v.Notes, "\n"), "Peskun's order is left out")
		if ordered != invariant || said == invariant || len(v.Compared) != len(kernels.Catalogue)+1 {
			t.Errorf("%s is %v: %d are compared, ordered %v, the notes are %q", name, v.Balance,
				len(v.Compared), ordered,
				v.Notes)
		}
	}
}

// J and B beside a kernel, at its T and at the T of equal cost, agree with exact.Run to
// the promised digits. T - 1 levels of one cost as much as those of the other, to half a
// level. Barker, lazy Metropolis and a kernel that never moves are below Metropolis in Peskun's
// order. Kernels in no order have a pair of moves that shows it.
func TestBesideTheCatalogue(t *testing.T) {
	const seven = 7
	s := subject(t, "easy", "metropolis", "linear", seven)
	v := must.Have(Run(t.Context(), s, nil))(t)
	must.Do(t, v.Compare(t.Context(), nil))
	if len(v.Notes) > 0 {
		t.Errorf("%q", v.Notes)
	}
	exactly := func(kernel string, T int) exact.Result {
		return must.Have(exact.Run(t.Context(), subject(t, "easy", kernel, "linear", T).Annealing))(t)
	}
	for i, b := range v.Compared[1:] {
		below := b.Name == "barker" || strings.HasPrefix(b.Name, "lazy") || b.Name == "identity"
		if (b.Order == "below") != below || (b.Order == "neither") != (b.Pair != "") {
			t.Errorf("%s is %q, by the pair %q", b.Name, b.Order, b.Pair)
		}
		if off := math.Abs(float64(b.Equal-1)*b.Cost - (seven-1)*s.Cost); off > b.Cost/2 && b.Equal > 2 {
			t.Errorf("%s: the cost of %d levels is %v from that of the kernel", b.Name, b.Equal, off)
		}
		if i%4 != 0 {
			continue
		}
		here := exactly(b.Name, seven)
		there := exactly(b.Name, b.Equal)
		for name, of := range map[string][2]float64{"J": {b.J, here.J()}, "B": {b.B, here.B()},
			"B at equal cost": {b.EqualB, there.B()}} {
			must.Near(t, of[0], of[1], 1e-9*math.Abs(of[1])+1e-20, "%s: %s", b.Name, name)
		}
	}
}
