package explore_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

func schedules(t *testing.T, q explore.Question, specs ...string) (all []explore.Scheduled) {
	t.Helper()
	err := explore.Schedules(t.Context(), q, specs, func(s explore.Scheduled) error {
		all = append(all, s)
		return nil
	})
	must.Do(t, err)
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
	all := schedules(t, explore.Question{Toy: "barrier", Kernel: "identity", T: 12}, "friction", "linear",
		"file:/etc/passwd")
	if want := "schedule friction: "; !strings.HasPrefix(all[0].Note, want) || !math.IsNaN(float64(all[0].J)) {
		t.Errorf("the friction of a kernel that never moves has J = %v and the note %q", all[0].J, all[0].Note)
	}
	if !strings.Contains(all[2].Note, `schedule "file:/etc/passwd" is unknown`) {
		t.Errorf("a file has the note %q", all[2].Note)
	}
	if all[1].Note != "" || len(all[1].Betas) != 12 {
		t.Errorf("linear has %d betas and the note %q", len(all[1].Betas), all[1].Note)
	}
}
