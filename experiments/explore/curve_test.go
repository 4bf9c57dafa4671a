package explore_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
)

// TestCurve: the points come in the order of T, and each is that of the command.
func TestCurve(t *testing.T) {
	type place struct {
		spec string
		T    int
	}
	var places []place
	q := explore.Question{Toy: "barrier", Kernel: "lifted"}
	err := explore.Curve(t.Context(), q, []string{"sigmoid:4", "fisher"}, []int{20, 5, 20}, func(p explore.Point) error {
		places = append(places, place{p.Schedule, p.T})
		q.Schedule, q.T = p.Schedule, p.T
		if row := exactRow(t, q); float64(p.J) != row.J() || float64(p.B) != row.B() {
			t.Errorf("%s at T = %d: J = %v and B = %v, want %v and %v", p.Schedule, p.T, p.J, p.B, row.J(), row.B())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]place{{"sigmoid:4", 5}, {"fisher", 5}, {"sigmoid:4", 20}, {"fisher", 20}}, places,
		cmp.AllowUnexported(place{})); diff != "" {
		t.Error(diff)
	}
}

// TestCurveUsual: without schedules and T it is the question's own, up to T = 1000.
func TestCurveUsual(t *testing.T) {
	var last explore.Point
	err := explore.Curve(t.Context(), explore.Question{Toy: "barrier"}, nil, nil, func(p explore.Point) error {
		last = p
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if last.Schedule != "linear" || last.T != 1000 {
		t.Errorf("the last point is of %s at T = %d", last.Schedule, last.T)
	}
}

func TestCurveRefuses(t *testing.T) {
	six := strings.Split(strings.Repeat("linear,", 6), ",")[:6]
	for says, c := range map[string]struct {
		toy   string
		specs []string
		ts    []int
	}{
		"T [1000 4000] with 1 schedule are 5000 levels on 4096 states; at most 4882 would do": {"ising:3x4:0.4", nil,
			[]int{4000, 1000}},
		"T 1; a number of levels from 2 to 10000 would do":    {"easy", nil, []int{1}},
		"7 schedules at 1 T; at most 6 at 12 would do":        {"easy", append(six, "fisher"), []int{5}},
		"1 schedule at 13 T; at most 6 at 12 would do":        {"easy", nil, make([]int, 13)},
		`schedule "fishr" is unknown; the nearest known is f`: {"easy", []string{"fishr"}, nil},
	} {
		err := explore.Curve(t.Context(), explore.Question{Toy: c.toy}, c.specs, c.ts, func(explore.Point) error {
			t.Errorf("%s: a point is told", says)
			return nil
		})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want %s", err, says)
		}
	}
}
