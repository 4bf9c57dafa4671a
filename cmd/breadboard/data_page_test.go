package main

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// Every figure of the reports has a row in the page of data, with files that are there, or the word none.
func TestFiguresHaveData(t *testing.T) {
	const reports = "../../reports"
	rows := map[string]string{}
	row := regexp.MustCompile(`(?m)^\| \[[^]]+\]\(([^)]+)\) \| (.+) \|$`)
	for _, m := range row.FindAllStringSubmatch(read(t, reports+"/data.md"), -1) {
		rows[m[1]] = m[2]
	}
	err := filepath.WalkDir(reports, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && (d.Name() == "explorer" || d.Name() == "charts" || d.Name() == "testdata") {
			return fs.SkipDir // code of the page, and what tests read
		}
		name, _ := filepath.Rel(reports, path)
		if filepath.Ext(path) == ".png" && rows[name] == "" {
			t.Errorf("%s has no row in reports/data.md: which file has its numbers?", name)
		}
		return err
	})
	must.Do(t, err)
	for figure, says := range rows {
		files := regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(says, -1)
		if files == nil && !strings.HasPrefix(says, "none") {
			t.Errorf("the row of %s names no file", figure)
		}
		for _, f := range append(files, []string{"", figure}) {
			read(t, filepath.Join(reports, f[1]))
		}
	}
}
