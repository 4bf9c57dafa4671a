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

// TestArchitecture holds two tables to the code: of ARCHITECTURE.md, which has a line a floor, and of ROOMS.md, which
// has a line a room with the first sentence of its package's comment. Arrows are folded by floor. With -update both are
// made again.
func TestArchitecture(t *testing.T) {
	rooms := roomsOf(t)
	holdTable(t, "../../ARCHITECTURE.md", "| floor | rooms | arrows to its own | arrows down |\n|:--|--:|--:|:--|\n",
		floorTable(rooms))
	holdTable(t, "../../ROOMS.md", "| room | what it is | stands on |\n|:--|:--|:--|\n", roomTable(t, rooms))
}

// holdTable holds the table of a file below its head.
func holdTable(t *testing.T, file, head, table string) {
	t.Helper()
	before, rest, found := strings.Cut(read(t, file), head)
	if !found {
		t.Fatalf("%s has no table %s", file, head)
	}
	_, after, _ := strings.Cut(rest, "\n\n")
	want := before + head + table
	if after != "" {
		want += "\n" + after
	}
	if *update {
		write(t, file, want)
	} else if read(t, file) != want {
		t.Errorf("%s is not what the code says; go test ./cmd/breadboard -run Architecture -update makes it again",
			file)
	}
}

// roomsOf has the rooms that each room imports.
func roomsOf(t *testing.T) map[string][]string {
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
	return imports
}

// folded counts arrows by the floor that they lead to: "chains 3, grid".
func folded(into []string) string {
	counts := make([]int, len(floors))
	for _, name := range into {
		counts[floorOf(name)]++
	}
	var words []string
	for i, n := range slices.Backward(counts) {
		switch name := strings.Join(floors[i], ", "); n {
		case 0:
		case 1:
			words = append(words, name)
		default:
			words = append(words, fmt.Sprintf("%s %d", name, n))
		}
	}
	return strings.Join(words, "; ")
}

// floorTable has the floors, the highest first.
func floorTable(rooms map[string][]string) string {
	var b strings.Builder
	for i, floor := range slices.Backward(floors) {
		count, own := 0, 0
		var down []string
		for room, into := range rooms {
			if floorOf(room) != i {
				continue
			}
			count++
			for _, name := range into {
				if floorOf(name) == i {
					own++
				} else {
					down = append(down, name)
				}
			}
		}
		fmt.Fprintf(&b, "| `%s` | %d | %d | %s |\n", strings.Join(floor, "`, `"), count, own, folded(down))
	}
	return b.String()
}

// roomTable has the rooms.
func roomTable(t *testing.T, rooms map[string][]string) string {
	t.Helper()
	var b strings.Builder
	for _, room := range slices.Sorted(maps.Keys(rooms)) {
		about := strings.ReplaceAll(sentence(t, room), "|", "\\|")
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", room, about, folded(rooms[room]))
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
