package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"breadboard/experiments"
	"breadboard/experiments/journal"
)

// While a command works, whoever waits sees how far it is. On a terminal that is a bar. A pipe or a file, where a bar
// would be a thousand lines, has a line after firstTold, and the next when the command has taken twice as long, but no
// later than a minute after. A command that takes less says nothing.
const longestSilence = time.Minute

var firstTold = 2 * time.Second // tests, which compare all that is said, have more

// tellNowAndThen says how far a command is, if stderr is no terminal, until stop is called.
func (w *world) tellNowAndThen(command string) (stop func()) {
	if w.bar {
		return func() {}
	}
	var mu sync.Mutex
	over := false
	start := w.clock.now()
	var cancel func() bool
	var tell func()
	tell = func() {
		mu.Lock()
		defer mu.Unlock()
		if over {
			return
		}
		took := w.clock.now().Sub(start)
		w.say(command + ": " + w.meter.after(took))
		cancel = w.clock.after(min(took, longestSilence), tell)
	}
	mu.Lock()
	defer mu.Unlock()
	cancel = w.clock.after(firstTold, tell)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		over = true
		cancel()
	}
}

// progress shows how far a part of a command is. Call tell as the part goes on, and finish at its end.
func (w *world) progress(what string) (tell experiments.Progress, finish func()) {
	if !w.bar {
		return w.meter.tell, w.meter.clear
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

// pace shows how far a sweep is. It shows the number of jobs, and moves with their costs, because some jobs take much
// longer than others.
func (w *world) pace(what string) (tell func(journal.Pace), finish func()) {
	if !w.bar {
		return func(p journal.Pace) {
			w.meter.set(float64(p.Cost)/float64(max(p.AllCost, 1)), fmt.Sprintf("%d of %d results", p.Jobs, p.AllJobs))
		}, w.meter.clear
	}
	bar := w.newBar(what, progressbar.OptionSetWidth(20),
		progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true))
	start := w.clock.now()
	tell = func(p journal.Pace) {
		if p.Jobs < p.AllJobs {
			speed := float64(p.Jobs) / w.clock.now().Sub(start).Seconds()
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
