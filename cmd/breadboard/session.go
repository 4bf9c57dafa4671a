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
	endReports     func()        // ends the reports of progress
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
	return &session{ctx: ctx, stdout: stdout, stderr: stderr, bar: terminal(stderr), command: command, style: style}
}

// given reports whether a flag stands on the command line.
func (s *session) given(flag string) bool {
	return slices.ContainsFunc(s.command.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == flag })
}

// ifGiven returns the value of a flag that was given, and "" in place of its default.
func (s *session) ifGiven(flag, value string) string {
	if s.given(flag) {
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
func (s *session) spelled() string {
	return shell.Quoted(append([]string{"breadboard"}, s.command.Args...)...)
}

// notify prints a message on stderr, in one line and only once.
func (s *session) notify(words string) {
	s.saying.Lock() // a timer also notifies, of progress
	defer s.saying.Unlock()
	if !slices.Contains(s.said, words) {
		s.said = append(s.said, words)
		fmt.Fprintln(s.stderr, "breadboard: "+text.OneLine(words))
	}
}

// warn prints doubts about files on stderr.
func (s *session) warn(doubts []error) {
	for _, err := range doubts {
		s.notify(bad(err).Error())
	}
}

// While a command works it reports its progress: as a bar on a terminal, and as a line now and then in a pipe or a file
// (package meter).

var firstReport = meter.First // tests set a longer time, because they compare all output

// logProgress prints the progress of a command now and then, if stderr is no terminal, until stop is called.
func (s *session) logProgress(command string) (stop func()) {
	if s.bar {
		return func() {}
	}
	return s.meter.NowAndThen(firstReport, command, s.notify)
}

// watched returns the result of a computation, and shows the progress that it reports.
func watched[R any](s *session, what string, compute func(context.Context, experiments.Progress) (R, error)) (R,
	error) {
	defer s.showProgress(what)()
	return compute(s.ctx, s.meter.Tell)
}

// showProgress shows the progress of a part of a command, from s.meter, until finish is called. On a terminal it draws
// a bar twice a second, and not when the work moves: the seconds go on even where the work reports nothing for long.
func (s *session) showProgress(what string) (finish func()) {
	if !s.bar {
		return s.meter.Clear
	}
	const steps, often = 1000, time.Second / 2
	bar := progressbar.NewOptions(steps, progressbar.OptionSetWriter(s.stderr),
		progressbar.OptionSetDescription(what), progressbar.OptionSetWidth(20), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(false), progressbar.OptionSetRenderBlankState(true))
	stop := meter.Again(often, func(took time.Duration) time.Duration {
		_ = bar.Set(min(int(steps*s.meter.Share()), steps-1)) // a full bar ends
		bar.Describe(what + ": " + s.meter.Status(took))
		return often
	})
	return func() {
		stop()
		_ = bar.Clear()
		s.meter.Clear()
	}
}
