package reporttest

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// Rows reads the rows of a JSON file of data.
func Rows(t *testing.T, path ...string) (rows []map[string]any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// Today fails t unless a committed number is the one that is made today. It may differ by half of the
// digits that exact accounts promise.
func Today(t *testing.T, what string, got float64, want any) {
	t.Helper()
	if !near(got, want) {
		t.Errorf("%s is %v, committed is %v; the command that wrote it would bring it up to date", what, got, want)
	}
}

func near(got float64, want any) bool {
	w, ok := want.(float64)
	return ok && math.Abs(got-w) <= 1e-8*max(1, math.Abs(w))
}
