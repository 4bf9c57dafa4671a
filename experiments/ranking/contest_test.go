package ranking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
)

func contest(js, bs []float64) Contest {
	c := Contest{}
	for i := range js {
		c.Entries = append(c.Entries, Entry{fmt.Sprintf("s%d", i), js[i], bs[i]})
	}
	return c
}

// Round-off is a tie, and so are two infinite numbers.
func TestTauOfTies(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		js, bs []float64
		want   float64
	}{
		{[]float64{1, 2, inf, inf}, []float64{1, 2, 3, inf}, 5 / math.Sqrt(5*6)},
		{[]float64{1, 1 + 1e-12, 2}, []float64{1 + 1e-12, 1, 2}, 1},
		{[]float64{1, 1 + 1e-7, 2}, []float64{1 + 1e-7, 1, 2}, 1. / 3},
	} {
		must.Near(t, contest(c.js, c.bs).Tau(), c.want, 1e-15, "tau of %v and %v", c.js, c.bs)
	}
}

// Kendall's formula by the sizes of groups of ties, for small whole numbers.
func TestTauAgreesWithTheFormulaOfTies(t *testing.T) {
	gen := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + gen.IntN(8)
		js, bs := make([]float64, n), make([]float64, n)
		for i := range js {
			js[i] = float64(gen.IntN(4))
			bs[i] = float64(gen.IntN(4))
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

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		names   []string
		before  string
		numbers []float64
	}{
		{[]string{"lazy:0.1", "lazy:0.5"}, "lazy:", []float64{0.1, 0.5}},
		{[]string{"10", "100"}, "", []float64{10, 100}},
		{[]string{"ising:3x3:0.4", "ising:3x3:0.2"}, "ising:3x3:", []float64{0.4, 0.2}},
		{[]string{"lazy:0.1", "king"}, "", nil},
		{[]string{"lazy:0.1", "langevin:0.1"}, "", nil},
		{[]string{"sigmoid:4", "4"}, "", nil},
		{[]string{"inf", "1"}, "", nil},
		{nil, "", nil},
	} {
		before, numbers, ok := Numbers(c.names)
		if ok != (c.numbers != nil) || before != c.before || !slices.Equal(numbers, c.numbers) {
			t.Errorf("%q: %q, %v, %v; want %q and %v", c.names, before, numbers, ok, c.before, c.numbers)
		}
	}
}

// Names that differ are axes. Each target's own initial density is none: the target names it. One that differs on a
// target is.
func TestVarying(t *testing.T) {
	from := func(toy, initial string) sweep.Row {
		row := sweepRow(toy, 1, "linear", 10, 1, 1)
		row.Job.Initial = initial
		return row
	}
	own := []sweep.Row{from("easy", "uniform"), from("clustering:6:2", "prior")}
	longer := sweepRow("easy", 1, "fisher", 20, 1, 1)
	for _, c := range []struct {
		rows []sweep.Row
		own  bool
		vary string
	}{{own, true, "target"}, {append(own, from("clustering:6:2", "uniform")), false, "target initial"},
		{own[:1], false, ""}, {[]sweep.Row{own[0], longer}, false, "T schedule"}} {
		all := Summarize(c.rows).Outcomes
		if got := OwnInitials(all); got != c.own {
			t.Errorf("of %d rows: initial densities of the targets alone: %v", len(c.rows), got)
		}
		var names []string
		for _, a := range Varying(all) {
			names = append(names, a.Name)
		}
		if got := strings.Join(names, " "); got != c.vary {
			t.Errorf("of %d rows: %q vary, want %q", len(c.rows), got, c.vary)
		}
	}
}

// With two outcomes, 0 and 1, the mean of n draws is binomial, whose quantiles
// are known; 2000 repeats leave their ends off by less than one in n here.
func TestBootstrapOfCoins(t *testing.T) {
	var coins []float64
	for i := range 100 {
		coins = append(coins, float64(i%2))
	}
	low, high := bootstrap(coins)
	must.Near(t, low, 0.40, 0.0101, "the interval begins at")
	must.Near(t, high, 0.60, 0.0101, "the interval ends at")
	again, _ := bootstrap(slices.Clone(coins))
	if again != low {
		t.Error("the same coins give another interval")
	}
}
