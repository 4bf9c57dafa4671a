package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"breadboard/cmd/breadboard/internal/code"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// A world is everything that a command may touch outside itself.
type world struct {
	ctx            context.Context
	stdout, stderr io.Writer
	style          table.Style
	bar            bool // stderr is a terminal
	meter          meter
	hush           func() // ends what is said of the progress
	clock          clock
	command        *kong.Context // the parsed command
	said           []string      // on stderr
	saying         sync.Mutex    // of said
}

// Tables for a pipe or a file are laid out for 80 columns. No terminal is taken to be narrower than 60.
const pipeWidth, leastWidth = 80, 60

func newWorld(ctx context.Context, stdout, stderr io.Writer, command *kong.Context) *world {
	style := table.Style{Width: pipeWidth,
		Color: terminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	if f, ok := stdout.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			style.Width = max(columns, leastWidth)
		}
	}
	return &world{ctx: ctx, stdout: stdout, stderr: stderr, bar: terminal(stderr), command: command, style: style,
		clock: systemClock}
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

// spelled is the command as a shell reads it: breadboard sweep --exec 'python3 k.py'.
func (w *world) spelled() string {
	return code.Quoted(append([]string{"breadboard"}, w.command.Args...)...)
}

// say tells the user something on stderr, in one line, once.
func (w *world) say(words string) {
	w.saying.Lock() // a browser is opened beside what else is said
	defer w.saying.Unlock()
	if !slices.Contains(w.said, words) {
		w.said = append(w.said, words)
		fmt.Fprintln(w.stderr, "breadboard: "+text.OneLine(words))
	}
}

// A clock tells the time, and calls f after d unless stop is called before.
type clock struct {
	now   func() time.Time
	after func(d time.Duration, f func()) (stop func() bool)
}

// systemClock is that of every world. Tests take a slower one.
var systemClock = clock{time.Now, func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }}

// A meter is how far a command is.
type meter struct {
	mu    sync.Mutex
	share float64 // of the work, from 0 to 1
	count string  // what is counted, as 12 of 40 results; "" if nothing is
}

func (m *meter) set(share float64, count string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.share, m.count = share, count
}

// tell is an experiments.Progress.
func (m *meter) tell(done, total int) { m.set(float64(done)/float64(max(total, 1)), "") }

// clear ends a part of a command. How far the next one is, is not known before it tells.
func (m *meter) clear() { m.set(0, "") }

// after says how far the command is after this time, and when it ends if it goes on so.
func (m *meter) after(took time.Duration) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !(m.share > 0) {
		return roughly(took) + " so far"
	}
	says := fmt.Sprintf("%.0f%% after %s", 100*m.share, roughly(took))
	if m.count != "" {
		says = m.count + ", " + says
	}
	const longest = 1e9 // seconds
	left := min(took.Seconds()*(1/m.share-1), longest)
	if left < 1 {
		return says
	}
	return says + ", and about " + roughly(time.Duration(left)*time.Second) + " to go"
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
