//go:build !unix

package main

import (
	"errors"
	"os"
)

// lock returns an error: without a lock that ends with its process two sweeps
// could write one journal.
func lock(*os.File) error {
	return errors.New("this system cannot lock a file for as long as a process lives; Linux or another Unix would do")
}

func lockShared(f *os.File) error { return lock(f) }
