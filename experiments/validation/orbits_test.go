package validation_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid/must"
)

// validated is metropolis on a toy, measured and compared.
func validated(t *testing.T, toy, orbits string) (validation.Validation, validation.Level) {
	t.Helper()
	chain := must.Have(experiments.Setting{Toy: toy, Orbits: orbits}.Chain())(t)
	v := must.Have(validation.Run(t.Context(), must.Have(validation.Of(t.Context(), chain, 3))(t), nil))(t)
	must.Do(t, v.Measure(t.Context(), nil))
	must.Do(t, v.Compare(t.Context(), nil))
	if !v.OK() && toy != "curie-weiss:7:0" { // which has the period 2
		t.Errorf("%s: laws are broken: %v", toy, v.Broken())
	}
	return v, v.Last()
}

// TestOrbits: the eigenvalues on orbits are among those on all cells, log f is averaged as there, and the validated
// kernel is itself in the catalogue. What breaks the symmetry is said to be unseen.
func TestOrbits(t *testing.T) {
	_, full := validated(t, "ising:2x2:0.4", "")
	v, few := validated(t, "ising:2x2:0.4", experiments.OwnOrbits)
	for _, gap := range few.Speed.Gaps {
		if !slices.ContainsFunc(full.Speed.Gaps,
			func(other complex128) bool { return math.Abs(real(gap-other)) < 1e-12 }) {
			t.Errorf("1 - %v is no eigenvalue on all cells: %v", gap, full.Speed.Gaps)
		}
	}
	if a, b := few.Speed.Functions[0], full.Speed.Functions[0]; len(few.Speed.Functions) != 1 ||
		math.Abs(a.IAT.Value-b.IAT.Value) > 1e-9*b.IAT.Value {
		t.Errorf("averages of %v on orbits, %v on cells", few.Speed.Functions, b)
	}
	for _, b := range v.Compared {
		if b.Name == "metropolis" && (b.Order != "itself" && b.Order != "equal" || math.Abs(b.J-v.J) > 1e-12) {
			t.Errorf("beside: %+v, J %v", b, v.J)
		}
	}
	if !slices.ContainsFunc(v.Notes, func(n string) bool { return strings.Contains(n, "unseen") }) {
		t.Errorf("notes %q", v.Notes)
	}
}

// TestFreeSpins: metropolis on N spins without coupling flips one at each step. This is Ehrenfest's urn, whose
// eigenvalues are 1 - 2k/N, k from 0 to N.
func TestFreeSpins(t *testing.T) {
	v, last := validated(t, "curie-weiss:7:0", "")
	if v.J > 1e-12 {
		t.Errorf("J %v of a flat target", v.J)
	}
	for k := 1; k <= 7; k++ {
		want := 2 * float64(k) / 7
		if !slices.ContainsFunc(last.Speed.Gaps,
			func(gap complex128) bool { return math.Abs(real(gap)-want) < 1e-12 }) {
			t.Errorf("no gap %v among %v", want, last.Speed.Gaps)
		}
	}
}
