package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"breadboard/reports/table"
)

// faultsPage is the report of the faults that were injected.
const faultsPage = "../../reports/faults.md"

// faultRow is a row of its table: how many in the short form, in the long form, and how many failed, and the command.
// A dash is a form that was not run.
var faultRow = regexp.MustCompile("(?m)^\\|.*\\| ([0-9,]+|-) \\| ([0-9,]+|-) \\| ([0-9,]+) \\| `((?:BREADBOARD_LONG=1 )?go test .*)` \\|$")

// The sums below the table are those of its rows.
func TestFaultsPageSums(t *testing.T) {
	page := read(t, faultsPage)
	var sums [3]int
	for _, row := range faultRow.FindAllStringSubmatch(page, -1) {
		for i, cell := range row[1:4] {
			if cell == "-" {
				continue
			}
			n, err := strconv.Atoi(strings.ReplaceAll(cell, ",", ""))
			if err != nil {
				t.Fatal(err)
			}
			sums[i] += n
		}
	}
	want := "in all " + table.Thousands(sums[0]) + " in the short form and " + table.Thousands(sums[1]) + " in the long form, with " +
		table.Thousands(sums[2]) + " failures"
	if joined := strings.Join(strings.Fields(page), " "); !strings.Contains(joined, want) {
		t.Errorf("the page does not say %q", want)
	}
}

// Every command of the table runs tests that there are.
func TestFaultsPageCommands(t *testing.T) {
	rows := faultRow.FindAllStringSubmatch(read(t, faultsPage), -1)
	if len(rows) < 40 {
		t.Errorf("only %d rows", len(rows))
	}
	for _, row := range rows {
		command := row[4]
		runs := regexp.MustCompile(` -run '?([^ ']+)`).FindStringSubmatch(command)
		if runs == nil {
			t.Errorf("%s: it runs all tests", command)
			continue
		}
		test := regexp.MustCompile(runs[1])
		for _, pattern := range regexp.MustCompile(`\./([^ ]+)`).FindAllStringSubmatch(command, -1) {
			if !hasTest(t, pattern[1], test) {
				t.Errorf("%s: no such test in %s", command, pattern[1])
			}
		}
	}
}

// hasTest reports whether a package, or with /... one below it, has a test of such a name.
func hasTest(t *testing.T, pattern string, name *regexp.Regexp) bool {
	t.Helper()
	dir, below := strings.CutSuffix(pattern, "/...")
	globs := []string{filepath.Join("../..", dir, "*_test.go")}
	if below {
		globs = append(globs, filepath.Join("../..", dir, "*", "*_test.go"))
	}
	for _, glob := range globs {
		files, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, test := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllStringSubmatch(string(data), -1) {
				if name.MatchString(test[1]) {
					return true
				}
			}
		}
	}
	return false
}
