package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/alecthomas/kong"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/experiments/meter"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// A world is everything that a command may touch outside itself.
type world struct {
	ctx            context.Context
	stdout, stderr io.Writer
	style          table.Style
	bar            bool // stderr is a terminal
	meter          meter.Meter
	hush           func() // ends what is said of the progress
	clock          meter.Clock
	command        *kong.Context // the parsed command
	said           []string      // on stderr
	saying         sync.Mutex    // of said
}

// Tables for a pipe or a file are laid out for 80 columns. No terminal is taken to be narrower than 60.
const pipeWidth, leastWidth = 80, 60

// newWorld returns the world of a command that writes to these streams.
func newWorld(ctx context.Context, stdout, stderr io.Writer, command *kong.Context) *world {
	style := table.Style{Width: pipeWidth,
		Color: terminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	if f, ok := stdout.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			style.Width = max(columns, leastWidth)
		}
	}
	return &world{ctx: ctx, stdout: stdout, stderr: stderr, bar: terminal(stderr), command: command, style: style,
		clock: meter.System}
}

// given reports whether a flag stands on the command line.
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

// terminal reports whether a stream is one.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// spelled returns the command as a shell reads it: breadboard sweep --exec 'python3 k.py'.
func (w *world) spelled() string {
	return shell.Quoted(append([]string{"breadboard"}, w.command.Args...)...)
}

// notify tells the user something on stderr, in one line, once.
func (w *world) notify(words string) {
	w.saying.Lock() // a timer says how far the command is
	defer w.saying.Unlock()
	if !slices.Contains(w.said, words) {
		w.said = append(w.said, words)
		fmt.Fprintln(w.stderr, "breadboard: "+text.OneLine(words))
	}
}

// doubt says on stderr what is doubtful about files.
func (w *world) doubt(doubts []error) {
	for _, err := range doubts {
		w.notify(bad(err).Error())
	}
}

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

// watched returns the result of a run that reports its progress, and shows how far it is.
func watched[R any](w *world, what string, compute func(context.Context, experiments.Progress) (R, error)) (R, error) {
	defer w.showProgress(what)()
	return compute(w.ctx, w.meter.Tell)
}

// showProgress shows how far a part of a command is, of which w.meter is told, until finish is called. On a terminal a
// bar does, which is drawn twice a second and not as the work moves: where that tells nothing for long, the seconds go
// on.
func (w *world) showProgress(what string) (finish func()) {
	if !w.bar {
		return w.meter.Clear
	}
	const steps, often = 1000, time.Second / 2
	bar := progressbar.NewOptions(steps, progressbar.OptionSetWriter(w.stderr),
		progressbar.OptionSetDescription(what), progressbar.OptionSetWidth(20), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(false), progressbar.OptionSetRenderBlankState(true))
	stop := w.clock.Again(often, func(took time.Duration) time.Duration {
		_ = bar.Set(min(int(steps*w.meter.Share()), steps-1)) // a full one ends
		bar.Describe(what + ": " + w.meter.Status(took))
		return often
	})
	return func() {
		stop()
		_ = bar.Clear()
		w.meter.Clear()
	}
}
