package bread

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/papers"
	"breadboard/grid"
	"breadboard/grid/must"
)

// paperKernel is the paper's kernel alone.
var paperKernel = []Kernel{{}}

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

// TestBarrierAgreesDigitForDigit: what the paper prints of BARRIER is met digit for digit, and the curves of Figure 3
// are the table's numbers.
func TestBarrierAgreesDigitForDigit(t *testing.T) {
	ts := []int{100, 1000}
	size := Size{Ts: ts, CurveTs: ts, Chains: 100}
	found := must.Have(size.Reproduce(t.Context(), papers.Options{}, Kernel{}))(t)
	curves, rows := found.Curves, found.Tightness
	claims := 0
	for k, row := range rows {
		toy := row.Annealer.TargetName()
		if c := curves[k]; c.Annealer.TargetName() != toy || c.T != row.T || c.J() != row.J() || c.B() != row.B() {
			t.Errorf("row %d is of %s, T = %d, with J = %v and B = %v; the curve has %+v", k, toy,
				row.T, row.J(), row.B(), c.Measured)
		}
		for _, c := range Claims(row) {
			if toy == "barrier" {
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

// TestPublishedFiguresRejectOtherSamplers: what the paper prints tells its sampler from one of another acceptance,
// other moves or another schedule.
func TestPublishedFiguresRejectOtherSamplers(t *testing.T) {
	barrier := Toys()[2]
	for name, change := range map[string]func(a *chains.Annealing){
		"barker":    func(a *chains.Annealing) { a.Kernel = kernels.Barker{} },
		"heat-bath": func(a *chains.Annealing) { a.Kernel = kernels.HeatBath{} },
		"sigmoid":   func(a *chains.Annealing) { a.Schedule = chains.Sigmoid(4, a.T()) },
	} {
		a := Annealing(barrier.Of(0), 1000)
		change(&a)
		g := must.Have(exact.Measure(t.Context(), a))(t)
		if (Claim{barrier.Published[1], g.J()}).Agrees() {
			t.Errorf("%s: J = %v agrees with the published %s", name, g.J(), barrier.Published[1].Printed)
		}
	}
}

func TestLogSpaced(t *testing.T) {
	for _, c := range []struct {
		high, per int
		want      []int
	}{
		{1000, 3, []int{10, 20, 50, 100, 200, 500, 1000}},
		{10_000, 1, []int{10, 100, 1000, 10_000}},
		{100, 4, []int{10, 18, 32, 56, 100}},
		{13, 100, []int{10, 11, 12, 13}},
	} {
		if got := logSpaced(c.high, c.per); !slices.Equal(got, c.want) {
			t.Errorf("logSpaced(%d, %d) = %v, want %v", c.high, c.per, got, c.want)
		}
	}
}

// TestSized: a kernel of the catalogue leaves out the search, and a command the ensemble and most T besides.
func TestSized(t *testing.T) {
	king := Kernel{Setting: experiments.Setting{Kernel: "king"}}
	told := Kernel{Setting: king.Setting, By: experiments.AskRows(metropolisRows), Most: 300}
	got := ""
	for i, by := range []Kernel{{}, {}, king, told} {
		s := Sized(i == 1, by)
		got += fmt.Sprint(s.Draws, s.Seeds, s.Chains,
			len(s.Ts), slices.Max(s.Ts), len(s.CurveTs), slices.Max(s.CurveTs))
		got += "; "
	}
	const want = "1000 100000 100000 13 100000 33 100000; 100 1000 10000 4 10000 13 10000; " +
		"1000 0 100000 13 100000 33 100000; 0 0 100000 5 200 5 200; "
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestReproduceStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Refuse(Reproduce(ctx, papers.Options{Quick: true}, Kernel{}))(t, "", "a cancelled reproduction returned no "+
		"error")
}

// TestSearchFindsTheNearest beside the slow search, which measures all numbers of all draws.
func TestSearchFindsTheNearest(t *testing.T) {
	const n = 300
	for _, toy := range randomToys() {
		all := must.Have(drawAll(t.Context(), papers.Options{}, Kernel{}, toy, 0, n))(t)
		for i, d := range all {
			distance := 0.0
			for _, p := range toy.Published {
				g := must.Have(exact.Measure(t.Context(), Annealing(toy.Of(d.Seed), p.T)))(t)
				x := g.J()
				if p.Quantity == experiments.B {
					x = g.B()
				}
				distance += math.Pow(math.Log(x)-math.Log(p.Value()), 2)
			}
			// The distance is two logs and a square, of order 1.
			must.Near(t, d.Distance, distance, 1e-12*max(1, distance), "%s, seed %d: the distance", toy.Name, i)
		}
		slices.SortStableFunc(all, func(a, b Draw) int { return cmp.Compare(a.Distance, b.Distance) })
		var shares []float64
		progress := func(done, total int) { shares = append(shares, float64(done)/float64(total)) }
		got := must.Have(search(t.Context(), papers.Options{Progress: progress}, toy, n))(t)
		if low, high := slices.Min(shares), slices.Max(shares); low > 0.05 || high < 0.85 || high > 0.95 {
			t.Errorf("%s: progress goes from %v to %v, and the nearest take the last tenth", toy.Name, low, high)
		}
		if diff := gocmp.Diff(all[:keptDraws], got); diff != "" {
			t.Errorf("%s: other draws are nearest:\n%s", toy.Name, diff)
		}
	}
}

// TestDefaultSeedsAreTheSearchs: the toys' own seeds are the first of the whole search, which the long form makes. Else
// they are among the first 100,000, none near by is better, and they are as near as only one draw in very many is.
func TestDefaultSeedsAreTheSearchs(t *testing.T) {
	const around = 15
	if os.Getenv("BREADBOARD_LONG") != "" {
		for i, n := range must.Have(nearest(t.Context(), papers.Options{}, Sized(false, Kernel{}).Seeds))(t) {
			if own := randomToys()[i].Seed; n.Draws[0].Seed != own {
				t.Errorf("%s: the nearest draw has the seed %d, and the toy %d", n.Toy, n.Draws[0].Seed, own)
			}
		}
	}
	found := map[string]float64{"easy": 0.0011488696842634795, "hard": 7.99316257888872e-05} // by the whole search
	for _, toy := range Toys()[:2] {
		if toy.Seed >= 100_000 {
			t.Errorf("%s: default seed %d is not among the first 100,000", toy.Name, toy.Seed)
		}
		draws := must.Have(drawAll(t.Context(), papers.Options{}, Kernel{}, toy, toy.Seed-around, 2*around+1))(t)
		own := draws[around]
		for _, d := range draws {
			if d.Distance < own.Distance {
				t.Errorf("%s: seed %d is nearer than the default %d", toy.Name, d.Seed, own.Seed)
			}
		}
		// Figures carry 9 digits, and the distance is a sum of squares of
		// logs near 0.01: up to 1e-6 of it may be lost.
		if d := own.Distance; !(math.Abs(d/found[toy.Name]-1) <= 1e-6) {
			t.Errorf("%s: distance %v, the search reported %v", toy.Name, d, found[toy.Name])
		}
	}
}

func TestEnsembleAgainstCounting(t *testing.T) {
	rows := must.Have(ensembles(t.Context(), papers.Options{}, paperKernel, 25))(t)
	if len(rows) != 8 {
		t.Fatalf("%d rows, want J(100), J(1000), B(1000) and B/J(1000) of two toys", len(rows))
	}
	toys := Toys()
	printed := []string{"0.13", "0.00518", "0.0705", "13.61", "4.73", "1.840", "2.309", "1.255"}
	for k, row := range rows {
		draws := must.Have(drawAll(t.Context(), papers.Options{}, Kernel{}, toys[k/4], 0, 25))(t)
		figure := func(d Draw) float64 {
			if row.Quantity == "B/J" {
				return d.Numbers[2] / d.Numbers[1]
			}
			return d.Numbers[k%4]
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
			if n := float64(counts[i+1]); !(math.Abs(n-25*share) <= 1) {
				t.Errorf("row %d: %v of 25 draws below quartile %d", k, n, i+1)
			}
		}
	}
}

// TestPublishedFiguresAreOrdinaryTogether: the published figures are ordinary together too, by the distance from the
// mean draw. A figure ten times too small beside the others is not.
func TestPublishedFiguresAreOrdinaryTogether(t *testing.T) {
	for _, toy := range Toys()[:2] {
		draws := must.Have(drawAll(t.Context(), papers.Options{}, Kernel{}, toy, 0, 200))(t)
		published := slices.Clone(toy.Published)
		if from := percentOutside(draws, published); from < 5 {
			t.Errorf("%s: only %.1f%% of the draws are as far out", toy.Name, from)
		}
		if published[1].Printed += "e-1"; percentOutside(draws, published) > 0.5 {
			t.Errorf("%s: with a tenth of J(1000) %.1f%% of the draws are as far out", toy.Name,
				percentOutside(draws, published))
		}
	}
}

// small is a reproduction of the least size that has every part but the search.
func small(t *testing.T, beside Kernel) Results {
	t.Helper()
	size := Size{Ts: []int{5, 20}, CurveTs: []int{5}, Draws: 2, Chains: 100}
	return must.Have(size.Reproduce(t.Context(), papers.Options{}, beside))(t)
}

// TestRowsDoNotDependOnTheCores compares what is reproduced on one core and on eight.
func TestRowsDoNotDependOnTheCores(t *testing.T) {
	run := func(cores int) Results {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		return small(t, Kernel{Setting: experiments.Setting{Kernel: "king"}})
	}
	named := cmpopts.IgnoreFields(experiments.Measurement{}, "Annealer") // it was not computed
	if diff := gocmp.Diff(run(1), run(8), gocmp.AllowUnexported(exact.Measured{}, chains.Schedule{}), named,
		cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("1 core and 8 differ:\n%s", diff)
	}
}

// TestAnotherKernel: a kernel of the catalogue stands beside Metropolis with its own numbers, and a command that tells
// the rows of Metropolis has Metropolis's. It tells them once for each beta of a toy.
func TestAnotherKernel(t *testing.T) {
	king := small(t, Kernel{Setting: experiments.Setting{Kernel: "king"}})
	alone := Size{Ts: king.Ts, CurveTs: []int{5}, Chains: 100} // the rows of other draws take their time
	asked := map[string]int{}
	told := must.Have(alone.Reproduce(t.Context(), papers.Options{}, Kernel{Setting: experiments.Setting{Exec: "mine"},
		By: experiments.AskRows(func(ctx context.Context, g grid.Grid, beta float64, logf []float64,
			from []int) ([]float64, error) {
			asked[fmt.Sprint(beta, logf)]++
			return metropolisRows(ctx, g, beta, logf, from)
		})}))(t)
	if n := slices.Collect(maps.Values(asked)); slices.Max(n) > 1 || len(n) < 3*99 {
		t.Errorf("the command is asked %d times at a beta, and at %d of all toys", slices.Max(n), len(n))
	}
	for i, toy := range Toys() {
		for k, T := range king.Ts {
			row := 2 * (i*len(king.Ts) + k)
			a := Annealing(toy.Of(toy.Seed), T)
			a.Kernel = kernels.King{}
			want := must.Have(exact.Measure(t.Context(), a))(t)
			own, by := king.Tightness[row], king.Tightness[row+1]
			kernel := by.Annealer.WithDefaults().Kernel
			if kernel != "king" || by.T != T || by.J() != want.J() || by.B() != want.B() || own.J() == by.J() {
				t.Errorf("%s, T = %d: %s has J = %v and B = %v, want %v and %v", toy.Name, T, kernel, by.J(), by.B(),
					want.J(), want.B())
			}
			mine := told.Tightness[row+1]
			must.Near(t, mine.J(), own.J(), 1e-12*own.J(), "%s, T = %d: J by rows of Metropolis", toy.Name, T)
			must.Near(t, mine.B(), own.B(), 1e-12*own.B(), "%s, T = %d: B by rows of Metropolis", toy.Name, T)
		}
	}
	if n := len(king.Ensembles); n != 16 || king.Ensembles[4].Kernel != "king" {
		t.Errorf("%d rows of ensembles, want four of two toys by two kernels", n)
	}
	if n := len(king.Checks); n != 6 || king.Galleries[0].Panels[5].Name != "by king, T = 100" {
		t.Errorf("%d checks, want three toys by two kernels", n)
	}
}

// TestAKernelThatMisses: rows that miss p have J in the table and in the curves, no B, and no check by chains.
func TestAKernelThatMisses(t *testing.T) {
	size := Size{Ts: []int{5}, CurveTs: []int{5}, Chains: 100}
	found := must.Have(size.Reproduce(t.Context(), papers.Options{}, Kernel{Setting: experiments.Setting{Exec: "mine"},
		By: experiments.AskRows(func(ctx context.Context, g grid.Grid, beta float64, logf []float64,
			from []int) ([]float64, error) {
			return metropolisRows(ctx, g, beta, make([]float64, len(logf)), from) // accepts every move
		})}))(t)
	for i := range Toys() {
		row, curve := found.Tightness[2*i+1], found.Curves[2*i+1]
		kernel := row.Annealer.WithDefaults().Kernel
		if kernel != "mine" || !(row.J() > 0) || curve.J() != row.J() || !math.IsNaN(row.B()) ||
			!math.IsNaN(curve.B()) || len(row.Warnings) != 1 || math.IsNaN(found.Tightness[2*i].B()) {
			t.Errorf("%s: J = %v and B = %v, J = %v and B = %v of the curve, %q",
				row.Annealer.TargetName(), row.J(), row.B(), curve.J(), curve.B(), row.Warnings)
		}
	}
	if len(found.Checks) != len(Toys()) {
		t.Errorf("%d checks, want those of Metropolis", len(found.Checks))
	}
}

// metropolisRows tells the rows of Metropolis: a move to each of four neighbours with probability 1/4, which is
// accepted with probability min(1, f(y)/f(x)).
func metropolisRows(_ context.Context, g grid.Grid, _ float64, logf []float64, from []int) (rows []float64, err error) {
	for _, x := range from {
		row := make([]float64, g.Size())
		row[x] = 1
		for y := range g.Size() {
			apart := 0
			for axis := range g.Axes() {
				d := g.Coord(x, axis) - g.Coord(y, axis)
				apart += max(d, -d)
			}
			if apart == 1 {
				row[y] = min(1, math.Exp(logf[y]-logf[x])) / 4
				row[x] -= row[y]
			}
		}
		rows = append(rows, row...)
	}
	return rows, nil
}

// TestMisses: a kernel that has no B on a toy is said to miss p there, with the reason; one that has B is not.
func TestMisses(t *testing.T) {
	row := experiments.Measurement{Annealer: must.Have(experiments.Setting{Toy: "barrier"}.Annealer())(t)}
	row.Warnings = []string{"the steps miss p"}
	f := Results{Tightness: []experiments.Measurement{row, row}}
	if why := f.Misses(); why != "" {
		t.Errorf("a kernel with B: %s", why)
	}
	f.Tightness[1].Paths.Forward = math.NaN()
	if why := f.Misses(); why != "on barrier the steps miss p" {
		t.Errorf("a kernel without B: %q", why)
	}
}
