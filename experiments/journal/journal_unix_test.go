//go:build unix

package journal

import (
	"path/filepath"
	"syscall"
	"testing"

	"breadboard/grid/must"
)

// A pipe in the place of a journal is refused before it is opened, which might never end.
func TestJournalOfAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	must.Do(t, syscall.Mkfifo(path, 0o600))
	_, opened := Open[counted](path)
	_, read := Read[counted](path, true)
	for _, err := range []error{opened, read} {
		must.Fail(t, err, "not a file", "it")
	}
}
