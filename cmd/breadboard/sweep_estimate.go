package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"breadboard/experiments/sweep"
)

// A job that is run to see how long it takes is stopped after probePatience.
const probePatience = 3 * time.Second

// estimate says how long the sweep takes, by running one small job of each schedule.
func (w *world) estimate(work *sweep.Work, workers int) string {
	probes := work.Probes()
	took := make([]time.Duration, len(probes))
	about := "about "
	for i, p := range probes {
		limited, stop := context.WithTimeout(w.ctx, probePatience)
		start := w.clock.now()
		if p.Try(limited) != nil {
			about = "at least "
		}
		stop()
		took[i] = w.clock.now().Sub(start)
	}
	return fmt.Sprintf("They take %s%s, by the time of one small cell of each schedule.",
		about, roughly(sweep.Estimate(probes, took, workers)))
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
