package explore_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
)

func schedules(t *testing.T, q explore.Question, specs ...string) (all []explore.Scheduled) {
	t.Helper()
	err := explore.Schedules(t.Context(), q, specs, func(s explore.Scheduled) error {
		all = append(all, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSchedules: each has the betas, J and B of the command with that schedule, whatever the question's own is.
func TestSchedules(t *testing.T) {
	specs := []string{"linear", "sigmoid:4", "curve:0:0.2:1", "fisher", "friction", "best-b", "best-j"}
	q := explore.Question{Toy: "barrier", Schedule: "power:2", T: 12}
	for i, s := range schedules(t, q, specs...) {
		q.Schedule = specs[i]
		row := exactRow(t, q)
		if diff := cmp.Diff(row.Schedule.Betas(), floatsOf(s.Betas)); diff != "" {
			t.Errorf("%s: the betas: %s", s.Name, diff)
		}
		if s.Name != specs[i] || float64(s.J) != row.J() || float64(s.B) != row.B() {
			t.Errorf("%s: J = %v and B = %v of %s, want %v and %v", specs[i], s.J, s.B, s.Name, row.J(), row.B())
		}
		if s.Note != "" {
			t.Errorf("%s has the note %q", s.Name, s.Note)
		}
	}
}

// TestSchedulesThatAreNone: the others are told all the same.
func TestSchedulesThatAreNone(t *testing.T) {
	all := schedules(t, explore.Question{Toy: "barrier", Kernel: "identity", T: 12}, "friction", "linear")
	if want := "schedule friction: "; !strings.HasPrefix(all[0].Note, want) || !math.IsNaN(float64(all[0].J)) {
		t.Errorf("the friction of a kernel that never moves has J = %v and the note %q", all[0].J, all[0].Note)
	}
	if all[1].Note != "" || len(all[1].Betas) != 12 {
		t.Errorf("linear has %d betas and the note %q", len(all[1].Betas), all[1].Note)
	}
}

// TestSchedulesRefuse: nothing is told of a list that has a file in it, or too many.
func TestSchedulesRefuse(t *testing.T) {
	for says, specs := range map[string][]string{
		`schedule "file:/etc/passwd" is unknown`: {"linear", "file:/etc/passwd"},
		"17 schedules; at most 16 would do":      make([]string, 17),
	} {
		err := explore.Schedules(t.Context(), explore.Question{Toy: "easy"}, specs, func(explore.Scheduled) error {
			t.Error("a schedule is told")
			return nil
		})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want %s", err, says)
		}
	}
}

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
