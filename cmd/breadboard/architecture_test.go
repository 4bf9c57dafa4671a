package main

import (
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// TestArchitecture holds the table of ARCHITECTURE.md: a line a room, with the first sentence of its package's
// comment and the rooms that it imports. With -update the table is made again from the code.
func TestArchitecture(t *testing.T) {
	const file, head = "../../ARCHITECTURE.md", "| room | what it is | imports |\n|:--|:--|:--|\n"
	before, rest, found := strings.Cut(read(t, file), head)
	if !found {
		t.Fatalf("%s has no table of rooms", file)
	}
	_, after, _ := strings.Cut(rest, "\n\n")
	want := before + head + roomTable(t) + "\n" + after
	if *update {
		write(t, file, want)
	} else if read(t, file) != want {
		t.Errorf("%s is not what the code says; go test ./cmd/breadboard -run Architecture -update makes it again", file)
	}
}

// roomTable returns the lines of the table.
func roomTable(t *testing.T) string {
	t.Helper()
	imports := map[string][]string{}
	for file, into := range imported(t, "../..") {
		room := path.Dir(file)
		if _, ok := imports[room]; !ok {
			imports[room] = nil
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, name := range into {
			if own, ok := strings.CutPrefix(name, "breadboard/"); ok && !slices.Contains(imports[room], own) {
				imports[room] = append(imports[room], own)
			}
		}
	}
	rooms := slices.Sorted(maps.Keys(imports))
	var b strings.Builder
	for _, room := range rooms {
		slices.Sort(imports[room])
		about := strings.ReplaceAll(sentence(t, room), "|", "\\|")
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", room, about, strings.Join(imports[room], ", "))
	}
	return b.String()
}

// sentence returns the first sentence of a package's comment, without "Package name".
func sentence(t *testing.T, room string) string {
	t.Helper()
	names := must.Have(filepath.Glob(filepath.Join("../..", room, "*.go")))(t)
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
		must.Do(t, err)
		if f.Doc == nil {
			continue
		}
		first := strings.ReplaceAll(new(doc.Package).Synopsis(f.Doc.Text()), "\n", " ")
		return strings.TrimPrefix(first, "Package "+f.Name.Name+" ")
	}
	t.Errorf("%s has no package comment", room)
	return ""
}

// TestBudget holds every room to its lines of budget.txt: Go without tests, and Go of tests. Whoever passes a line
// raises it there, and says in the commit what was taken away elsewhere, or why the room is worth more. It prints
// what is used.
func TestBudget(t *testing.T) {
	used := map[string][2]int{}
	for file := range imported(t, "../..") {
		text := must.Have(os.ReadFile(filepath.Join("../..", file)))(t)
		kind := 0
		if strings.HasSuffix(file, "_test.go") {
			kind = 1
		}
		n := used[path.Dir(file)]
		n[kind] += strings.Count(string(text), "\n")
		used[path.Dir(file)] = n
	}
	var sum, most, ceiling [2]int
	for line := range strings.Lines(read(t, "../../budget.txt")) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var room string
		var may [2]int
		if _, err := fmt.Sscan(line, &room, &may[0], &may[1]); err != nil {
			t.Fatalf("budget.txt: %q: %v", line, err)
		}
		if room == "together" {
			ceiling = may
			continue
		}
		is := used[room]
		delete(used, room)
		t.Logf("%-36s %6d of %6d, tests %6d of %6d", room, is[0], may[0], is[1], may[1])
		for k, what := range []string{"", " of tests"} {
			sum[k], most[k] = sum[k]+is[k], most[k]+may[k]
			if is[k] > may[k] {
				t.Errorf("%s has %d lines%s, and budget.txt allows %d", room, is[k], what, may[k])
			}
		}
	}
	for room := range used {
		t.Errorf("budget.txt has no line for %s", room)
	}
	t.Logf("%-36s %6d of %6d, tests %6d of %6d", "together", sum[0], most[0], sum[1], most[1])
	if most[0] > ceiling[0] || most[1] > ceiling[1] {
		t.Errorf("the rooms of budget.txt have %d lines and %d of tests; together may have %d and %d", most[0], most[1],
			ceiling[0], ceiling[1])
	}
}
