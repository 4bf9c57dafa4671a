package figure

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct{ at, want []float64 }{
		{nil, []float64{}},
		{[]float64{5}, []float64{5}},
		{[]float64{80, 20, 50}, []float64{80, 20, 50}},     // nobody is in the way
		{[]float64{50, 50}, []float64{55, 45}},             // the first above
		{[]float64{52, 49, 10}, []float64{55.5, 45.5, 10}}, // two move, and the third stays
		{[]float64{99, 99, 89}, []float64{100, 90, 80}},    // the upper bound
		{[]float64{1, 2}, []float64{0, 10}},                // the lower one
		{slices.Repeat([]float64{3}, 13), []float64{110, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0, -10}}, // no room
	} {
		if diff := cmp.Diff(c.want, spread(c.at, 10, 0, 100), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%v:\n%s", c.at, diff)
		}
	}
}

// Labels never overlap, keep their order and their bounds, and no other such labels are closer to the
// ends of their lines.
func TestSpreadIsTheClosest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const gap, low, high = 10., 0., 100.
		at := rapid.SliceOfN(rapid.Float64Range(low-20, high+20), 1, 11).Draw(t, "ends")
		got := spread(at, gap, low, high)
		slices.SortFunc(at, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
		inOrder := slices.Clone(got)
		slices.SortFunc(inOrder, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
		if fault := overlap(inOrder, gap, low, high); fault != "" {
			t.Fatal(fault)
		}
		other := make([]float64, len(at)) // any labels that keep the rules
		room := high - low - float64(len(at)-1)*gap
		top := high
		for i := range other {
			down := rapid.Float64Range(0, room).Draw(t, "down")
			room -= down
			top -= down
			other[i] = top
			top -= gap
		}
		if a, b := squares(inOrder, at), squares(other, at); a > b+1e-9 {
			t.Errorf("%v is %v away from %v, and %v is %v away", inOrder, a, at, other, b)
		}
	})
}

// overlap says what is wrong with labels from the top to the bottom.
func overlap(labels []float64, gap, low, high float64) string {
	for i, y := range labels {
		if i > 0 && labels[i-1]-y < gap-1e-9 {
			return "two labels overlap"
		}
		if y < low-1e-9 || y > high+1e-9 {
			return "a label is beyond the plot"
		}
	}
	return ""
}

func squares(a, b []float64) (sum float64) {
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum
}

// Labels that stay at the ends of their lines overlap, and the test sees it.
func TestOverlapIsSeen(t *testing.T) {
	if overlap([]float64{50, 45}, 10, 0, 100) == "" {
		t.Error("labels 5 apart do not overlap")
	}
}
