//go:build unix

package journal

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"breadboard/experiments/disk"
	"breadboard/grid/must"
)

// An unopened disk opens nothing, so that what would wait for a pipe's writer ends.
type unopened struct{ disk.Disk }

var errOpened = errors.New("it is opened")

func (unopened) Open(string) (disk.File, error)          { return nil, errOpened }
func (unopened) OpenFile(string, int) (disk.File, error) { return nil, errOpened }

// A pipe in the place of a journal is refused before it is opened, which might never end.
func TestJournalOfAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	must.Do(t, syscall.Mkfifo(path, 0o600))
	_, opened := Open[counted](unopened{disk.System}, path)
	_, read := Read[counted](unopened{disk.System}, path, true)
	for _, err := range []error{opened, read} {
		must.Fail(t, err, "not a file", "it")
	}
}
