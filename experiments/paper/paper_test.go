package paper

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/grid/must"
	"breadboard/toys"
)

func TestClaimRoundsToTheDigitsPublished(t *testing.T) {
	for _, c := range []struct {
		printed string
		x       float64
		agrees  bool
	}{
		{"1.65", 1.6479, true}, {"1.65", 1.6449, false}, {"1.65", 1.6551, false},
		{"1.840", 1.8404, true}, {"1.840", 1.8406, false}, // the last 0 counts
		{"0.13", 0.1267, true}, {"0.00518", 0.0051774, true}, {"0.00518", 0.005, false},
		{"1.65", -1.65, false}, {"1.65", math.NaN(), false}, {"1.65", math.Inf(1), false},
	} {
		v := Claim{Published{experiments.J, 100, c.printed}, c.x}
		if v.Agrees() != c.agrees {
			t.Errorf("%v beside %s: agrees = %v", c.x, c.printed, v.Agrees())
		}
		if says := strings.HasPrefix(v.Verdict(), "differs by"); says == c.agrees {
			t.Errorf("%v beside %s is said to be %q", c.x, c.printed, v.Verdict())
		}
	}
	got := Claim{Published{experiments.B, 1000, "2.000"}, 2.5}.Verdict()
	if want := "differs by +0.5 (+25%)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What the paper prints of BARRIER is met digit for digit, and the curves of Figure 3 are the table's numbers.
func TestBarrierAgreesDigitForDigit(t *testing.T) {
	ts := []int{100, 1000}
	curves := must.Have(curves(t.Context(), ts, nil))(t)
	rows := must.Have(tightenAll(t.Context(), ts, nil))(t)
	claims := 0
	for k, row := range rows {
		c := curves[k/len(ts)]
		i := k % len(ts)
		if c.Toy != row.Toy || c.T[i] != row.T || c.J[i] != row.J() || c.B[i] != row.B() {
			t.Errorf("row %d is of %s, T = %d, with J = %v and B = %v; the curve has %+v", k, row.Title,
				row.T, row.J(), row.B(), c)
		}
		for _, c := range row.Claims {
			if row.Toy == "barrier" {
				claims++
				if !c.Agrees() {
					t.Errorf("%s at T = %d: %v published, %v computed, %s", c.Quantity, c.T, c.Printed,
						c.Computed, c.Verdict())
				}
			}
		}
	}
	if claims != 3 {
		t.Errorf("%d published figures of BARRIER, want 3", claims)
	}
}

// What the paper prints tells its sampler from one of another acceptance, other
// moves or another schedule.
func TestPublishedFiguresRejectOtherSamplers(t *testing.T) {
	barrier := Toys()[2]
	for name, change := range map[string]func(a *chains.Annealing){
		"barker":    func(a *chains.Annealing) { a.Kernel = kernels.Barker{} },
		"heat-bath": func(a *chains.Annealing) { a.Kernel = kernels.HeatBath{} },
		"sigmoid":   func(a *chains.Annealing) { a.Schedule = chains.Sigmoid(4, a.T()) },
	} {
		a := Annealing(barrier.target(), 1000)
		change(&a)
		g := must.Have(exact.Measure(t.Context(), a))(t)
		if (Claim{barrier.Published[1], g.J()}).Agrees() {
			t.Errorf("%s: J = %v agrees with the published %s", name, g.J(), barrier.Published[1].Printed)
		}
	}
}

func TestLogSpaced(t *testing.T) {
	for _, c := range []struct {
		low, high, per int
		want           []int
	}{
		{10, 1000, 3, []int{10, 20, 50, 100, 200, 500, 1000}},
		{10, 10_000, 1, []int{10, 100, 1000, 10_000}},
		{10, 100, 4, []int{10, 18, 32, 56, 100}},
		{1, 4, 100, []int{1, 2, 3, 4}},
		{7, 7, 5, []int{7}},
	} {
		if got := logSpaced(c.low, c.high, c.per); !slices.Equal(got, c.want) {
			t.Errorf("logSpaced(%d, %d, %d) = %v, want %v", c.low, c.high, c.per, got, c.want)
		}
	}
}

func TestReproduceStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Refuse(Reproduce(ctx, Sized(true), nil))(t, "", "a cancelled reproduction returned no error")
}

