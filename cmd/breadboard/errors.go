package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"syscall"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// badInput is an error that the user can fix. It spells fields as flags.
type badInput struct{ error }

// Error is the text with the flags in it.
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

// badf is bad input in these words.
func badf(format string, args ...any) error { return badInput{fmt.Errorf(format, args...)} }

// bad marks an error as bad input; nil stays nil.
func bad(err error) error {
	if err == nil {
		return nil
	}
	return badInput{err}
}

// exitCode prints err in one line and returns the exit code. It prints nothing if nobody reads the output any more.
func exitCode(ctx context.Context, err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		sayLast(ctx, stderr, false)
		return signalCode(ctx)
	case errors.Is(err, syscall.EPIPE) && fromStdout(err):
		return 128 + int(syscall.SIGPIPE)
	case fromStdout(err):
		err = fmt.Errorf("stdout: %w; a file, a pipe or a terminal that takes what is printed would do",
			text.Pathless(err))
	}
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	fmt.Fprintln(stderr, "breadboard: "+text.Printable(text.Brief(strings.Join(lines, "; "), mostError)))
	if errors.As(err, new(badInput)) {
		return 2
	}
	return 1
}

// mostError is the number of bytes of the longest error that is printed whole: a word that is wrong may be as long
// as the system lets a command be.
const mostError = 4000

// fromStdout reports whether err is that of a write to stdout.
func fromStdout(err error) bool {
	var path *os.PathError
	return errors.As(err, &path) && path.Op == "write" && path.Path == os.Stdout.Name()
}

// errBroken is the error of a broken law. Everything is printed before, so that only one line
// and the exit code are left.
var errBroken = errors.New("a law is broken")

// supervise runs the program and returns its exit code. A panic is a bug: it gets the
// code 3, one sentence that says what to send, and the trace.
func supervise(args []string, stderr io.Writer, program func() int) (code int) {
	defer func() {
		if p := recover(); p != nil {
			trace := debug.Stack()
			if worker, ok := p.(*crew.Panic); ok {
				trace = worker.Stack
			}
			reportBug(args, stderr, p, trace)
			code = 3
		}
	}()
	return program()
}

// reportBug says what somebody should send who has found a bug.
func reportBug(args []string, stderr io.Writer, value any, trace []byte) {
	command := text.Printable(strings.Join(append([]string{"breadboard"}, args...), " "))
	fmt.Fprintf(stderr, "breadboard: a bug in the program, not in your input: %s; please report it with these lines, "+
		"the version (%s) and the command (%s)\n\n%s", text.Printable(fmt.Sprint(value)), version(),
		command, trace)
}

// programFault makes bad input of what a program of the user's did wrong, under the flag that names it.
func programFault(err error) error {
	fault := new(client.Fault)
	if errors.As(err, &fault) {
		return badf("--%s %w", fault.Flag, err)
	}
	return err
}
