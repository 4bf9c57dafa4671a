package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"breadboard/reports/studies"
)

// manifest is the list of written files in a directory. It remembers what they replaced, and so differs
// between directories of the same files.
const manifest = ".breadboard-manifest.json"

// entriesIn lists a directory, except its manifest.
func entriesIn(t *testing.T, dir string) []fs.DirEntry {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == manifest })
}

// The names that a study refuses to replace before any work are those that it writes.
func TestNamesOfStudies(t *testing.T) {
	for folder, c := range map[string]struct{ names, others []string }{
		"paper":    {studies.PaperNames, nil},
		"bdmc":     {studies.BDMCNames, nil},
		"aide":     {studies.AIDENames, nil},
		"samplers": {studies.SamplersNames, nil},
		"protocol": {studies.ProtocolNames, []string{"README.md"}},
	} {
		var written []string
		for _, e := range entriesIn(t, filepath.Join("..", "..", "reports", folder)) {
			if !slices.Contains(c.others, e.Name()) {
				written = append(written, e.Name())
			}
		}
		want := slices.Sorted(slices.Values(c.names))
		if !slices.Equal(written, want) {
			t.Errorf("%s has %v, and its names are %v", folder, written, want)
		}
	}
}
