package experiments

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/experiments/columns"
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
		if j, b := got.Winner(J).Schedule, got.Winner(B).Schedule; j != c.byJ || b != c.byB || got.Cost() != c.cost {
			t.Errorf("J %v, B %v: %s by J, %s by B, at a cost of %v; want %s, %s, %v", c.js, c.bs, j, b, got.Cost(), c.byJ, c.byB, c.cost)
		}
	}
}

func sweepRow(toy string, seed uint64, schedule string, T int, j, b float64) Row {
	c := Cell{Toy: toy, Kernel: "metropolis", Bridge: "geometric", Initial: "uniform", Schedule: schedule, T: T}
	if toy != "barrier" {
		c.Seed = &seed
	}
	return Row{Cell: c, Values: columns.NewValues(map[string]float64{"J": j, "j_cell": j, "B": b})}
}

// A sweep of which every number can be told by heart: easy has 4 draws, on the
// first of which the two orders disagree; barrier has one target.
func sweepRows() []Row {
	var rows []Row
	for seed := range uint64(4) {
		j := float64(seed + 1)
		rows = append(rows, sweepRow("easy", seed, "linear", 10, 3*j, 2*j), sweepRow("easy", seed, "power:2", 10, j, j))
	}
	rows[0] = sweepRow("easy", 0, "linear", 10, 3, 0.5) // J = 3 and least B
	rows = append(rows, sweepRow("barrier", 0, "linear", 10, 2, 4), sweepRow("barrier", 0, "power:2", 10, 1, 5),
		sweepRow("barrier", 0, "linear", 5, 7, 8))
	bad := sweepRow("barrier", 0, "power:2", 5, math.NaN(), math.NaN())
	return append(rows, bad)
}

// The J of a summary is that of the target's cell, whatever the whole state's is.
func TestSummaryComparesTheCell(t *testing.T) {
	one, two := sweepRow("barrier", 0, "linear", 10, 1, 3), sweepRow("barrier", 0, "power:2", 10, 2, 4)
	one.Values = columns.NewValues(map[string]float64{"J": 2.5, "j_cell": 1, "B": 3})
	two.Values = columns.NewValues(map[string]float64{"J": 2.2, "j_cell": 2, "B": 4})
	s := Summarize([]Row{one, two})
	if c := s.Contests[0]; c.Winner(J).Schedule != "linear" || c.Winner(J).J != 1 || c.Tau() != 1 || c.Cost() != 1 {
		t.Errorf("%v", c)
	}
	if p := s.Groups[0].Lines[1].Points[0]; p.J.Q2 != 2 || p.OverJ.Q2 != 2 {
		t.Errorf("%v", p)
	}
}

func TestSummaryOfASmallSweep(t *testing.T) {
	s := Summarize(sweepRows())
	if s.Rows != 12 || len(s.Unmeasured) != 1 || s.Open != nil || len(s.Groups) != 2 {
		t.Fatalf("%d rows, %d unmeasured, %v, %d groups", s.Rows, len(s.Unmeasured), s.Open, len(s.Groups))
	}
	easy, barrier := s.Groups[0], s.Groups[1]
	if easy.Name != "easy" || easy.Targets != 4 || barrier.Targets != 1 {
		t.Errorf("groups %q of %d and %q of %d", easy.Name, easy.Targets, barrier.Name, barrier.Targets)
	}
	// Of 3, 6, 9, 12: quartiles between neighbours in proportion.
	if p := easy.Lines[0].Points[0]; p.J != (Spread{5.25, 7.5, 9.75, 12}) || p.OverJ != (Spread{3, 3, 3, 3}) || p.Draws != 4 {
		t.Errorf("linear on easy: %+v", p)
	}
	if l := barrier.Lines[0]; len(l.Points) != 2 || l.Points[0].T != 5 || l.Points[1].T != 10 || l.Points[0].OverJ.Q2 != 1 {
		t.Errorf("linear on barrier: %+v", l)
	}
	a := s.All
	// tau is -1 on seed 0 and on barrier, 1 on three seeds; T = 5 has one schedule and no order.
	if len(a.Contests) != 5 || a.Overall.Mean != 0.2 || a.Overall.Targets != 5 || a.Overall.Tied != 0 {
		t.Errorf("overall %+v of %d contests", a.Overall, len(a.Contests))
	}
	if g := a.ByGroup[0]; g.Group != "easy" || g.Mean != 0.5 || !(g.Low < 0.5 && 0.5 < g.High && g.High <= 1) {
		t.Errorf("easy %+v", g)
	}
	if g := a.ByGroup[1]; g.Mean != -1 || !math.IsNaN(g.Low) {
		t.Errorf("barrier %+v", g)
	}
	if len(a.Dear) != 1 || *a.Dear[0].Cell.Seed != 0 || a.Dear[0].Cost() != 3 {
		t.Errorf("dear: %+v", a.Dear)
	}
}

func TestTheBestAreTakenOut(t *testing.T) {
	rows := append(sweepRows(), sweepRow("barrier", 0, "best-j", 10, 0.5, 4.5), sweepRow("barrier", 0, "best-b", 10, 2, 3))
	s := Summarize(rows)
	if s.Open == nil {
		t.Fatal("nothing was taken out")
	}
	if s.Open.Overall != Summarize(sweepRows()).All.Overall {
		t.Errorf("without the best %+v", s.Open.Overall)
	}
	last := s.All.Contests[len(s.All.Contests)-1]
	if last.Winner(J).Schedule != "best-j" || last.Winner(B).Schedule != "best-b" || last.Cost() != 4 {
		t.Errorf("with the best: %+v", last)
	}
}

// With two outcomes, 0 and 1, the mean of n draws is binomial, whose quantiles
// are known; 2000 repeats leave their ends off by less than one in n here.
func TestBootstrapOfCoins(t *testing.T) {
	var sums []sum
	for i := range 100 {
		sums = append(sums, sum{float64(i % 2), 1})
	}
	low, high := bootstrap(sums)
	if math.Abs(low-0.40) > 0.0101 || math.Abs(high-0.60) > 0.0101 {
		t.Errorf("from %v to %v, want 0.40 to 0.60", low, high)
	}
	again, _ := bootstrap(slices.Clone(sums))
	if again != low {
		t.Error("the same sums give another interval")
	}
}

func TestQuantilesOfWhatIsInfinite(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ p, want float64 }{{0, 1}, {0.25, 1.75}, {0.5, inf}, {1, inf}} {
		if got := quantile([]float64{1, 2, inf, inf}, c.p); got != c.want {
			t.Errorf("at %v: %v, want %v", c.p, got, c.want)
		}
	}
}

func TestGroupsAreNamedByWhatDiffers(t *testing.T) {
	one := sweepRow("easy", 1, "linear", 10, 1, 1)
	two, three := one, one
	two.Cell.Kernel = "heat-bath"
	three.Cell.SkipLast = true
	var got []string
	for _, g := range Summarize([]Row{one, two, three}).Groups {
		got = append(got, g.Name)
	}
	if want := []string{"easy, metropolis", "easy, heat-bath", "easy, metropolis, without the last kernel"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
