package main

import (
	"time"

	"github.com/schollz/progressbar/v3"

	"breadboard/experiments"
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
	return w.meter.Tell, w.shown(what)
}

// shown shows where the meter is until finish is called. On a terminal a bar does, which is drawn twice a second and
// not as the work moves: where that tells nothing for long, the seconds go on.
func (w *world) shown(what string) (finish func()) {
	if !w.bar {
		return w.meter.Clear
	}
	const whole, often = 1000, time.Second / 2
	bar := progressbar.NewOptions(whole, progressbar.OptionSetWriter(w.stderr),
		progressbar.OptionSetDescription(what), progressbar.OptionSetWidth(20), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(false), progressbar.OptionSetRenderBlankState(true))
	stop := w.clock.Again(often, func(took time.Duration) time.Duration {
		_ = bar.Set(min(int(whole*w.meter.Share()), whole-1)) // a whole one ends
		bar.Describe(what + ": " + w.meter.Says(took))
		return often
	})
	return func() {
		stop()
		_ = bar.Clear()
		w.meter.Clear()
	}
}
