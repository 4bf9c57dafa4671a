package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
)

// planFile is the name of a plan in the directory of a sweep, where merge finds it.
const planFile = "sweep.json"

// writePlan puts the plan into the directory, unless it is there. So a sweep can go on even
// if the disk has become too full for a new plan.
func writePlan(dir string, plan sweep.Plan) error {
	if old, err := readPlan(dir); err == nil && reflect.DeepEqual(old, plan) {
		return nil
	}
	return system.WriteAll(context.Background(), dir, []system.File{{Name: planFile, Write: plan.Encode}})
}

func readPlan(dir string) (sweep.Plan, error) {
	path := filepath.Join(dir, planFile)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("not there; the directory of a sweep, its --out, would do")
	}
	var plan sweep.Plan
	if err == nil {
		defer f.Close()
		plan, err = sweep.DecodePlan(f)
	}
	if err != nil {
		return plan, fmt.Errorf("%s: %w", path, text.Pathless(err))
	}
	return plan, nil
}

// A probe, a job that is run to see how long it takes, is stopped after probePatience.
const probePatience = 3 * time.Second

// estimate predicts the time of the sweep, by running one small job of each kernel and
// schedule.
func (w *world) estimate(work *sweep.Work, workers int) string {
	about := "about "
	all := work.Estimate(workers, func(j sweep.Job) time.Duration {
		limited, stop := context.WithTimeout(w.ctx, probePatience)
		defer stop()
		start := w.clock.now()
		if j.Try(limited) != nil {
			about = "at least "
		}
		return w.clock.now().Sub(start)
	})
	return fmt.Sprintf("They take %s%s, by the time of one small cell of each kernel and schedule.",
		about, roughly(all))
}

// roughly writes a duration to two digits or so.
func roughly(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d < time.Hour:
		return d.Round(time.Second).String()
	}
	return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
}
