package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/meter"
)

// While a command works, whoever waits sees how far it is. On a terminal that is a bar; a pipe or a file has a line now
// and then (package meter).

var firstTold = meter.First // tests, which compare all that is said, have more

// tellNowAndThen says how far a command is, if stderr is no terminal, until stop is called.
func (w *world) tellNowAndThen(command string) (stop func()) {
	if w.bar {
		return func() {}
	}
	return w.meter.NowAndThen(w.clock, firstTold, command, w.notify)
}

// progress shows how far a part of a command is. Call tell as the part goes on, and finish at its end.
func (w *world) progress(what string) (tell experiments.Progress, finish func()) {
	if !w.bar {
		return w.meter.Tell, w.meter.Clear
	}
	bar := w.newBar(what, progressbar.OptionSetWidth(30))
	tell = func(done, total int) {
		if done < total { // finish removes the bar
			bar.ChangeMax(total)
			_ = bar.Set(done)
		}
	}
	return tell, func() { _ = bar.Clear() }
}

// enoughResults tell how long the others take. After fewer nobody knows: what each costs is a guess.
const enoughResults = 4

// pace shows how far a sweep is. It shows the number of jobs, and moves with their costs, because some jobs take much
// longer than others.
func (w *world) pace(what string) (tell func(journal.Pace), finish func()) {
	if !w.bar {
		return func(p journal.Pace) {
			share := float64(p.Cost) / float64(max(p.AllCost, 1))
			count := fmt.Sprintf("%d of %d results", p.Jobs, p.AllJobs)
			if p.Jobs < enoughResults {
				w.meter.Early(share, count)
				return
			}
			w.meter.Set(share, count)
		}, w.meter.Clear
	}
	bar := w.newBar(what, progressbar.OptionSetWidth(20),
		progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true))
	start := w.clock.Now()
	tell = func(p journal.Pace) {
		if p.Jobs < p.AllJobs {
			speed := float64(p.Jobs) / w.clock.Now().Sub(start).Seconds()
			bar.ChangeMax(p.AllCost)
			bar.Describe(fmt.Sprintf("%s: %d of %d results, %.3g/s", what, p.Jobs, p.AllJobs, speed))
			_ = bar.Set(p.Cost)
		}
	}
	return tell, func() { _ = bar.Clear() }
}

func (w *world) newBar(what string, more ...progressbar.Option) *progressbar.ProgressBar {
	return progressbar.NewOptions(1, append(more,
		progressbar.OptionSetWriter(w.stderr), progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetRenderBlankState(true))...)
}
