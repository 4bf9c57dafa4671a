package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"breadboard/experiments"
)

// pace returns a bar for a sweep on stderr where that is a terminal: how many
// cells are done and how many a second, and, since some are dearer than others,
// by what they cost how much is left and for how long.
func (w *world) pace(what string) (tell func(experiments.Pace), finish func()) {
	if !w.bar {
		return func(experiments.Pace) {}, func() {}
	}
	bar := progressbar.NewOptions(1, progressbar.OptionSetWriter(w.stderr), progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(20), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true), progressbar.OptionSetRenderBlankState(true))
	start := time.Now()
	tell = func(p experiments.Pace) {
		if p.Cells == p.AllCells { // finish removes the bar
			return
		}
		if p.Cells == 0 {
			bar.ChangeMax(p.AllCost)
		}
		bar.Describe(fmt.Sprintf("%s: %d of %d cells, %.3g/s", what, p.Cells, p.AllCells, float64(p.Cells)/time.Since(start).Seconds()))
		_ = bar.Set(p.Cost)
	}
	return tell, func() { _ = bar.Clear() }
}
