package display_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments/studies/display"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// A row of each kind of cell.
type row struct {
	Name  string  `column:"name"`
	Count int     `column:"count"`
	Share float64 `column:"share"`
}

// TestRowsAreRead: rows are written under their keys, and what is read of them is what was written.
func TestRowsAreRead(t *testing.T) {
	rows := []row{{"one, two", 3, 0.1}, {"", -14, 2.5e-300}, {"unknown", 0, math.NaN()}}
	var text strings.Builder
	must.Do(t, display.Rows("rows.csv", rows).Write(&text))
	if want := "name,count,share\n\"one, two\",3,0.1\n,-14,2.5e-300\nunknown,0,\n"; text.String() != want {
		t.Errorf("the file is %q, want %q", text.String(), want)
	}
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "rows.csv"), []byte(text.String()), 0o600))
	read := reporttest.CommittedCSV[row](t, dir, "rows.csv")
	last := read[2]
	if len(read) != 3 || read[0] != rows[0] || read[1] != rows[1] || last.Name != "unknown" || !math.IsNaN(last.Share) {
		t.Errorf("%v is read as %v", rows, read)
	}
}
