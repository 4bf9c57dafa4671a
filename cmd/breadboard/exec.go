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
