package experiments

import (
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// TestCanonical: capitals do not matter, parameters stay, and any other word is left as it is.
func TestCanonical(t *testing.T) {
	for _, c := range []struct {
		field      Field
		word, want string
	}{
		{FieldToy, "BARRIER", "barrier"},
		{FieldToy, "Ising:3X3:0.4", "ising:3X3:0.4"},
		{FieldKernel, "Metropolis", "metropolis"},
		{FieldKernel, "Hamiltonian:3", "hamiltonian:3"},
		{FieldKernel, "gibbs", "gibbs"},
		{FieldKernel, "kng", "kng"},
		{FieldInitial, "Data/Barrier.csv", "Data/Barrier.csv"},
		{FieldInitial, "FILE:Own.csv", "file:Own.csv"},
		{FieldSchedule, "Linear", "linear"},
		{FieldTarget, "Easy", "Easy"}, // a file
	} {
		if got := Canonical(c.field, c.word); got != c.want {
			t.Errorf("the %s %q means %q, want %q", c.field, c.word, got, c.want)
		}
	}
}

// TestSynonymsLeadToNames: every word with a kindred name leads to a name of its catalogue, and none is such a name
// itself.
func TestSynonymsLeadToNames(t *testing.T) {
	for field, names := range synonyms {
		known := stems(Specs(field))
		for word, name := range names {
			if !slices.Contains(known, name) {
				t.Errorf("the %s %q leads to %q, which is not known", field, word, name)
			}
			if slices.Contains(known, word) || word != strings.ToLower(word) {
				t.Errorf("%q is a synonym of %s %q in spelling.go, and a name of the catalogue or has capitals: "+
					"take it out there", word, field, name)
			}
		}
	}
}

// TestExpandRange: ranges beside the names that somebody would write out.
func TestExpandRange(t *testing.T) {
	for _, c := range []struct {
		field Field
		word  string
		want  []string
	}{
		{FieldSchedule, "sigmoid:1..4", []string{"sigmoid:1", "sigmoid:2", "sigmoid:3", "sigmoid:4"}},
		{FieldSchedule, "geometric:1..10000x3", []string{"geometric:1", "geometric:100", "geometric:10000"}},
		{FieldKernel, "laplace:0.5..4x5", []string{"laplace:0.5", "laplace:0.8409", "laplace:1.414", "laplace:2.378",
			"laplace:4"}},
		{FieldKernel, "lazy:0.2..0.6x5", []string{"lazy:0.2", "lazy:0.3", "lazy:0.4", "lazy:0.5", "lazy:0.6"}},
		{FieldKernel, "hamiltonian:2..8x3", []string{"hamiltonian:2", "hamiltonian:5", "hamiltonian:8"}},
		{FieldKernel, "hamiltonian:1..2x4", []string{"hamiltonian:1", "hamiltonian:2"}},
		{FieldBridge, "power: 0.1 .. 0.3 x 3", []string{"power:0.1", "power:0.2", "power:0.3"}},
		{FieldInitial, "tempered:0..0.2x3", []string{"tempered:0", "tempered:0.1", "tempered:0.2"}},
		// what is no range of a number stays
		{FieldToy, "random:../sigma.csv", []string{"random:../sigma.csv"}},
		{FieldSchedule, "file:../betas.csv", []string{"file:../betas.csv"}},
		{FieldKernel, "mixture:1..3", []string{"mixture:1..3"}},
	} {
		if got := must.Have(ExpandRange(c.field, c.word))(t); !slices.Equal(got, c.want) {
			t.Errorf("the %s %s is %v, want %v", c.field, c.word, got, c.want)
		}
	}
	for word, says := range map[string]string{
		"laplace:0..4x5":    "goes in equal ratios, for the parameter is a scale; use a low end above 0",
		"laplace:4..0.5x5":  "does not rise",
		"laplace:2..2":      "does not rise",
		"laplace:0.5..4":    "is no range of numbers; use whole ones, as 1..8, or",
		"laplace:1..4x1":    "; use from 2 to 1000 values",
		"laplace:1..4x1001": "; use from 2 to 1000 values",
		"laplace:1..1001":   "; use from 2 to 1000 values",
		"laplace:1..2..3":   "is no range of numbers",
	} {
		must.Refuse(ExpandRange(FieldKernel, word))(t, says, word)
	}
}
