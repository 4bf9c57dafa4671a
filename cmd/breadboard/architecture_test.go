package main

import (
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"maps"
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
		t.Errorf("%s is not what the code says; go test ./cmd/breadboard -run Architecture -update makes it again",
			file)
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
