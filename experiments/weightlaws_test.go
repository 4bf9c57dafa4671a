package experiments

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"breadboard/exact/accounts/averages"
)

// A mean of one run is the run, and tails of importance sampling are sums over cells. A
// constant in log f moves log R alone.
func TestWeightLaws(t *testing.T) {
	file := filepath.Join(t.TempDir(), "high.csv")
	if err := os.WriteFile(file, []byte("1e15,1000000000000001\n1000000000000003,1e15\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := chainOf(t, Setting{Target: file})
	specs := []string{"importance", "ais", "sir:3"}
	account, err := c.Accounts(t.Context(), []int{3}, specs, nil)
	if err != nil {
		t.Fatal(err)
	}
	one, err := c.Averages(t.Context(), []int{3}, specs, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range account {
		if got, want := one[i].Arithmetic.Value.Mean, -a.Paths.Forward; !(math.Abs(got-want) < 1e-9) {
			t.Errorf("%s: the bias of one forward run is %v, want %v", specs[i], got, want)
		}
		if got, want := one[i].Harmonic.Value.Mean, a.Paths.Reverse; !(math.Abs(got-want) < 1e-9) {
			t.Errorf("%s: the bias of one reverse run is %v, want %v", specs[i], got, want)
		}
	}
	rows, err := c.Tails(t.Context(), []int{3}, specs, []float64{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Weights over R are 4e^v/(2 + e + e^3) for v = 0, 1, 3, 0: one in four is above 1, by 1.17 nats.
	for i, above := range rows[0].Above.Value {
		if above.Low != 0.25 {
			t.Errorf("P(log w > log R + b) is at least %v at place %d, want 1/4", above.Low, i)
		}
	}
}

// Sums over cells are closed forms, and the tails of all others are inverted.
func TestWeightLawsSayHow(t *testing.T) {
	c, specs := chainOf(t, Setting{Toy: "two-basins:6"}), []string{"importance", "ais", "sir:3"}
	one, err := c.Averages(t.Context(), []int{3}, specs, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Tails(t.Context(), []int{3}, specs, []float64{1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []averages.How{averages.Closed, averages.Inverted, averages.Inverted} {
		if tail, largest := rows[i].Above.Value[0].How, one[i].Largest.Value.How; tail != want || largest != want {
			t.Errorf("%s: the tail is by %s and the largest by %s, want %s", specs[i], tail, largest, want)
		}
		if how := one[i].Arithmetic.Value.How; how != averages.Integral {
			t.Errorf("%s: the mean is by %s", specs[i], how)
		}
	}
}

// Programs whose law is not known say why, in the order of T and programs.
func TestWeightLawsThatAreNotKnown(t *testing.T) {
	rows, err := chainOf(t, Setting{Toy: "two-basins:6"}).Tails(t.Context(), []int{4, 2}, []string{"smc:2", "sir:2"},
		[]float64{1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if want := []int{4, 4, 2, 2}[i]; r.T != want {
			t.Errorf("row %d is at T = %d, want %d", i, r.T, want)
		}
		if known := r.Above.Unknown == ""; known != (r.Program == "sir:2") {
			t.Errorf("row %d, %s: known is %v", i, r.Program, known)
		}
	}
}
