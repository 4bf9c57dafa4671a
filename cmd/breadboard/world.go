package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"breadboard/cmd/breadboard/internal/shell"
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
	return shell.Quoted(append([]string{"breadboard"}, w.command.Args...)...)
}

// notify tells the user something on stderr, in one line, once.
func (w *world) notify(words string) {
	w.saying.Lock() // a browser is opened beside what else is said
	defer w.saying.Unlock()
	if !slices.Contains(w.said, words) {
		w.said = append(w.said, words)
		fmt.Fprintln(w.stderr, "breadboard: "+text.OneLine(words))
	}
}

// systemClock is that of every world. Tests take a slower one.
var systemClock = meter.System