// The slow search: measure all, in turn, and take the least.
func TestSearchFindsTheNearest(t *testing.T) {
	toy := Toys()[1]
	got := must.Have(Search(t.Context(), toy, 15, 3, nil))(t)
	least, seed := math.Inf(1), uint64(0)
	for s := range uint64(15) {
		distance := 0.0
		for _, p := range toy.Published {
			g := must.Have(exact.Measure(t.Context(), Annealing(toy.Of(s), p.T)))(t)
			x := g.J()
			if p.Quantity == experiments.B {
				x = g.B()
			}
			distance += math.Pow(math.Log(x)-math.Log(p.Value()), 2)
		}
		if distance < least {
			least, seed = distance, s
		}
	}
	// The distance is two logs and a square, of order 1.
	if len(got) != 3 || got[0].Seed != seed || math.Abs(got[0].Distance-least) > 1e-13 ||
		got[1].Distance > got[2].Distance {
		t.Errorf("%v are found, the nearest is %d at %v", got, seed, least)
	}
	must.Refuse(Search(t.Context(), Toys()[2], 10, 1, nil))(t, "", "BARRIER was searched for draws")
}

// The whole search takes a minute and a half of one core. Here: the default
// seeds are among the first 100,000, none near by is better, and they are as
// near as only one draw in very many is.
func TestDefaultSeedsAreTheSearchs(t *testing.T) {
	const around = 15
	found := map[string]float64{"easy": 0.0011488696842634795, "hard": 7.99316257888872e-05} // by the study seeds
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
	printed := []string{"0.13", "0.00518", "0.0705", "13.61", "4.73", "1.840", "2.309", "1.255"}
	for k, row := range rows {
		draws := must.Have(drawAll(t.Context(), toys[k/4], 0, 25, nil))(t)
		figure := func(d Draw) float64 {
			if row.Quantity == "B/J" {
				return d.Figures[2] / d.Figures[1]
			}
			return d.Figures[k%4]
		}
		if !(Claim{Published{Printed: printed[k]}, row.Published}).Agrees() {
			t.Errorf("row %d: published %v, want %s", k, row.Published, printed[k])
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

// The published figures are ordinary together too, by the distance from the mean draw and by that to the tenth nearest
// draw, which sees figures that go together as in no draw. A figure ten times too small beside the others is not.
func TestPublishedFiguresAreOrdinaryTogether(t *testing.T) {
	const n = 200
	together := func(f ...float64) []float64 { // B/J is nearly a figure of its own
		return []float64{math.Log(f[0]), math.Log(f[2]), 2 * math.Log(f[2]/f[1])}
	}
	for _, toy := range Toys()[:2] {
		draws := must.Have(drawAll(t.Context(), toy, 0, n, nil))(t)
		logs := [][]float64{together(toy.Published[0].Value(), toy.Published[1].Value(), toy.Published[2].Value())}
		for _, d := range draws {
			logs = append(logs, together(d.Figures...))
		}
		alone := make([]float64, len(logs))
		for i, a := range logs {
			var far []float64
			for k, b := range logs[1:] {
				if k+1 != i {
					far = append(far, floats.Distance(a, b, 2))
				}
			}
			slices.Sort(far)
			alone[i] = far[9]
		}
		lonelier := 0.0
		for _, a := range alone[1:] {
			if a >= alone[0] {
				lonelier += 100 / float64(n)
			}
		}
		published := slices.Clone(toy.Published)
		from := outside(draws, published)
		t.Logf("%s: %.1f%% as far from the mean, %.1f%% as far from the tenth nearest", toy.Name, from, lonelier)
		if from < 5 || lonelier < 5 {
			t.Errorf("%s: only %.1f%% and %.1f%% of the draws are as far out", toy.Name, from, lonelier)
		}
		if published[1].Printed += "e-1"; outside(draws, published) > 0.5 {
			t.Errorf("%s: with a tenth of J(1000) %.1f%% of the draws are as far out", toy.Name,
				outside(draws, published))
		}
	}
}

// What is reproduced does not depend on the number of cores.
func TestRowsDoNotDependOnTheCores(t *testing.T) {
	run := func(cores int) Reproduction {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		size := Sized(true)
		size.Ts = []int{5}
		size.Along = []int{5}
		size.Draws = 5
		size.Chains = 100
		return must.Have(Reproduce(t.Context(), size, nil))(t)
	}
	named := cmpopts.IgnoreFields(crosscheck.Check{}, "Chain") // it was not computed
	if diff := cmp.Diff(run(1), run(8), cmp.AllowUnexported(exact.Measured{}), named); diff != "" {
		t.Errorf("1 core and 8 differ:\n%s", diff)
	}
}

// Every toy has a portrait of its own name; those in the plane are the target cell
// by cell, and every distribution sums to 1.
func TestPortraits(t *testing.T) {
	all := Portraits()
	if len(all) != len(toys.Catalogue) {
		t.Fatalf("%d portraits of %d toys", len(all), len(toys.Catalogue))
	}
	files := map[string]bool{}
	for _, p := range all {
		if files[p.File] {
			t.Errorf("two are called %s", p.File)
		}
		files[p.File] = true
		distributions := [][][]float64{{p.P}}
		if p.P == nil {
			distributions = [][][]float64{p.Uniform, p.Target}
		}
		for _, cells := range distributions {
			must.Near(t, floats.Sum(slices.Concat(cells...)), 1, 1e-12, "%s: the sum of a distribution", p.Toy)
		}
	}
	stairs := toys.Staircase()
	p := all[slices.IndexFunc(all, func(p Portrait) bool { return p.Toy == "staircase" })]
	for x, v := range stairs.LogF {
		if p.LogF[x] != v {
			t.Errorf("cell %v: log f %v, want %v", stairs.Grid.Coords(x), p.LogF[x], v)
		}
		if none, wall := p.P[x] == 0, stairs.Grid.Wall(x); none != wall {
			t.Errorf("cell %v: p is %v, and it is a wall: %v", stairs.Grid.Coords(x), p.P[x], wall)
		}
	}
}

// Three spins on a ring: all alike, two ways, with log f 3K, or one unlike, six
// ways, with log f -K.
func TestSpinPortrait(t *testing.T) {
	c := must.Have(experiments.Setting{Toy: "ising:1x3:0.5"}.Chain())(t)
	p := portrait(c)
	if p.Order != "magnetisation" {
		t.Errorf("the order is %q, want magnetisation", p.Order)
	}
	if want := []int{-3, -1, 1, 3}; !slices.Equal(p.Orders, want) {
		t.Fatalf("the orders are %v, want %v", p.Orders, want)
	}
	if want := []float64{1.5, -0.5}; !slices.Equal(p.Levels, want) {
		t.Fatalf("the levels are %v, want %v", p.Levels, want)
	}
	z := 2*math.Exp(1.5) + 6*math.Exp(-0.5)
	for i, want := range [][]float64{{1. / 8, 0, 0, 1. / 8}, {0, 3. / 8, 3. / 8, 0}} {
		for j, u := range want {
			v := u * 8 * math.Exp(p.Levels[i]) / z
			must.Near(t, p.Uniform[i][j], u, 1e-15, "level %v, order %v: uniform", p.Levels[i], p.Orders[j])
			must.Near(t, p.Target[i][j], v, 1e-15, "level %v, order %v: target", p.Levels[i], p.Orders[j])
		}
	}
}

// The latents of three points with two attributes are split into two planes of three.
func TestModelPortrait(t *testing.T) {
	c := must.Have(experiments.Setting{Toy: "attributes:3:2"}.Chain())(t)
	p := portrait(c)
	if got := p.Grid.String(); got != "8x8" {
		t.Errorf("a picture of %s cells, want 8x8", got)
	}
	if x := p.Grid.Index(5, 3); p.LogF[x] != c.Target.LogF[c.Target.Grid.Index(1, 0, 1, 0, 1, 1)] {
		t.Errorf("log f of row 101 and column 011 is %v", p.LogF[x])
	}
}
