package reporttest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/reports/table"
)

// Complete ends t unless the folder has these files and the others by name, and no more. again
// says how to make the files anew.
func Complete(t *testing.T, folder string, files []table.File, again string, others ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var committed []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") { // the manifest of who made them here is not committed
			committed = append(committed, e.Name())
		}
	}
	made := others
	for _, f := range files {
		made = append(made, f.Name)
	}
	slices.Sort(made)
	if !slices.Equal(committed, made) {
		t.Fatalf("committed: %v\nmade: %v\n%s", committed, made, again)
	}
}

// UpToDate fails t unless the committed file at path is the one made now, but for rounding. If update is
// true it writes the file instead. again says how to make it anew.
func UpToDate(t *testing.T, path string, made []byte, again string, update bool) {
	t.Helper()
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fault := Differs(filepath.Base(path), made, want)
	switch {
	case fault != "" && update:
		if err := os.WriteFile(path, made, 0o644); err != nil {
			t.Fatal(err)
		}
	case fault != "":
		t.Errorf("%s: %s; %s", path, fault, again)
	}
}
