//go:build unix

package disk

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"breadboard/grid/must"
)

// Two may share a file; one who wants it alone does not wait and gets an error.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	open := func() *os.File {
		f := must.Have(os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600))(t)
		t.Cleanup(func() { f.Close() })
		return f
	}
	a, b := open(), open()
	if err := Lock(a, true); err != nil {
		t.Errorf("the first to share: %v", err)
	}
	if err := Lock(b, true); err != nil {
		t.Errorf("the second to share: %v", err)
	}
	if err := Lock(open(), false); !errors.Is(err, ErrBusy) {
		t.Errorf("a lock on a shared file: %v", err)
	}
	a.Close()
	b.Close()
	alone := open()
	if err := Lock(alone, false); err != nil {
		t.Errorf("a lock on a file that nobody has: %v", err)
	}
	if err := Lock(open(), true); !errors.Is(err, ErrBusy) {
		t.Errorf("sharing a locked file: %v", err)
	}
	alone.Close()
	if err := Lock(open(), false); err != nil {
		t.Errorf("closing the file did not give it back: %v", err)
	}
}
