//go:build !unix

package disk

import (
	"errors"
	"os"
)

// lock always fails. Without a lock that ends with its process two sweeps could write
// to one journal.
func lock(*os.File) error {
	return errors.New("this system cannot lock a file for as long as a process lives; Linux or another Unix would do")
}

// lockShared always fails, like Lock.
func lockShared(f *os.File) error { return lock(f) }
