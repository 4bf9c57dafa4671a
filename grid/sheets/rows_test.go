package sheets

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// The rows that a file is said to have are those that are read: of arrays just as many, and of CSV no more
// than its lines.
func TestRowsAreThoseThatAreRead(t *testing.T) {
	const spare = 3 // lines of names, an empty one, and one behind the last line end
	for name, c := range map[string]struct {
		data  []byte
		exact bool
	}{
		"end.csv":   {data: []byte("a,b\n1,2\n\n3,4\n")},
		"noend.csv": {data: []byte("1,2\n3,4")},
		"long.csv":  {data: []byte(strings.Repeat("1,2\n", 100_000))},
		"one.npy":   {data: saved("<f8", "(3,)", "False", make([]float64, 3)), exact: true},
		"two.npy":   {data: saved("<f8", "(3, 4)", "True", make([]float64, 12)), exact: true},
	} {
		path := filepath.Join(t.TempDir(), name)
		must.Do(t, os.WriteFile(path, c.data, 0o600))
		s := must.Have(Open(path, "rows"))(t)
		most, known := s.rows()
		read := 0
		must.Do(t, s.Each(nil, func(int, []Value) error {
			read++
			return nil
		}))
		s.Close()
		if !known || most < read || c.exact && most != read || most > read+spare {
			t.Errorf("%s: %d rows are said (known: %v), %d read", name, most, known, read)
		}
	}
}

// A name has one number, its own, and stays what it was when the row that it came with is gone.
func TestNames(t *testing.T) {
	const names = 1 << 16
	n := NewNames()
	for i := range 2 * names {
		row := []byte(fmt.Sprint("name ", i/2))
		got := n.Number(string(row))
		if got != i/2 || n.All[got] != string(row) {
			t.Fatalf("%s has the number %d", row, got)
		}
	}
	if len(n.All) != names || slices.Contains(n.All, "") {
		t.Errorf("%d names, not %d", len(n.All), names)
	}
}

// Whoever asks is told how many rows were read of how many, and a pipe's rows are not known.
func TestReadingIsTold(t *testing.T) {
	const rows = 3*tellEvery + 5
	path := must.File(t, "d.csv", strings.Repeat("1\n", rows))
	s := must.Have(Open(path, "numbers"))(t)
	defer s.Close()
	var told [][2]int
	must.Do(t, s.As(Reading{Tell: func(done, total int) { told = append(told, [2]int{done, total}) }}, Words{}))
	must.Do(t, s.Each([]Column{{Name: "x"}}, func(int, []Value) error { return nil }))
	want := [][2]int{{tellEvery, rows + 1}, {2 * tellEvery, rows + 1}, {3 * tellEvery, rows + 1}}
	if !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}
