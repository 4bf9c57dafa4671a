//go:build unix

package disk

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"breadboard/grid/must"
)

// An unread disk opens no manifest, so that what would wait for a pipe's writer ends.
type unread struct{ Disk }

func (d unread) OpenFile(path string, flag int) (File, error) {
	if filepath.Base(path) == manifestName {
		return nil, errors.New("it is opened")
	}
	return d.Disk.OpenFile(path, flag)
}

// A pipe in the place of the manifest is refused before it is opened, which might never end.
func TestManifestOfAPipe(t *testing.T) {
	s := Set{Disk: unread{System}, Dir: t.TempDir()}
	if f, err := System.OpenFile("/dev/full", os.O_WRONLY); err == nil { // the machine's own errors are sentences too
		if _, err := f.Write([]byte("x")); err == nil || !strings.HasPrefix(err.Error(), "the disk is full") {
			t.Errorf("a full disk: %v", err)
		}
		f.Close()
	}
	must.Do(t, syscall.Mkfifo(filepath.Join(s.Dir, manifestName), 0o600))
	err := s.Check(t.Context())
	if !errors.As(err, new(*BadRecord)) || !strings.Contains(err.Error(), "it is not a file") {
		t.Errorf("the error is %v", err)
	}
}
