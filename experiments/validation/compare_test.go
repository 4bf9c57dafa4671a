package validation_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/validation"
)

// Peskun's order is one of invariant kernels: beside one that is not it is left out,
// with a word, and beside one that is it is there.
func TestOrderOfInvariantKernelsAlone(t *testing.T) {
	for _, name := range []string{"rare wrong jump", "one axis"} {
		s := validation.Seeded(validation.BugNamed(name))
		v, err := validation.At(t.Context(), s, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Compare(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		ordered := slices.ContainsFunc(v.Compared[1:], func(b validation.Beside) bool { return b.Order != "" })
		said := strings.Contains(strings.Join(v.Notes, "\n"), "Peskun's order is left out")
		invariant := v.Balance != validation.Unbalanced
		if ordered != invariant {
			t.Errorf("%s is %v: ordered %v", name, v.Balance, ordered)
		}
		if said == invariant {
			t.Errorf("%s is %v: the notes are %q", name, v.Balance, v.Notes)
		}
		if n := len(v.Compared); n != len(kernels.Catalogue)+1 {
			t.Errorf("%s: %d kernels are compared", name, n)
		}
	}
}

// It is noted why a kernel's row is blank: a second walker on 49 cells makes 2401.
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
	if want := "swap has no J and B beside: its space has more than 500 states"; !slices.Equal(v.Notes,
		[]string{want}) {
		t.Errorf("%q", v.Notes)
	}
}

// seven is the number of levels of the annealings below.
const seven = 7

// besides returns the kernels beside Metropolis on EASY RANDOM.
func besides(t *testing.T) (s validation.Candidate, all []validation.Beside) {
	t.Helper()
	s = subject(t, "easy", "metropolis", "linear", seven)
	v, err := validation.Run(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Compare(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return s, v.Compared[1:]
}

// exactly runs a kernel on EASY RANDOM.
func exactly(t *testing.T, kernel string, T int) exact.Result {
	t.Helper()
	r, err := exact.Run(t.Context(), subject(t, "easy", kernel, "linear", T).Annealing)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// J and B beside a kernel, at its T and at the T of equal cost, agree with exact.Run to
// the promised digits. T - 1 levels of one cost as much as those of the other, to half a
// level.
func TestBesideTheCatalogue(t *testing.T) {
	s, all := besides(t)
	for _, b := range all {
		if b.Name == "swap" { // 2401 states
			if !math.IsNaN(b.J) {
				t.Errorf("swap has J = %v", b.J)
			}
			continue
		}
		here, there := exactly(t, b.Name, seven), exactly(t, b.Name, b.Equal)
		_, _, final := here.Marginal(49)
		for _, c := range []struct {
			name      string
			got, want float64
		}{{"J", b.J, final.Jeffreys()}, {"B", b.B, here.B()}, {"B at equal cost", b.EqualB, there.B()}} {
			if !(math.Abs(c.got-c.want) <= 1e-9*math.Abs(c.want)+1e-20) {
				t.Errorf("%s: %s is %v, want %v", b.Name, c.name, c.got, c.want)
			}
		}
		if off := math.Abs(float64(b.Equal-1)*b.Cost - (seven-1)*s.Cost); off > b.Cost/2 && b.Equal > 2 {
			t.Errorf("%s: the cost of %d levels is %v from that of the kernel", b.Name, b.Equal, off)
		}
	}
}

// Barker, lazy Metropolis and a kernel that never moves are below Metropolis in Peskun's
// order. Kernels in no order have a pair of moves that shows it.
func TestPeskunsOrder(t *testing.T) {
	_, all := besides(t)
	for _, b := range all {
		below := b.Name == "barker" || strings.HasPrefix(b.Name, "lazy") || b.Name == "identity"
		if (b.Order == "below") != below {
			t.Errorf("%s is %q", b.Name, b.Order)
		}
		if (b.Order == "neither") != (b.Pair != "") {
			t.Errorf("%s is %q, by the pair %q", b.Name, b.Order, b.Pair)
		}
	}
}

// A kernel that is below another in Peskun's order averages no function better.
func TestKernelsBelowAverageNoBetter(t *testing.T) {
	iat := func(kernel string) (all []float64) {
		v := timed(t, subject(t, "easy", kernel, "linear", 3))
		for _, f := range v.Last().Speed.Functions {
			all = append(all, f.IAT)
		}
		return all
	}
	best := iat("metropolis")
	if len(best) != 4 {
		t.Fatalf("%d functions", len(best))
	}
	for _, kernel := range []string{"barker", "lazy:0.5"} {
		for i, v := range iat(kernel) {
			if v < best[i] {
				t.Errorf("%s averages function %d better than metropolis: %v, %v", kernel, i, v, best[i])
			}
		}
	}
}
