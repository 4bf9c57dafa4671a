//go:build unix

package disk

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"breadboard/grid/must"
)

// TestLock: a file has one lock, which ends as it is closed.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	open := func() *os.File {
		f := must.Have(os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600))(t)
		t.Cleanup(func() { f.Close() })
		return f
	}
	first := open()
	must.Do(t, Lock(first))
	if err := Lock(open()); !errors.Is(err, ErrBusy) {
		t.Errorf("a second lock: %v", err)
	}
	first.Close()
	must.Do(t, Lock(open()))
}
