// Package reporttest is for the tests of packages reports and reports/studies alone. It compares
// a file that a renderer makes with the committed one (differs.go), and reads drawings (svg.go).
package reporttest

import (
	"bytes"
	"testing"

	"breadboard/reports/table"
)

// Content returns what a file writes.
func Content(t *testing.T, f table.File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return b.Bytes()
}
