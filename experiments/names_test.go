package experiments

import (
	"slices"
	"strings"
	"testing"
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
