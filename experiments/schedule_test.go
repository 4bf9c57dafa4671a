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
		got, _ := chosen(t, base, name, T)
		s, err := want()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(s.Betas(), got.Schedule.Betas()); diff != "" {
			t.Errorf("%s: the betas: %s", name, diff)
		}
	}
	_, err = base.WithSchedule("fishr")
	if err == nil || !strings.Contains(err.Error(), "the nearest known is fisher") {
		t.Errorf("fishr: the error is %v, want the nearest known in it", err)
	}
}

// A curve is straight between its betas, at every T. With as many levels as betas it is the betas themselves.
func TestCurve(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier", Schedule: "curve:0:0.25:0.25:1"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range [][]float64{{0, 1}, {0, 0.25, 0.25, 1}, {0, 0.125, 0.25, 0.25, 0.25, 0.625, 1}} {
		if diff := cmp.Diff(want, at(t, c, len(want)).Schedule.Betas()); diff != "" {
			t.Errorf("T = %d: %s", len(want), diff)
		}
	}
}

// chosen returns the annealing of a chain with another schedule, and how it was chosen.
func chosen(t *testing.T, base experiments.Chain, name string, T int) (chains.Annealing, *tuning.Choice) {
	t.Helper()
	c, err := base.WithSchedule(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if c.Schedule != name {
		t.Fatalf("the schedule is %s, want %s", c.Schedule, name)
	}
	if base.Schedule != "linear" {
		t.Fatalf("%s: the first chain's schedule is %s, want linear", name, base.Schedule)
	}
	a, choice, err := c.At(t.Context(), T)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if choice == nil {
		t.Fatalf("%s: it is not said how it was chosen", name)
	}
	return a, choice
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
	_, _, err = still.At(t.Context(), T)
	if !errors.As(err, new(experiments.Fault)) {
		t.Fatalf("the friction of a kernel that never moves: the error is %v, want a fault", err)
	}
	if says := "--schedule friction: "; !strings.HasPrefix(flagged(err), says) {
		t.Errorf("the friction of a kernel that never moves: %v, want %s first", err, says)
	}
	best, _ := base.WithSchedule("best-j")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := best.At(stopped, T); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	says := "--schedule best-j: -T 30000; a number of levels up to 20000 would do"
	if _, err := best.Levels([]int{30_000}); err == nil || !strings.Contains(flagged(err), says) {
		t.Errorf("too many levels: %v, want %s", err, says)
	}
}
