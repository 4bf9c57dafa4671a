package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"breadboard/experiments"
	"breadboard/grid/must"
)

// A fakeClock goes on when a test says so.
type fakeClock struct {
	time   time.Time
	alarms []func()
}

func (f *fakeClock) clock() clock {
	return clock{
		now: func() time.Time { return f.time },
		after: func(_ time.Duration, alarm func()) func() bool {
			f.alarms = append(f.alarms, alarm)
			return func() bool { return true }
		},
	}
}

// worldOf is one with a clock of its own, and a space with its need.
func worldOf(t *testing.T, f *fakeClock) (*world, experiments.Need) {
	t.Helper()
	space := must.Have(experiments.Setting{Toy: "barrier"}.Space())(t)
	w := newWorld(t.Context(), new(bytes.Buffer), new(bytes.Buffer), nil)
	w.clock = f.clock()
	return w, space.Need(experiments.ExactBytes, 100)
}

// A run is stopped at the first look that sees it pass a minute: after two seconds, or later if it slows down. What would
// end in time is not stopped, and nothing is if --yes is given.
func TestTimeLimit(t *testing.T) {
	steady := func(whole float64) func(float64) float64 { return func(s float64) float64 { return s / whole } }
	for name, c := range map[string]struct {
		share func(seconds float64) float64 // of the whole that is done by then
		yes   bool
		stops float64 // after so many seconds; 0 if it goes on to the end
		says  string
	}{
		"in time":                 {steady(59), false, 0, ""},
		"two minutes":             {steady(120), false, 2, " of memory and about 2m0s; --yes goes on"},
		"an hour and a half":      {steady(5400), false, 2, " of memory and about 1h30m; --yes goes on"},
		"two minutes, with --yes": {steady(120), true, 0, ""},
		"a fast part, then a slow one": {func(s float64) float64 {
			return min(s, 3)/9 + max(s-3, 0)/150
		}, false, 8, "; --yes goes on"},
		"nothing for a while": {func(s float64) float64 { return max(0, s-5) / 200 }, false, 6, "; --yes goes on"},
	} {
		stopped := 0.0
		err := limited60(t, c.yes, func(ctx context.Context, f *fakeClock, tell experiments.Progress) {
			for s := 1.; s < 600 && c.share(s) < 1 && stopped == 0; s++ {
				f.time = time.Unix(int64(s), 0)
				if tell != nil {
					tell(int(1e6*c.share(s)), 1e6)
				}
				if ctx.Err() != nil {
					stopped = s
				}
			}
		})
		if stopped != c.stops || (err != nil) != (c.stops > 0) {
			t.Errorf("%s: stopped after %v s, want %v: %v", name, stopped, c.stops, err)
		}
		if err != nil && (!errors.As(err, new(badInput)) || !strings.HasSuffix(err.Error(), c.says) ||
			!strings.HasPrefix(err.Error(), "barrier has 49 cells, which at 100 levels take ")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// limited60 is the error of a run under the limit of a minute.
func limited60(t *testing.T, yes bool, run func(ctx context.Context, f *fakeClock, tell experiments.Progress)) error {
	t.Helper()
	f := &fakeClock{time: time.Unix(0, 0)}
	w, need := worldOf(t, f)
	_, err := timed(w, "test", describe(need)+" and", yes, func(ctx context.Context, tell experiments.Progress) (int, error) {
		run(ctx, f, tell)
		return 0, context.Cause(ctx)
	})
	return err
}

// A run is looked at, and stopped, though it tells little: one that has told nothing after a minute, one that goes on
// telling the same, and one that told something before the first look and nothing since.
func TestTimeLimitOfARunThatTellsLittle(t *testing.T) {
	const silent, little = " of memory and more than a minute; --yes goes on", " of memory and about 1m40s; --yes goes on"
	alarm := func(i, share int) func(context.Context, *fakeClock, experiments.Progress) {
		return func(_ context.Context, f *fakeClock, tell experiments.Progress) {
			f.time = time.Unix(1, 0)
			if share > 0 {
				tell(share, 100)
			}
			f.time = time.Unix(2, 0)
			f.alarms[i]()
		}
	}
	steps := func(stood int64) func(context.Context, *fakeClock, experiments.Progress) {
		return func(_ context.Context, f *fakeClock, tell experiments.Progress) {
			for s := int64(1); s < 60; s++ {
				f.time = time.Unix(s, 0)
				tell(int(min(s, stood)), int(stood)+1)
			}
			f.alarms[1]()
		}
	}
	for i, c := range []struct {
		run  func(context.Context, *fakeClock, experiments.Progress)
		want string
	}{
		{alarm(1, 0), silent}, {alarm(0, 0), "<nil>"}, {steps(20), silent}, {steps(40), "<nil>"}, {alarm(0, 1), little},
		{alarm(0, 2), "<nil>"},
	} {
		if text := fmt.Sprint(limited60(t, false, c.run)); !strings.HasSuffix(text, c.want) {
			t.Errorf("run %d: %s, want %s", i, text, c.want)
		}
	}
}

// A run that fails by itself, or is interrupted, says so and nothing about time.
func TestTimeLimitPassesErrorsOn(t *testing.T) {
	w, _ := worldOf(t, &fakeClock{time: time.Unix(0, 0)})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w.ctx = ctx
	for _, want := range []error{errors.New("failed"), context.Canceled} {
		_, err := timed(w, "test", "it takes", false, func(context.Context, experiments.Progress) (int, error) { return 0, want })
		if err != want {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}
