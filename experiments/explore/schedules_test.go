package explore_test

import (
	"context"
	"errors"
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
	all := schedules(t, explore.Question{Toy: "barrier", Kernel: "identity", T: 12}, "friction", "linear")
	if want := "schedule friction: "; !strings.HasPrefix(all[0].Note, want) || !math.IsNaN(float64(all[0].J)) {
		t.Errorf("the friction of a kernel that never moves has J = %v and the note %q", all[0].J, all[0].Note)
	}
	if all[1].Note != "" || len(all[1].Betas) != 12 {
		t.Errorf("linear has %d betas and the note %q", len(all[1].Betas), all[1].Note)
	}
}

// TestSchedulesOfManyStates: on 512 states there are the best schedules, and they are better than linear; on 256 there
// is that by friction. A search on 4096 states ends as soon as nobody waits for it.
func TestSchedulesOfManyStates(t *testing.T) {
	all := schedules(t, explore.Question{Toy: "ising:3x3:0.4", T: 4}, "linear", "best-b", "best-j")
	linear := all[0]
	b := all[1]
	j := all[2]
	if !(b.B < linear.B && j.J < linear.J) {
		t.Errorf("linear has J = %v, B = %v; best-b B = %v, best-j J = %v", linear.J, linear.B, b.B, j.J)
	}
	friction := schedules(t, explore.Question{Toy: "ising:2x4:0.4", T: 4}, "friction")[0]
	if len(friction.Betas) != 4 {
		t.Errorf("friction on 256 states is %+v", friction)
	}
	many := schedules(t, explore.Question{Toy: "ising:3x4:0.4", T: 3}, "friction")[0].Note
	if !strings.Contains(many, "a row for each of 4096 cells with mass; at most 1024 would do") {
		t.Errorf("friction on 4096 states has the note %q", many)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	err := explore.Schedules(ctx, explore.Question{Toy: "ising:3x4:0.4", T: 1000}, []string{"linear", "best-j"},
		func(explore.Scheduled) error { cancel(why); return nil })
	if !errors.Is(err, why) {
		t.Errorf("a search that nobody waits for ends with %v", err)
	}
}
