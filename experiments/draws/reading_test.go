package draws

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/sheets"
)

// A file of any names, counted from 0 or from 1, has the draws of the same file in the reader's words.
func TestReadAs(t *testing.T) {
	g := grid.New(2, 3)
	read := func(data string, how sheets.Reading) ([]Sample, error) {
		path := must.File(t, "d.csv", data)
		s := must.Have(sheets.Open(path, "cells"))(t)
		if err := s.As(how, Words(g)); err != nil {
			return nil, err
		}
		return Read(s, g)
	}
	for _, c := range []struct {
		data, plain string
		how         sheets.Reading
	}{
		{"a,b\n1,2\n0,1\n", "x_1,x_2\n1,2\n0,1\n", sheets.Reading{Columns: []string{"a", "b"}}},
		{"b,a\n2,1\n1,0\n", "x_1,x_2\n1,2\n0,1\n", sheets.Reading{Columns: []string{"a", "b"}}},
		{"cell,a,b\n0,1,2\n0,0,1\n", "x_1,x_2\n1,2\n0,1\n", sheets.Reading{Columns: []string{"a", "b"}}},
		{"1,2\n0,1\n", "x_1,x_2\n1,2\n0,1\n", sheets.Reading{Columns: []string{"1", "2"}}},
		{"chain,c\na,5\nb,1\na,4\n", "chain,cell\na,5\nb,1\na,4\n", sheets.Reading{Columns: []string{"c"}}},
		{"run,c\na,5\nb,1\na,4\n", "chain,cell\na,5\nb,1\na,4\n", sheets.Reading{Columns: []string{"c", "chain=run"}}},
		{"row,col\n2,3\n1,2\n", "row,col\n1,2\n0,1\n", sheets.Reading{From: 1}},
		{"chain,c\n0,6\n1,1\n", "chain,cell\n0,5\n1,0\n", sheets.Reading{Columns: []string{"c"}, From: 1}},
	} {
		want := must.Have(read(c.plain, sheets.Reading{}))(t)
		got := must.Have(read(c.data, c.how))(t)
		if !cmp.Equal(got, want) {
			t.Errorf("%q as %v: %v, want %v", c.data, c.how, got, want)
		}
	}
	for says, c := range map[string]struct {
		data string
		how  sheets.Reading
	}{
		"3 columns without the word for what is in them; what is read is cell or x_1, x_2": {
			"a,b,c\n0,0,0\n", sheets.Reading{Columns: []string{"a", "b", "c"}}},
		`no column is called "z"; the file has a, b`:  {"a,b\n0,0\n", sheets.Reading{Columns: []string{"z"}}},
		`nothing that is read is called "chian"`:      {"a,b\n0,0\n", sheets.Reading{Columns: []string{"chian=a"}}},
		"has a name or a word twice":                  {"a,b\n0,0\n", sheets.Reading{Columns: []string{"a", "a"}}},
		"two columns are called a":                    {"a,a\n0,0\n", sheets.Reading{Columns: []string{"a"}}},
		"is 0; a whole number from 1 to 6 would do":   {"cell\n0\n", sheets.Reading{From: 1}},
		"column x_2 is 4; a whole number from 1 to 3": {"x_1,x_2\n1,4\n", sheets.Reading{From: 1}},
		", or --from 1 if they are counted from 1":    {"cell\n6\n1\n", sheets.Reading{}},
	} {
		_, err := read(c.data, c.how)
		must.Fail(t, err, says, "%q as %v", c.data, c.how)
	}
}
