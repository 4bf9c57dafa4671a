package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// badInput marks an error that the user can fix. It spells fields as flags.
type badInput struct{ error }

// Error returns the text with the flags in it.
func (b badInput) Error() string {
	return experiments.Say(b.error, func(f experiments.Field) string {
		if len(f) == 1 {
			return "-" + string(f)
		}
		return "--" + string(f)
	})
}

// Unwrap returns the error without the mark.
func (b badInput) Unwrap() error { return b.error }

// badf returns bad input with a text, as fmt.Errorf does.
func badf(format string, args ...any) error { return badInput{fmt.Errorf(format, args...)} }

// bad marks an error as bad input; nil stays nil.
func bad(err error) error {
	if err == nil {
		return nil
	}
	return badInput{err}
}

// exitCode prints err and returns the exit code. The error is one line, which a terminal shows as it shows notes below
// a table.
func exitCode(ctx context.Context, err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		sayLast(ctx, stderr)
		return signalCode(ctx)
	}
	line := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ") // joined errors have a line each
	line = "breadboard: " + text.Printable(line)
	if terminal(stderr) {
		words := table.Table{Notes: []string{line}}
		_ = words.Write(stderr, table.Plain, table.Style{Width: widthOf(stderr)})
	} else {
		fmt.Fprintln(stderr, line)
	}
	if errors.As(err, new(badInput)) {
		return 2
	}
	return 1
}

// errBroken says that a law is broken. The results are printed before it, so that only one line and the exit code are
// left.
var errBroken = errors.New("a law is broken")

// errNoCommand says that the program exec has no command.
var errNoCommand = errors.New("exec is the command of --exec, which is not given; use --exec COMMAND")

// supervise runs breadboard and returns its exit code. A panic is a bug: it gets the code 3, one sentence that says
// what to send, and the trace.
func supervise(args []string, stderr io.Writer, breadboard func() int) (code int) {
	defer func() {
		if p := crew.PanicOf(recover()); p != nil {
			fmt.Fprintf(stderr, "breadboard: a bug in breadboard, not in your input: %v; please report it with these "+
				"lines, the version (%s) and the command (%s)\n\n%s", p, version(),
				shell.Quoted(append([]string{"breadboard"}, args...)...), p.Stack)
			code = 3
		}
	}()
	return breadboard()
}
