package main

import (
	"fmt"
	"time"

	"breadboard/experiments/sweep"

	"github.com/schollz/progressbar/v3"
)

// pace returns a bar for a sweep on stderr, if that is a terminal. It counts the jobs, and
// moves with their costs, because some jobs take much longer than others.
func (w *world) pace(what string) (tell func(sweep.Pace), finish func()) {
	if !w.bar {
		return func(sweep.Pace) {}, func() {}
	}
	bar := progressbar.NewOptions(1,
		progressbar.OptionSetWriter(w.stderr), progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(20), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetRenderBlankState(true))
	start := w.clock.now()
	tell = func(p sweep.Pace) {
		if p.Jobs == p.AllJobs { // finish removes the bar
			return
		}
		if p.Jobs == 0 {
			bar.ChangeMax(p.AllCost)
		}
		speed := float64(p.Jobs) / w.clock.now().Sub(start).Seconds()
		bar.Describe(fmt.Sprintf("%s: %d of %d cells, %.3g/s", what, p.Jobs, p.AllJobs, speed))
		_ = bar.Set(p.Cost)
	}
	return tell, func() { _ = bar.Clear() }
}
