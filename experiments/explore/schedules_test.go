package explore_test

import (
	"context"
	"errors"
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

// TestSchedulesOfAProgram: a number that the program does not have has a note, and the others are its account's.
func TestSchedulesOfAProgram(t *testing.T) {
	q := explore.Question{Toy: "clustering:2:2", Program: "bic:k=3", T: 3}
	s := schedules(t, q, "power:2")[0]
	if want := measure(t, q).J.Sum; s.J != want {
		t.Errorf("J is %v, want %v", s.J, want)
	}
	if !math.IsNaN(float64(s.B)) || !strings.Contains(s.Note, "the program has no reverse") {
		t.Errorf("B is %v, and the note %q", s.B, s.Note)
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

// TestSchedulesStop: an answer ends where nobody reads on, or where its context ends.
func TestSchedulesStop(t *testing.T) {
	closed := errors.New("the page is closed")
	for _, byTeller := range []bool{true, false} {
		ctx, stop := context.WithCancelCause(t.Context())
		told := 0
		err := explore.Schedules(ctx, explore.Question{Toy: "easy", T: 2000}, []string{"linear", "power:2"},
			func(explore.Scheduled) error {
				told++
				if byTeller {
					return closed
				}
				stop(closed)
				return nil
			})
		if !errors.Is(err, closed) || told != 1 {
			t.Errorf("stopped by the teller, %v: %d schedules were told, and the error is %v", byTeller, told, err)
		}
	}
}
