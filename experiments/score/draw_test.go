package score

import (
	"math"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/columns"
	"breadboard/grid/must"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// drawing is a plan of one kernel on one density that draws so many chains.
func drawing(target toys.Target, k chains.Kernel, n, ofSteps int) *Plan {
	return &Plan{Densities: []zoo.Density{{Name: target.Name, Make: func() toys.Target { return target }}},
		Kernels:   []chains.Entry[chains.Kernel]{{Name: "k", Make: k}},
		Functions: []string{"mean", "var"}, Starts: []string{"exact"}, Budgets: []int{ofSteps / 10, ofSteps},
		Chains: n, MCSeed: 5, Calibrate: true}
}

// A point is of the first steps of long chains: real by the squared errors of their averages, as counted by hand, also
// of a kernel on a larger space than the density's.
func TestPointsByHand(t *testing.T) {
	target := steep()
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Stretch{}} {
		p := drawing(target, k, 6, 10*mostCalibrated)
		points := run(t, p).Points
		s := NewSubject(target, "k", k)
		draw := s.Drawer(p.MCSeed).From(Start{"exact", s.P})
		cells := make([]int32, mostCalibrated)
		mean := 0.0
		square := 0.0
		errors := 0.0
		for x, mass := range s.P {
			v := float64(target.Grid.Coord(x, 0))
			mean += mass * v
			square += mass * v * v
		}
		for i := range 6 {
			draw(cells, i)
			sum := 0.0
			for _, x := range cells {
				sum += float64(target.Grid.Coord(int(x), 0))
			}
			off := sum/mostCalibrated - mean
			errors += off * off / 6
		}
		want := (square - mean*mean) / errors
		if len(points) != 2 || points[0].Function != "mean:1" || points[0].N != mostCalibrated {
			t.Fatalf("the points are %+v", points)
		}
		must.Near(t, float64(points[0].Real), want, 1e-9, "the real ESS")
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
		p := plan(false)
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

// The region holds 95% of the real ESS of independent normal errors: those of m draws of a
// standard normal, each of variance 1/m.
func TestRegion(t *testing.T) {
	low, high := Region(50, 8)
	// P(χ²_8 > 17.5345) = P(χ²_8 < 2.1797) = 0.025 in the tables.
	if math.Abs(low/(50*8/17.5345)-1) > 1e-4 || math.Abs(high/(50*8/2.1797)-1) > 1e-4 {
		t.Errorf("the region is from %v to %v, want from 50*8/17.5345 to 50*8/2.1797", low, high)
	}
}
