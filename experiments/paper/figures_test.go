package paper

import (
	"math"
	"testing"

	"breadboard/exact"
)

func TestGalleries(t *testing.T) {
	rows, err := galleries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, toy := range Toys() {
		target := toy.target()
		g, err := exact.Measure(t.Context(), Annealing(target, 100))
		if err != nil {
			t.Fatal(err)
		}
		if len(rows[i].Panels) != 5 {
			t.Fatalf("%s: %d panels", toy.Title, len(rows[i].Panels))
		}
		for k, panel := range rows[i].Panels {
			sum, z := 0.0, 0.0
			for _, v := range target.LogF { // f_1 is 1, so f at beta is f_T^beta
				z += math.Pow(math.Exp(v), panel.Beta)
			}
			for x, v := range target.LogF {
				p := panel.P[target.Grid.Coord(x, 0)][target.Grid.Coord(x, 1)]
				want := math.Pow(math.Exp(v), panel.Beta) / z
				if k == 4 {
					want = g.Q[x]
				}
				// An exp and a sum of 49 terms, with exponents to some 30.
				if math.Abs(p-want) > 1e-13 {
					t.Errorf("%s, %s, beta = %v, cell %d: %v, want %v", toy.Title, panel.Name, panel.Beta, x, p, want)
				}
				sum += p
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("%s, %s: the probabilities sum to %v", toy.Title, panel.Name, sum)
			}
		}
	}
}

func TestCurvesAreTheTables(t *testing.T) {
	ts := []int{10, 100, 300}
	curves, err := curves(t.Context(), ts, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := tightenAll(t.Context(), ts, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, row := range rows {
		c := curves[k/len(ts)]
		i := k % len(ts)
		if c.Toy != row.Title {
			t.Errorf("row %d is of %s; the curve is of %s", k, row.Title, c.Toy)
		}
		if c.T[i] != row.T {
			t.Errorf("row %d has T = %d; the curve has %d", k, row.T, c.T[i])
		}
		if c.J[i] != row.J() {
			t.Errorf("row %d has J = %v; the curve has %v", k, row.J(), c.J[i])
		}
		if c.B[i] != row.B() {
			t.Errorf("row %d has B = %v; the curve has %v", k, row.B(), c.B[i])
		}
	}
}
