package aidepaper

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// committed reads a file of the committed study.
func committed(t *testing.T, name string) (rows []map[string]any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "reports", "aide", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// closely is half of the digits that accounts promise, and far above round-off.
const closely = 1e-8

// same fails t unless a committed number is the one that is made today.
func same(t *testing.T, what string, got float64, want any) {
	t.Helper()
	if !near(got, want) {
		t.Errorf("%s is %v, committed is %v; go run ./cmd/breadboard reproduce aide --out reports/aide would bring it "+
			"up to date", what, got, want)
	}
}

func near(got float64, want any) bool {
	w, ok := want.(float64)
	return ok && math.Abs(got-w) <= closely*max(1, math.Abs(w))
}

// A number that is off in its eighth digit is seen, and one that is not there.
func TestNear(t *testing.T) {
	for want, is := range map[any]bool{1.0: true, 1 + 1e-12: true, 1 + 1e-7: false, nil: false} {
		if near(1, want) != is {
			t.Errorf("1 is near %v: %v", want, !is)
		}
	}
}
