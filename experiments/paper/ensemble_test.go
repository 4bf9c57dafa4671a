package paper

import (
	"math"
	"testing"
)

func TestEnsembleAgainstCounting(t *testing.T) {
	rows, err := ensembles(t.Context(), 25, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 8 {
		t.Fatalf("%d rows, want J(100), J(1000), B(1000) and B/J(1000) of two toys", len(rows))
	}
	toys := Toys()
	for k, row := range rows {
		draws, err := drawAll(t.Context(), toys[k/4], 0, 25, nil)
		if err != nil {
			t.Fatal(err)
		}
		figure := func(d Draw) float64 {
			if row.Quantity == "B/J" {
				return d.Figures[2] / d.Figures[1]
			}
			return d.Figures[k%4]
		}
		published := []string{"0.13", "0.00518", "0.0705", "13.61", "4.73", "1.840", "2.309", "1.255"}[k]
		if !(Claim{Published{Printed: published}, row.Published}).Agrees() {
			t.Errorf("row %d: published %v, want %s", k, row.Published, published)
		}
		countsAgree(t, k, row, draws, figure)
	}
}

// countsAgree checks a row's percentile and quartiles by counting its 25 draws.
func countsAgree(t *testing.T, k int, row Ensemble, draws []Draw, figure func(Draw) float64) {
	t.Helper()
	counts := [4]int{} // draws not above the published figure and the three quartiles
	for _, d := range draws {
		for i, limit := range []float64{row.Published, row.Q1, row.Q2, row.Q3} {
			if figure(d) <= limit {
				counts[i]++
			}
		}
	}
	if want := 100 * float64(counts[0]) / 25; row.Percentile != want {
		t.Errorf("row %d: percentile %v, %v counted", k, row.Percentile, want)
	}
	for i, share := range []float64{0.25, 0.5, 0.75} {
		// An interpolated quantile lies between two neighbouring draws.
		if n := float64(counts[i+1]); math.Abs(n-25*share) > 1 {
			t.Errorf("row %d: %v of 25 draws below quartile %d", k, n, i+1)
		}
	}
}
