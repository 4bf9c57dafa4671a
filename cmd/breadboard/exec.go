package main

import (
	"errors"
	"fmt"
	"time"

	"breadboard/cmd/breadboard/internal/client"
)

// errBroken is the error of a broken law. Everything is printed before, so that only one line
// and the exit code are left.
var errBroken = errors.New("a law is broken")

// notEmpty returns an error if a flag is given without a value.
func (w *world) notEmpty(flag, value, example string) error {
	if value == "" && w.given(flag) {
		return fmt.Errorf("--%s is empty; a value, as in --%s %s, would do", flag, flag, example)
	}
	return nil
}

// goesWith returns an error if a flag is given without what it goes with, which else nobody would
// notice.
func (w *world) goesWith(flag, other string, there bool) error {
	if !there && w.given(flag) {
		return fmt.Errorf("--%s is given without %s; both or none would do", flag, other)
	}
	return nil
}

// checkExec returns what is wrong with --exec: that it is empty, or that it is not given and --timeout
// is.
func (w *world) checkExec(command string) error {
	return errors.Join(w.notEmpty("exec", command, "'python3 mykernel.py'"),
		w.goesWith("timeout", "--exec", command != "" || w.given("exec")))
}

// checkTimeout returns what is wrong with --timeout.
func checkTimeout(timeout time.Duration) error {
	if timeout <= 0 {
		return fmt.Errorf("--timeout %v; a time above 0, such as 30s, would do", timeout)
	}
	return nil
}

// execFault makes a fault of the program from outside bad input.
func execFault(err error) error {
	if errors.As(err, new(*client.Fault)) {
		return bad(fmt.Errorf("--exec %w", err))
	}
	return err
}
