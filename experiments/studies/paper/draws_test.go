package paper

import (
	"math"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// The slow search: measure all, in turn, and take the least.
func TestSearchFindsTheNearest(t *testing.T) {
	toy := Toys()[1]
	got := must.Have(Search(t.Context(), toy, 15, 3, nil))(t)
	least, seed := math.Inf(1), uint64(0)
	for s := range uint64(15) {
		distance := 0.0
		for _, p := range toy.Published {
			g := must.Have(exact.Measure(t.Context(), Annealing(toy.Of(s), p.T)))(t)
			x := map[experiments.Quantity]float64{experiments.J: g.J(), experiments.B: g.B()}[p.Quantity]
			distance += math.Pow(math.Log(x)-math.Log(p.Value()), 2)
		}
		if distance < least {
			least, seed = distance, s
		}
	}
	// The distance is two logs and a square, of order 1.
	if len(got) != 3 || got[0].Seed != seed || math.Abs(got[0].Distance-least) > 1e-13 || got[1].Distance > got[2].Distance {
		t.Errorf("%v are found, the nearest is %d at %v", got, seed, least)
	}
	if _, err := Search(t.Context(), Toys()[2], 10, 1, nil); err == nil {
		t.Error("BARRIER was searched for draws")
	}
}

// The whole search takes a minute and a half of one core. Here: the default
// seeds are among the first 100,000, none near by is better, and they are as
// near as only one draw in very many is.
func TestDefaultSeedsAreTheSearchs(t *testing.T) {
	const around = 15
	found := map[string]float64{"easy": 0.0011488696842634795, "hard": 7.99316257888872e-05} // by `breadboard seeds`
	for _, toy := range Toys()[:2] {
		if toy.Seed >= 100_000 {
			t.Errorf("%s: default seed %d is not among the first 100,000", toy.Name, toy.Seed)
		}
		draws := must.Have(drawAll(t.Context(), toy, toy.Seed-around, 2*around+1, nil))(t)
		own := draws[around]
		for _, d := range draws {
			if d.Distance < own.Distance {
				t.Errorf("%s: seed %d is nearer than the default %d", toy.Name, d.Seed, own.Seed)
			}
		}
		// Figures carry 9 digits, and the distance is a sum of squares of
		// logs near 0.01: up to 1e-6 of it may be lost.
		if d := own.Distance; math.Abs(d/found[toy.Name]-1) > 1e-6 {
			t.Errorf("%s: distance %v, the search reported %v", toy.Name, d, found[toy.Name])
		}
	}
}

func TestEnsembleAgainstCounting(t *testing.T) {
	rows := must.Have(ensembles(t.Context(), 25, nil))(t)
	if len(rows) != 8 {
		t.Fatalf("%d rows, want J(100), J(1000), B(1000) and B/J(1000) of two toys", len(rows))
	}
	toys := Toys()
	for k, row := range rows {
		draws := must.Have(drawAll(t.Context(), toys[k/4], 0, 25, nil))(t)
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
}

// What is reproduced does not depend on the number of cores.
func TestRowsDoNotDependOnTheCores(t *testing.T) {
	run := func(cores int) Reproduction {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		size := Quick()
		size.Ts, size.Along, size.Draws, size.Chains = []int{5}, []int{5}, 2, 100
		return must.Have(Reproduce(t.Context(), size, nil))(t)
	}
	named := cmpopts.IgnoreFields(experiments.CrossCheck{}, "Chain") // it was not computed
	if diff := cmp.Diff(run(1), run(8), cmp.AllowUnexported(exact.Measured{}), named); diff != "" {
		t.Errorf("1 core and 8 differ:\n%s", diff)
	}
}
