package score

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/columns"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// drawing is a plan of one kernel on one density that draws so many chains.
func drawing(target toys.Target, k chains.Kernel, n, ofSteps int) *Plan {
	return &Plan{Densities: []zoo.Density{{Name: target.Name, Make: func() toys.Target { return target }}},
		Kernels:   []chains.Entry[chains.Kernel]{{Name: "k", Make: k}},
		Functions: []string{"mean", "ks"}, Starts: []string{"exact"}, Budgets: []int{ofSteps / 10, ofSteps},
		Equal: Steps, Chains: n, MCSeed: 5, Calibrate: true}
}

// Independent draws have their number as the RESS of a KS distance, within four standard errors of
// the chains and four of R, which has 0.7%.
func TestIndependentDrawsHaveTheirRESS(t *testing.T) {
	for _, r := range run(t, drawing(steep(), kernels.Perfect{}, 1000, 1000)).Rows {
		if off := 4 * (r.StdErr + 0.007*r.RESS()); r.Distance() && math.Abs(r.RESS()-float64(r.N)) > off {
			t.Errorf("%d draws have RESS %v of %s, within %v", r.N, r.RESS(), r.Function, off)
		}
	}
}

// The KS distance of two values is the error of the mean, and R is the variance, which its bridges have
// to 4 times 1% (two values: a squared normal varies by √2 of its mean).
func TestDistanceOfTwoValuesIsTheMeans(t *testing.T) {
	target := toys.Target{Name: "two", Grid: grid.New(2), LogF: []float64{0, 1}}
	result := run(t, drawing(target, kernels.Metropolis{}, 8, 500))
	real := map[string]float64{}
	for _, p := range result.Points {
		real[p.Function] = float64(p.Real)
	}
	if ratio := real["ks:1"] / real["mean:1"]; math.Abs(ratio-1) > 0.04 {
		t.Errorf("the real ESS of the KS distance is %v, of the mean %v", real["ks:1"], real["mean:1"])
	}
	last := result.Rows[len(result.Rows)-1]
	if last.Function != "ks:1" || math.Abs(last.RESS()/real["ks:1"]-1) > 1e-12 {
		t.Errorf("%s has RESS %v, and in Figure 3 %v", last.Function, last.RESS(), real["ks:1"])
	}
}

// The rows are the mean squared distances of the chains, as counted by hand, also of a kernel on a larger
// space than the density's.
func TestDistancesByHand(t *testing.T) {
	target := steep()
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Stretch{}} {
		p := drawing(target, k, 6, 50)
		rows := run(t, p).Rows
		s := NewSubject(target, "k", k)
		draw := s.Drawer(p.MCSeed).From(Start{"exact", s.P})
		cells := make([]int32, 50)
		sums := map[int]float64{}
		for i := range 6 {
			draw(cells, i)
			for _, n := range p.Budgets {
				far := 0.0
				for v := range target.Grid.Len(0) {
					upTo := 0.0
					for x, mass := range s.P {
						if target.Grid.Coord(x, 0) <= v {
							upTo += mass
						}
					}
					for _, x := range cells[:n] {
						if target.Grid.Coord(int(x), 0) <= v {
							upTo -= 1 / float64(n)
						}
					}
					far = max(far, math.Abs(upTo))
				}
				sums[n] += far * far / 6
			}
		}
		for _, r := range rows {
			if r.Function == "ks:1" && math.Abs(r.MSE()/sums[r.N]-1) > 1e-10 {
				t.Errorf("after %d steps the mean squared distance is %v, want %v", r.N, r.MSE(), sums[r.N])
			}
		}
	}
}

// Beyond the longest chains that are drawn there are averages, and the points of Figure 3 of the first
// steps, but no KS distances.
func TestLongChainsHaveNoDistances(t *testing.T) {
	p := drawing(steep(), kernels.Metropolis{}, 2, 10*mostDrawn)
	p.Functions, p.Equal = []string{"mean", "ks"}, Evaluations // of one a step
	result := run(t, p)
	for _, r := range result.Rows {
		if r.Distance() && r.N != mostDrawn {
			t.Errorf("%s has a row of %d steps", r.Function, r.N)
		}
	}
	for _, point := range result.Points {
		if point.N != mostCalibrated {
			t.Errorf("%s has a point of %d steps, want %d", point.Function, point.N, mostCalibrated)
		}
	}
	if len(result.Points) != 2 {
		t.Errorf("%d points, want those of mean:1 and ks:1", len(result.Points))
	}
}

// sameReal also calls NaN the same as NaN.
var sameReal = cmp.Comparer(func(a, b columns.Real) bool {
	return a == b || math.IsNaN(float64(a)) && math.IsNaN(float64(b))
})

// One core and two draw the same chains, and another seed's are others.
func TestDrawsAreTheSameOnAnyCores(t *testing.T) {
	draw := func(cores int, seed uint64) Result {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		p := plan(Steps)
		p.Calibrate, p.MCSeed = true, seed
		must.Do(t, p.Prepare())
		return must.Have(p.Run(t.Context(), nil))(t)
	}
	one := draw(1, 1)
	two := draw(2, 1)
	other := draw(2, 2)
	if diff := cmp.Diff(one.Rows, two.Rows, cmpopts.EquateNaNs(), sameReal); diff != "" {
		t.Errorf("the rows differ: %s", diff)
	}
	if diff := cmp.Diff(one.Points, two.Points, sameReal); diff != "" {
		t.Errorf("the points differ: %s", diff)
	}
	if cmp.Equal(one.Points, other.Points, sameReal) {
		t.Error("two seeds draw the same chains")
	}
}

// The constant of two values is F(1-F), that of values without mass is that of the others, and that of a fine lattice
// is near Kolmogorov's, E[K²] = π²/12 for the largest distance K of a Brownian bridge from 0: one watched at n places
// has a maximum lower by 0.58/√n (Broadie, Glasserman and Kou 1997), and E[K] is 0.87. The paper has R = 0.822.
func TestBridgeScale(t *testing.T) {
	const off = 4 * 1.5 / 141 // 4 standard errors; a squared normal varies by √2 of its mean
	for _, p := range []float64{0.5, 0.1, 0.001} {
		if got, want := bridgeScale([]float64{p, 1 - p}), p*(1-p); math.Abs(got-want) > off*want {
			t.Errorf("of %v and %v it is %v, want %v", p, 1-p, got, want)
		}
		if got, want := bridgeScale([]float64{0, p, 0, 1 - p, 0}), p*(1-p); math.Abs(got-want) > off*want {
			t.Errorf("with empty values it is %v, want %v", got, want)
		}
	}
	const n = 300
	got := bridgeScale(slices.Repeat([]float64{1. / n}, n))
	if want := math.Pi*math.Pi/12 - 2*0.87*0.58/math.Sqrt(n); math.Abs(got-want) > off*want {
		t.Errorf("of %d values it is %v, want %v", n, got, want)
	}
	if got := bridgeScale([]float64{1}); got != 0 {
		t.Errorf("of one value it is %v", got)
	}
}

// The region holds 95% of the real ESS of independent normal errors: those of m draws of a
// standard normal, each of variance 1/m.
func TestRegion(t *testing.T) {
	low, high := Region(50, 8)
	// P(χ²_8 > 17.5345) = P(χ²_8 < 2.1797) = 0.025 in the tables.
	if math.Abs(low/(50*8/17.5345)-1) > 1e-4 || math.Abs(high/(50*8/2.1797)-1) > 1e-4 {
		t.Errorf("the region is from %v to %v, want from 50*8/17.5345 to 50*8/2.1797", low, high)
	}
}
