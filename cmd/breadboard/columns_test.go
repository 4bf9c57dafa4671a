package main

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/columns"
)

// Every column that a command prints in CSV is explained, in the table of that command.
func TestEveryColumnIsExplained(t *testing.T) {
	dir := files(t, map[string]string{})
	for command, line := range map[string]string{
		"exact":           "exact --toy easy -T 4 --kernel lifted --schedule friction",
		"exact --program": "exact --toy easy -T 4 --program ais,sir:2",
		"exact --tails":   "exact --toy easy -T 4 --tails 1",
		"exact --runs":    "exact --toy easy -T 4 --runs 2",
		"sample":          "sample --toy easy -T 4 --chains 10",
		"certify":         "certify --toy easy -T 4",
		"aide":            "aide --toy easy -T 4 --runs 10",
		"validate":        "validate --toy easy --kernel king",
		"score":           "score --toy easy --kernel king",
		"geweke":          "geweke --toy clustering:2:2 --draws 50",
		"seeds":           "seeds --first 3",
		"list":            "list",
	} {
		explained := explainedColumns(t, command)
		head, _, _ := strings.Cut(works(t, dir, append(strings.Fields(line), "--format", "csv")...), "\n")
		for _, name := range strings.Split(head, ",") {
			if !slices.Contains(explained, name) {
				t.Errorf("%s prints the column %s, which is not explained", line, name)
			}
		}
	}
}

// explainedColumns are the names of the columns of a command's table.
func explainedColumns(t *testing.T, command string) (names []string) {
	t.Helper()
	i := slices.IndexFunc(columns.Tables(), func(of columns.Table) bool { return of.Command == command })
	if i < 0 {
		t.Fatalf("%s has no table", command)
	}
	for _, c := range columns.Tables()[i].Columns {
		names = append(names, c.Name)
	}
	return names
}

// columns prints the tables of all commands, of one, or the meaning of one column.
func TestColumns(t *testing.T) {
	dir := files(t, map[string]string{})
	rows := func(args ...string) [][]string {
		all, err := csv.NewReader(strings.NewReader(works(t, dir, append(args, "--format", "csv")...))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return all[1:]
	}
	every := rows("columns")
	for _, row := range every {
		if row[2] == "" || row[4] == "" {
			t.Errorf("%v has no type or no meaning", row)
		}
	}
	ofExact := rows("columns", "exact")
	want := slices.DeleteFunc(slices.Clone(every), func(row []string) bool { return !strings.HasPrefix(row[0], "exact") })
	if !slices.EqualFunc(ofExact, want, slices.Equal) {
		t.Errorf("the columns of exact are %v, want %v", ofExact, want)
	}
	for _, row := range rows("columns", "seed") {
		if row[1] != "seed" {
			t.Errorf("the column seed shows %v", row)
		}
	}
	people := works(t, dir, "columns", "B")
	if strings.Count(people, "Eq. 21") != 1 || !strings.Contains(people, "sweep") {
		t.Errorf("the column B shows\n%s, want its meaning once for all tables", people)
	}
	refuseAll(t, [][2]string{{`"bb" is neither a command that prints tables nor a column; the nearest is B, and ` +
		`breadboard columns would list all`, "columns bb"}})
}
