package ranking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/experiments"
)

func contest(js, bs []float64) Contest {
	c := Contest{}
	for i := range js {
		c.Entries = append(c.Entries, Entry{fmt.Sprintf("s%d", i), js[i], bs[i]})
	}
	return c
}

// The second is the example in SciPy's documentation of kendalltau.
func TestTauOfKnownOrders(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		js, bs []float64
		want   float64
	}{
		{[]float64{1, 2, 3, 4}, []float64{10, 20, 30, 40}, 1},
		{[]float64{12, 2, 1, 12, 2}, []float64{1, 4, 7, 1, 0}, -0.47140452079103173},
		{[]float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}, -1},
		{[]float64{1, 2, 3}, []float64{1, 3, 2}, 1. / 3},
		{[]float64{1, 1, 1}, []float64{1, 2, 3}, math.NaN()},
		{[]float64{1, 2, inf, inf}, []float64{1, 2, 3, inf}, 5 / math.Sqrt(5*6)},
		{[]float64{1, 1 + 1e-12, 2}, []float64{1 + 1e-12, 1, 2}, 1}, // round-off is a tie
		{[]float64{1, 1 + 1e-7, 2}, []float64{1 + 1e-7, 1, 2}, 1. / 3},
		{[]float64{0, 1e-30}, []float64{0, 1}, 1},
	} {
		got := contest(c.js, c.bs).Tau()
		if math.IsNaN(c.want) != math.IsNaN(got) || math.Abs(got-c.want) > 1e-15 {
			t.Errorf("tau of %v and %v is %v, want %v", c.js, c.bs, got, c.want)
		}
	}
}

// Kendall's formula by the sizes of groups of ties, for small whole numbers.
func TestTauAgreesWithTheFormulaOfTies(t *testing.T) {
	gen := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + gen.IntN(8)
		js, bs := make([]float64, n), make([]float64, n)
		for i := range js {
			js[i], bs[i] = float64(gen.IntN(4)), float64(gen.IntN(4))
		}
		concordant, discordant := 0., 0.
		for i := range js {
			for k := range i {
				switch s := (js[i] - js[k]) * (bs[i] - bs[k]); {
				case s > 0:
					concordant++
				case s < 0:
					discordant++
				}
			}
		}
		pairs := float64(n*(n-1)) / 2
		want := (concordant - discordant) / math.Sqrt((pairs-tied(js))*(pairs-tied(bs)))
		// Round-off is of one root and one division.
		if got := contest(js, bs).Tau(); math.Abs(got-want) > 1e-15 || math.IsNaN(got) != math.IsNaN(want) {
			t.Fatalf("tau of %v and %v is %v, want %v", js, bs, got, want)
		}
	}
}

func tied(xs []float64) float64 {
	count := map[float64]float64{}
	for _, x := range xs {
		count[x]++
	}
	sum := 0.
	for _, n := range count {
		sum += n * (n - 1) / 2
	}
	return sum
}

func TestWinnersAndTheCostOfGoingByB(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		js, bs   []float64
		byJ, byB string
		cost     float64
	}{
		{js: []float64{6, 1, 3}, bs: []float64{7, 9, 8}, byJ: "s1", byB: "s0", cost: 6},
		{js: []float64{1, 2}, bs: []float64{1, 2}, byJ: "s0", byB: "s0", cost: 1},
		{js: []float64{1 + 1e-12, 1}, bs: []float64{3, 3}, byJ: "s0", byB: "s0", cost: 1},
		{js: []float64{0, 1}, bs: []float64{2, 1}, byJ: "s0", byB: "s1", cost: inf},
		{js: []float64{0, 0}, bs: []float64{2, 1}, byJ: "s0", byB: "s1", cost: 1},
		{js: []float64{inf, inf}, bs: []float64{inf, inf}, byJ: "s0", byB: "s0", cost: 1},
	} {
		got := contest(c.js, c.bs)
		if j := got.Winner(experiments.J).Schedule; j != c.byJ {
			t.Errorf("J %v, B %v: %s wins by J, want %s", c.js, c.bs, j, c.byJ)
		}
		if b := got.Winner(experiments.B).Schedule; b != c.byB {
			t.Errorf("J %v, B %v: %s wins by B, want %s", c.js, c.bs, b, c.byB)
		}
		if cost := got.Cost(); cost != c.cost {
			t.Errorf("J %v, B %v: going by B costs %v, want %v", c.js, c.bs, cost, c.cost)
		}
	}
}
