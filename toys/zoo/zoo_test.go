package zoo_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/experiments/score"
	"breadboard/toys/zoo"

	"gonum.org/v1/gonum/floats"
)

// Every density has a name of its own, a line about it and at most 512 cells, and can be
// normalised.
func TestCatalogue(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range zoo.Catalogue() {
		if seen[d.Name] {
			t.Errorf("there are two densities %s", d.Name)
		}
		seen[d.Name] = true
		if d.About == "" {
			t.Errorf("%s has nothing about it", d.Name)
		}
		if !slices.Contains(zoo.Groups, d.Group) {
			t.Errorf("%s is in the group %q", d.Name, d.Group)
		}
		target := d.Make()
		if n := target.Grid.Size(); n > 512 || len(target.LogF) != n {
			t.Errorf("%s has %d cells and %d log densities", d.Name, n, len(target.LogF))
		}
		if norm := floats.LogSumExp(target.LogF); math.IsNaN(norm) || math.IsInf(norm, 0) {
			t.Errorf("%s has the log mass %v", d.Name, norm)
		}
	}
}

// The zoo is neither easy nor hopeless: from an exact draw, a thousand steps of Metropolis estimate
// the mean of a parameter as well as twelve draws do, for 30% to 90% of two parameters of posteriors.
func TestHardness(t *testing.T) {
	solved, all := 0, 0
	for _, d := range group("posteriors") {
		target := d.Make()
		s := score.NewSubject(target, "metropolis", kernels.Metropolis{})
		means, _, err := score.Functions(target, []string{"mean:1", "mean:2"})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := s.Measure(t.Context(), means, []score.Start{{Name: "exact", Law: s.P}}, []int{1000})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			all++
			if r.RESS() >= 12 {
				solved++
			}
		}
	}
	if share := float64(solved) / float64(all); !(share > 0.3 && share < 0.9) {
		t.Errorf("%d of %d means are estimated well", solved, all)
	}
}
