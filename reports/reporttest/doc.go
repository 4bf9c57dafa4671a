// Package reporttest is used only by the tests of the packages below reports. It holds a
// committed folder to the files that are made now (committed.go), says in what a file differs from the
// committed one (differs.go), and reads drawings (svg.go) and pages (page.go).
package reporttest

import (
	"bytes"
	"testing"

	"breadboard/reports/table"
)

// Content returns the bytes that a file writes.
func Content(t *testing.T, f table.File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return b.Bytes()
}
