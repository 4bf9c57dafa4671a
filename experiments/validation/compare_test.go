package validation_test

import (
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/experiments"
	"breadboard/experiments/validation"
)

// Peskun's order is one of invariant kernels: beside one that is not it is left out,
// with a word, and beside one that is it is there.
func TestOrderOfInvariantKernelsAlone(t *testing.T) {
	for _, name := range []string{"rare wrong jump", "one axis"} {
		s := validation.Seeded(bugs.Named(name))
		v, err := validation.At(t.Context(), s, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Compare(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		ordered := slices.ContainsFunc(v.Compared[1:], func(b validation.Beside) bool { return b.Order != "" })
		said := strings.Contains(strings.Join(v.Notes, "\n"), "Peskun's order is left out")
		if invariant := v.Balance != validation.Unbalanced; ordered != invariant || said == invariant ||
			len(v.Compared) != len(chains.Kernels)+1 {
			t.Errorf("%s is %v: %v, %+v", name, v.Balance, v.Notes, v.Compared)
		}
	}
}

// A kernel whose row is blank is told why: a second walker on 49 cells makes 2401.
func TestBlankRowsAreTold(t *testing.T) {
	c, err := experiments.Setting{Toy: "easy", Kernel: "metropolis"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	s, err := validation.Of(t.Context(), c, 3)
	if err != nil {
		t.Fatal(err)
	}
	v, err := validation.Run(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Compare(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if want := "swap has no J and B beside: its space has more than 500 states"; !slices.Equal(v.Notes, []string{want}) {
		t.Errorf("%q", v.Notes)
	}
}
