package sheets

import (
	"bytes"
	"errors"
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
		most, known := s.Rows()
		asked, read := 0, 0
		room := func(rows int) error {
			asked = rows
			return nil
		}
		must.Do(t, s.EachWithin(room, nil, func(int, []Value) error {
			read++
			return nil
		}))
		s.Close()
		if !known || asked != most || most < read || c.exact && most != read || most > read+spare {
			t.Errorf("%s: %d rows are said (known: %v), %d asked for, %d read", name, most, known, asked, read)
		}
	}
}

// Of a stream room is asked for before there are more rows than were asked for, and no row is read behind a refusal.
func TestStreamAsksAsItGrows(t *testing.T) {
	const rows = 5 * fewRows
	data := bytes.Repeat([]byte("1\n"), rows)
	full := errors.New("full")
	for _, most := range []int{2 * fewRows, 2 * rows} {
		s := must.Have(CSV(bytes.NewReader(data), "rows"))(t)
		room := 0
		read := 0
		err := s.EachWithin(func(count int) error {
			if count > most {
				return full
			}
			room = count
			return nil
		}, nil, func(row int, _ []Value) error {
			if row > max(room, fewRows) {
				t.Fatalf("row %d is read, and room is for %d", row, room)
			}
			read = row
			return nil
		})
		if most < rows && (err != full || read > most) || most > rows && (err != nil || read != rows) {
			t.Errorf("room for %d: %d rows are read, %v", most, read, err)
		}
	}
}

// A name has one number, its own, and stays what it was when the row that it came with is gone.
func TestNames(t *testing.T) {
	asked := 0
	n := NamesWithin(func(count int) error {
		asked = count
		return nil
	})
	for i := range 2 * fewRows {
		row := []byte(fmt.Sprint("name ", i/2))
		got := must.Have(n.Number(string(row)))(t)
		if got != i/2 || n.All[got] != string(row) {
			t.Fatalf("%s has the number %d", row, got)
		}
	}
	if asked != 0 || len(n.All) != fewRows || slices.Contains(n.All, "") {
		t.Errorf("%d names, and room is asked for %d", len(n.All), asked)
	}
	must.Have(n.Number("one more"))(t)
	if asked <= fewRows {
		t.Errorf("room is asked for %d names where there are %d", asked, len(n.All))
	}
}

// Whoever asks is told how many rows were read of how many, and a pipe's rows are not known.
func TestReadingIsTold(t *testing.T) {
	const rows = 3*fewRows + 5
	path := must.File(t, "d.csv", strings.Repeat("1\n", rows))
	s := must.Have(Open(path, "numbers"))(t)
	defer s.Close()
	var told [][2]int
	must.Do(t, s.As(Reading{Tell: func(done, total int) { told = append(told, [2]int{done, total}) }}, Words{}))
	room := func(int) error { return nil }
	must.Do(t, s.EachWithin(room, []Column{{Name: "x"}}, func(int, []Value) error { return nil }))
	want := [][2]int{{fewRows, rows + 1}, {2 * fewRows, rows + 1}, {3 * fewRows, rows + 1}}
	if !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}
