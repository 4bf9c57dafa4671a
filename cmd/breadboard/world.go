package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/alecthomas/kong"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/reports/table"
)

// A world is everything that a command may touch outside itself.
type world struct {
	ctx            context.Context
	stdout, stderr io.Writer
	style          table.Style
	bar            bool // stderr is a terminal
	clock          clock
	command        *kong.Context // the parsed command
}

func newWorld(ctx context.Context, stdout, stderr io.Writer, command *kong.Context) *world {
	return &world{ctx: ctx, stdout: stdout, stderr: stderr, bar: terminal(stderr), command: command, clock: wallClock,
		style: table.Style{Color: terminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
			Width: width(stdout)}}
}

// Tables for a pipe or a file are laid out for 80 columns. No terminal is taken to be narrower than 60.
const (
	pipeWidth  = 80
	leastWidth = 60
)

// width returns the number of columns that a table may have on w: a terminal's own.
func width(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return max(columns, leastWidth)
		}
	}
	return pipeWidth
}

func (w *world) given(flag string) bool {
	return slices.ContainsFunc(w.command.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == flag })
}

// ifGiven returns the value of a flag that was given, and "" in place of its default.
func (w *world) ifGiven(flag, value string) string {
	if w.given(flag) {
		return value
	}
	return ""
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// progress shows a bar on stderr if that is a terminal. Call tell as the work goes on,
// and finish to remove the bar. If stderr is no terminal both do nothing.
func (w *world) progress(what string) (tell experiments.Progress, finish func()) {
	if !w.bar {
		return nil, func() {}
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

// pace returns such a bar for a sweep. It shows the number of jobs, and moves with
// their costs, because some jobs take much longer than others.
func (w *world) pace(what string) (tell func(journal.Pace), finish func()) {
	if !w.bar {
		return func(journal.Pace) {}, func() {}
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
