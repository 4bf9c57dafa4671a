package main

import (
	"errors"
	"fmt"

	"breadboard/experiments"
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

// errBroken says that a law is broken. The results are printed before it, so that only one line and the exit code are
// left.
var errBroken = errors.New("a law is broken")

// errNoCommand says that the program exec has no command.
var errNoCommand = errors.New("exec is the command of --exec, which is not given; use --exec COMMAND")
