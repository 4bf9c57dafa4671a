package validation

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
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

// Glauber's ring of 11 spins. All laws hold and the gap is his. No coordinate
// has a longer IAT than the magnetisation, and by symmetry all have the same. An operator that is reversible and does
// not say so, as one that was given as a matrix, is found out. A cycle is not reversible, and less is known of it.
func TestBounds(t *testing.T) {
	const coupling, n = 0.4, 11
	v, l := timed(t, on(toys.Ising(1, n, coupling, 0), kernels.HeatBath{}))
	e := l.Bounds
	if !v.OK() || e == nil {
		t.Fatalf("%s: %s", v.Verdict(), l.SpeedErr)
	}
	gap := (1 - math.Tanh(2*coupling)) / float64(n)
	holds(t, fmt.Sprintf("%d spins, whose gap is %.15g", n, gap), map[string]bool{
		"reversible":                          v.Balance == Reversible,
		"bounds in place of the speed":        l.Speed == nil,
		"the gap is above its lower bound":    e.Gap.Low <= gap*(1+1e-12),
		"the gap is below its upper bound":    gap <= e.Gap.High*(1+1e-12),
		"the gap is bounded to nine digits":   e.Gap.High-e.Gap.Low <= 1e-9*gap,
		"the averages of two coordinates":     len(e.Functions) >= 3 && e.Functions[1].Name == "coordinate 1",
		"a coordinate's IAT":                  len(e.Functions) > 1 && e.Functions[1].IAT.Value <= 2/gap-1,
		"one doubt, of the other coordinates": len(e.Doubts) == 1,
		"the mixing time is bounded":          e.Mixing.Low < e.Mixing.High,
		"Cheeger's inequality":                e.Cut.Phi >= gap/2,
	})
	veiled := bugs.Changed(kernels.Barker{}, func(o chains.Operator) chains.Operator { return &veil{o} })
	if _, l = timed(t, on(hilly(33, 32), veiled)); l.Bounds == nil {
		t.Fatal(l.SpeedErr)
	}
	holds(t, "Barker's rule", map[string]bool{
		"reversible":                     l.Bounds.Reversible,
		"the least eigenvalue exceeds 0": l.Bounds.Least.Value > 0,
	})
	v, l = timed(t, on(hilly(33, 32), kernels.GibbsSweep{}))
	if e = l.Bounds; e == nil {
		t.Fatal(l.SpeedErr)
	}
	holds(t, "a cycle", map[string]bool{
		"invariant and not reversible": v.Balance == Invariant && !e.Reversible,
		"the SLEM has no value":        math.IsNaN(e.SLEM.Value),
		"the SLEM is below 1":          e.SLEM.High < 1,
		"log f has no IAT":             math.IsNaN(e.Functions[0].IAT.Value),
	})
}

// veil hides that an operator is its own reversal.
type veil struct{ chains.Operator }

func (o *veil) Reversal() chains.Operator { return o.Operator }

// TestTooManyCells: where a matrix does not fit both ways of asking are refused.
func TestTooManyCells(t *testing.T) {
	s := on(toys.Ising(1, 13, 0.4, 0), metropolis)
	const says = "8,192 cells; up to 4,096, whose matrices fit"
	must.Refuse(Run(t.Context(), s, nil))(t, says, "an annealing")
	must.Refuse(At(t.Context(), s, 1))(t, says, "a level")
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
