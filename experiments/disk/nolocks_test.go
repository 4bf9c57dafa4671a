package disk_test

import (
	"context"
	"testing"

	"breadboard/experiments/disk"
)

// A lockless disk has no locks.
type lockless struct{ disk.Disk }

func (l lockless) Open(path string) (disk.File, error) {
	f, err := l.Disk.Open(path)
	return locklessFile{f}, err
}

type locklessFile struct{ disk.File }

func (locklessFile) Lock() error { return disk.ErrNoLocks }

// Without locks a set is as whole, though leftovers stay: another process may be writing them.
func TestSetWithoutLocks(t *testing.T) {
	faults, cuts := injectAll(t, func(ctx context.Context, d disk.Disk, set tree) error {
		return asSet(ctx, lockless{d}, set)
	}, 1)
	faults.Report(t)
	cuts.Report(t)
}

// A process waits for another that writes there.
func TestSetWaits(t *testing.T) {
	m := started(t)
	other, err := m.Open("out")
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Lock(); err != nil {
		t.Fatal(err)
	}
	done, begun := make(chan error), make(chan bool)
	go func() {
		close(begun)
		done <- asSet(t.Context(), m, after)
	}()
	<-begun
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Errorf("after a wait: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := other.Lock(); err != nil {
		t.Fatal(err)
	}
	if err := setOn(m).Check(ctx); err == nil {
		t.Error("an end of the context does not end the wait")
	}
}
