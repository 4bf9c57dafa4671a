//go:build !unix

package system

import (
	"errors"
	"os"
)

// Lock always fails. Without a lock that ends with its process two sweeps could write
// to one journal.
func Lock(*os.File) error {
	return errors.New("this system cannot lock a file for as long as a process lives; Linux or another Unix would do")
}

// LockShared always fails, like Lock.
func LockShared(f *os.File) error { return Lock(f) }
