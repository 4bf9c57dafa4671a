//go:build !unix

package disk

import "os"

// Lock always fails. Without a lock that ends with its process two sweeps could write to one journal.
func Lock(*os.File, bool) error { return ErrNoLocks }

func wait(*os.File) error { return ErrNoLocks }
