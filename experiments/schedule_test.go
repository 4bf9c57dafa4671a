package experiments_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/experiments"
)

// The schedules made from truth come from package tuning, are the same for a
// chain that only changed its schedule, and say how they were chosen.
func TestSettingTruths(t *testing.T) {
	base, err := experiments.Setting{Toy: "barrier", Kernel: "heat-bath"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	const T = 12
	a := at(t, base, T)
	for name, want := range map[string]func() (chains.Schedule, error){
		"fisher": func() (chains.Schedule, error) {
			l, err := tuning.FisherLength(a)
			return l.Schedule(T), err
		},
		"friction": func() (chains.Schedule, error) {
			l, err := tuning.FrictionLength(a)
			return l.Schedule(T), err
		},
		"best-b": func() (chains.Schedule, error) {
			c, err := tuning.BestB(t.Context(), a, T, nil)
			return c.Schedule, err
		},
	} {
		c, err := base.WithSchedule(name)
		if err != nil || c.Schedule != name || base.Schedule != "linear" {
			t.Fatal(err, c.Schedule, base.Schedule)
		}
		got, choice, err := c.At(t.Context(), T)
		if err != nil || choice == nil {
			t.Fatal(err, choice)
		}
		s, err := want()
		if diff := cmp.Diff(s.Betas(), got.Schedule.Betas()); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
		if name == "best-b" && (choice.Evaluations == 0 || choice.Start == "") {
			t.Errorf("%d evaluations from %q", choice.Evaluations, choice.Start)
		}
	}
	_, err = base.WithSchedule("fishr")
	if err == nil || !strings.Contains(err.Error(), "the nearest known is fisher") {
		t.Errorf("fishr: %v", err)
	}
}

// A schedule from truth is refused with its flag if the kernel never moves or there are
// too many levels, and stops with its context.
func TestSettingTruthsRefuse(t *testing.T) {
	const T = 12
	base, err := experiments.Setting{Toy: "barrier", Kernel: "heat-bath"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	still, err := experiments.Setting{Toy: "barrier", Kernel: "identity", Schedule: "friction"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := still.At(t.Context(), T); !errors.As(err, new(experiments.Fault)) ||
		!strings.HasPrefix(flagged(err), "--schedule friction: ") {
		t.Errorf("the friction of a kernel that never moves: %v", err)
	}
	best, _ := base.WithSchedule("best-j")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := best.At(stopped, T); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if _, err := best.Levels([]int{30_000}); err == nil || !strings.Contains(flagged(err),
		"--schedule best-j: -T 30000; a number of levels up to 20000 would do") {
		t.Errorf("too many levels: %v", err)
	}
}
