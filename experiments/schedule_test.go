package experiments

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestSettingTruths: the schedules made from truth come from package tuning, are the same for a chain that only changed
// its schedule, and say how they were chosen. That of friction says B near equilibrium and its floor.
func TestSettingTruths(t *testing.T) {
	base := must.Have(Setting{Toy: "barrier", Kernel: "heat-bath"}.Annealer())(t)
	const T = 12
	a := at(t, base, T)
	friction := must.Have(tuning.FrictionLength(t.Context(), a))(t)
	for name, want := range map[string]chains.Schedule{
		"fisher":   must.Have(tuning.FisherLength(a))(t).Schedule(T),
		"friction": friction.Schedule(T),
		"best-b":   must.Have(tuning.BestB(t.Context(), a, T, nil))(t).Schedule,
	} {
		an := base
		an.Resolved = base.WithSchedule(must.Have(base.With(Setting{Schedule: name}))(t))
		got, choice, err := an.At(t.Context(), T)
		if err != nil || choice == nil || an.Schedule != name || base.Schedule != "linear" {
			t.Fatalf("%s: how it was chosen is %v (%v); the schedule is %s, and was %s", name, choice, err, an.Schedule,
				base.Schedule)
		}
		if diff := cmp.Diff(want.Betas(), got.Schedule.Betas()); diff != "" {
			t.Errorf("%s: the betas: %s", name, diff)
		}
		e := an.RunOf(a, exact.Result{}) // on its own schedule both are the same
		if b, floor := friction.Action(a.Schedule), friction.Total()*friction.Total()/(T-1); name == "friction" &&
			(e.NearB != b || e.NearFloor != floor) || name != "friction" &&
			!(math.IsNaN(e.NearB) && math.IsNaN(e.NearFloor)) {
			t.Errorf("%s: B near equilibrium is %v, and at least %v", name, e.NearB, e.NearFloor)
		}
	}
	_, err := base.With(Setting{Schedule: "fishr"})
	must.Fail(t, err, "use fisher, the nearest", "fishr")
}

// TestSettingTruthsRefuse: a schedule from truth is refused with its flag if the kernel never moves or there are too
// many levels, and stops with its context.
func TestSettingTruthsRefuse(t *testing.T) {
	const T = 12
	still := must.Have(Setting{Toy: "barrier", Kernel: "identity", Schedule: "friction"}.Annealer())(t)
	says := "--schedule friction: "
	if _, _, err := still.At(t.Context(), T); !errors.As(err, new(Fault)) || !strings.HasPrefix(flagged(err), says) {
		t.Errorf("the friction of a kernel that never moves: %v, want a fault and %s first", err, says)
	}
	best := must.Have(Setting{Toy: "barrier", Schedule: "best-j"}.Annealer())(t)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := best.At(stopped, T); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	says = "--schedule best-j: -T 30000; use a number of levels up to 20000"
	if _, err := best.Levels([]int{30_000}); err == nil || !strings.Contains(flagged(err), says) {
		t.Errorf("too many levels: %v, want %s", err, says)
	}
}

// TestProgressOfMeasurements: who waits for a search, or for the rows of a command, hears of it before its T is done,
// and of proofs after the run.
func TestProgressOfMeasurements(t *testing.T) {
	for _, c := range []struct {
		setting Setting
		ask     Ask
		after   float64 // of all work
	}{{Setting{Toy: "barrier", Schedule: "best-b"}, Ask{}, 0}, {Setting{Toy: "barrier"}, Ask{Proofs: true}, 0.5},
		{Setting{Toy: "two-basins:6", Exec: "mine"}, Ask{}, 0.5}} {
		an := must.Have(c.setting.Annealer())(t)
		an = an.WithRows(AskRows(func(_ context.Context, g grid.Grid, _ float64, logf []float64, cells []int) (
			p []float64, err error) {
			for range cells {
				p = append(p, chains.Normalized(logf)...)
			}
			return p, nil
		}))
		heard := 0
		must.Have(an.Measure(t.Context(), []int{200}, c.ask, func(done, total int) {
			if share := float64(done) / float64(total); c.after < share && share < 1 {
				heard++
			}
		}))(t)
		if heard < 10 {
			t.Errorf("%+v: heard %d times", c.setting, heard)
		}
	}
}
