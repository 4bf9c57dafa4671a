package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
	"time"
)

// Finish finishes a set of files that was committed in the directory and not put into its places. Call it
// before reading such files. It does nothing to a directory without one, or to no directory.
func Finish(ctx context.Context, d Disk, dir string) error {
	_, err := d.Stat(filepath.Join(dir, pendingName))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	unlock, err := settle(ctx, d, dir)
	if err == nil {
		unlock()
	}
	return err
}

// settle locks the directory, finishes what is pending there and removes the parts that killed processes
// have left. On a file system without locks leftovers stay, for a process may be writing them.
func settle(ctx context.Context, d Disk, dir string) (unlock func(), err error) {
	f, err := d.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	err = wait(ctx, f)
	locked := err == nil
	if errors.Is(err, ErrNoLocks) {
		err = nil
	}
	if err == nil {
		err = finish(d, dir)
	} else {
		err = fmt.Errorf("%s: %w", dir, err)
	}
	if err == nil && locked {
		err = removeLeftovers(d, dir)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return func() { _ = f.Close() }, nil
}

// A process writes into a directory for a moment, and another waits for it: so often, and so long each time.
const (
	tries = 600
	pause = 100 * time.Millisecond
)

// wait locks the directory, when no other process writes there.
func wait(ctx context.Context, f File) error {
	for try := 1; ; try++ {
		if err := f.Lock(); !errors.Is(err, ErrBusy) {
			return err
		}
		if try == tries {
			return errors.New("another process is writing there; waiting until it ends would do")
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

// removeLeftovers removes the parts of sets that were not committed.
func removeLeftovers(d Disk, dir string) error {
	f, err := look(d, dir)
	if err != nil {
		return err
	}
	for name := range f.has {
		if isPart(name) && f.regular(name) {
			if err := ignoreMissing(d.Remove(f.path(name))); err != nil {
				return f.named(name, err)
			}
		}
	}
	return nil
}
