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

// A session holds everything that a command may touch outside itself.
type session struct {
	ctx            context.Context
	stdout, stderr io.Writer
	style          table.Style
	bar            bool // stderr is a terminal
	meter          meter.Meter
	endReports     func() // ends the reports of progress
	clock          meter.Clock
	command        *kong.Context // the parsed command
	said           []string      // on stderr
	saying         sync.Mutex    // guards said
}

// pipeWidth is the width of lines for a pipe or a file, and leastWidth the least width of lines for a terminal.
const pipeWidth, leastWidth = 80, 60

// widthOf returns the width of lines for a stream.
func widthOf(stream io.Writer) int {
	f, ok := stream.(*os.File)
	if !ok {
		return pipeWidth
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil || columns <= 0 {
		return pipeWidth
	}
	return max(columns, leastWidth)
}

// newSession returns the session of a command that writes to these streams.
func newSession(ctx context.Context, stdout, stderr io.Writer, command *kong.Context) *session {
	style := table.Style{Width: widthOf(stdout), Label: command.Selected().Name,
		Color: terminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	return &session{ctx: ctx, stdout: stdout, stderr: stderr, bar: terminal(stderr), command: command, style: style,
		clock: meter.System}
}

// given reports whether a flag stands on the command line.
func (w *session) given(flag string) bool {
	return slices.ContainsFunc(w.command.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == flag })
}

// ifGiven returns the value of a flag that was given, and "" in place of its default.
func (w *session) ifGiven(flag, value string) string {
	if w.given(flag) {
		return value
	}
	return ""
}

// terminal reports whether a stream is a terminal.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// spelled returns the command as a shell reads it: breadboard sweep --exec 'python3 k.py'.
func (w *session) spelled() string {
	return shell.Quoted(append([]string{"breadboard"}, w.command.Args...)...)
}

// notify prints a message on stderr, in one line and only once.
func (w *session) notify(words string) {
	w.saying.Lock() // a timer also notifies, of progress
	defer w.saying.Unlock()
	if !slices.Contains(w.said, words) {
		w.said = append(w.said, words)
		fmt.Fprintln(w.stderr, "breadboard: "+text.OneLine(words))
	}
}

// warn prints doubts about files on stderr.
func (w *session) warn(doubts []error) {
	for _, err := range doubts {
		w.notify(bad(err).Error())
	}
}

// While a command works it reports its progress: as a bar on a terminal, and as a line now and then in a pipe or a file
// (package meter).

var firstReport = meter.First // tests set a longer time, because they compare all output

// logProgress prints the progress of a command now and then, if stderr is no terminal, until stop is called.
func (w *session) logProgress(command string) (stop func()) {
	if w.bar {
		return func() {}
	}
	return w.meter.NowAndThen(w.clock, firstReport, command, w.notify)
}

// watched returns the result of a computation, and shows the progress that it reports.
func watched[R any](w *session, what string, compute func(context.Context, experiments.Progress) (R, error)) (R, error) {
	defer w.showProgress(what)()
	return compute(w.ctx, w.meter.Tell)
}

// showProgress shows the progress of a part of a command, from w.meter, until finish is called. On a terminal it draws
// a bar twice a second, and not when the work moves: the seconds go on even where the work reports nothing for long.
func (w *session) showProgress(what string) (finish func()) {
	if !w.bar {
		return w.meter.Clear
	}
	const steps, often = 1000, time.Second / 2
	bar := progressbar.NewOptions(steps, progressbar.OptionSetWriter(w.stderr),
		progressbar.OptionSetDescription(what), progressbar.OptionSetWidth(20), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(false), progressbar.OptionSetRenderBlankState(true))
	stop := w.clock.Again(often, func(took time.Duration) time.Duration {
		_ = bar.Set(min(int(steps*w.meter.Share()), steps-1)) // a full bar ends
		bar.Describe(what + ": " + w.meter.Status(took))
		return often
	})
	return func() {
		stop()
		_ = bar.Clear()
		w.meter.Clear()
	}
}
