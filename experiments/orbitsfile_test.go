package experiments

import (
	"os"
	"path/filepath"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
)

// A file of relabellings that is longer than 64 MiB is refused before it is all held; this one has no bytes on disk.
func TestLongRelabellings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long")
	must.Do(t, os.WriteFile(path, nil, 0o644))
	must.Do(t, os.Truncate(path, mostRelabellings+1))
	_, err := openRelabellings(path, grid.New(2, 2))
	must.Fail(t, err, "longer than 64 MiB", "a file of relabellings")
}
