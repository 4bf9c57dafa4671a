package reporttest

import (
	"os"
	"slices"
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
		committed = append(committed, e.Name())
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
