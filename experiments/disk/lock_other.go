//go:build !unix

package disk

import (
	"errors"
	"os"
)

// Lock always fails: without a lock that ends with its process, two sweeps could write to one journal.
func Lock(*os.File) error {
	return errors.New("this system has no locks that end with their process; use Linux or another Unix")
}
