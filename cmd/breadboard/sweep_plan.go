package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"breadboard/experiments/sweep"
)

// sweepFile is the name of a plan in the directory of a sweep.
const sweepFile = "sweep.json"

// rowsFile is the name of the table there that has every row.
const rowsFile = "rows.csv"

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
	if all < 50*time.Millisecond { // it would be rounded to 0s
		all, about = 100*time.Millisecond, "less than "
	}
	return fmt.Sprintf("They take %s%s, by the time of a small one of each kernel and schedule.",
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
