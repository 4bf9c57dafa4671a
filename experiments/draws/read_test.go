package draws

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/npy"
	"breadboard/grid/sheets"
)

func TestRead(t *testing.T) {
	g, dir := grid.New(2, 3), t.TempDir()
	read := func(data string) ([]Sample, error) {
		path := filepath.Join(dir, "d.csv")
		must.Do(t, os.WriteFile(path, []byte(data), 0o600))
		s, err := sheets.Open(path, "cells")
		if err != nil {
			return nil, err
		}
		return Read(s, g)
	}
	for data, want := range map[string][]Sample{
		"5\n4\n4\n":                             {{"", [][]int32{{5, 4, 4}}}},
		"state\n5\n4\n":                         {{"", [][]int32{{5, 4}}}},
		",x_1,x_2\n0,1,2\n1,0,1\n":              {{"", [][]int32{{5, 1}}}},
		"chain,cell\na,5\nb,1\na,4":             {{"", [][]int32{{5, 4}, {1}}}},
		"chain;cell\na;5\nb;1,0\na;4":           {{"", [][]int32{{5, 4}, {1}}}},
		"row,col\n1,2\n0.0,1\n":                 {{"", [][]int32{{5, 1}}}},
		"draw,cell\n2,5\n10,1\n1,4":             {{"", [][]int32{{4, 5, 1}}}},
		"T,direction,cell\n9,r,1\n9,f,5\n9,r,4": {{"T = 9, r", [][]int32{{1, 4}}}, {"T = 9, f", [][]int32{{5}}}},
		"draw,chain,cell\n1,b,4\n0,a,3\n2,b,5":  {{"", [][]int32{{4, 5}, {3}}}},
		"walker,step,cell\na,2,5\nb,2,1\na,1,4": {{"", [][]int32{{4, 5}, {1}}}},
		"# a = 1\n# b\nlp__,cell\n# c\n-1,5\n#": {{"", [][]int32{{5}}}},
		npy.Magic + "\x01\x009\x00{'descr': '|i1', 'fortran_order': False, 'shape': (3, 2)}\x00\x02\x01\x00\x05\x01": {
			{"", [][]int32{{0, 2}, {1, 0}, {5, 1}}}}, // as places, (5, 1) is outside
		npy.Magic + "\x01\x00<\x00{'descr': '|i1', 'fortran_order': False, 'shape': (2, 1, 2)}\x00\x01\x01\x02": {
			{"", [][]int32{{1}, {5}}}},
	} {
		got, err := read(data)
		if err != nil || !cmp.Equal(want, got) {
			t.Errorf("%q: %v, %v, want %v", data, got, err, want)
		}
	}
	for data, says := range map[string]string{
		npy.Magic + "\x01\x009\x00{'descr': '|i1', 'fortran_order': False, 'shape': (3, 2)}" +
			"\x00\x02\x01\x00\x00\x01": "(3, 2) may be places",
		"x_1,x_2\n0,3\n":        "row 1, column x_2 is 3; use a whole number from 0 to 2",
		"cell\n0.5\n":           "row 1, column cell is 0.5; use a whole number",
		"cell\n1\n6\n6\n":       "row 2, column cell is 6; use a whole number from 0 to 5; if they are counted from 1",
		"x_1,x_2,x_3\n0,0,0\n":  "d.csv: a column x_3, and 2x3 has axes 1 to 2; use a column for each of these",
		"draw,cell\n1,5\n1,5\n": "d.csv: draw 1 stands twice in a chain; use each once, or a column chain",
		"draw,cell\nnan,5\n":    "d.csv: row 1, column draw is NaN; use a number",
		"draw,cell\n1,5\ninf,4": "d.csv: row 2, column draw is +Inf; use a number",
		"cell\n":                "no draws",
		"from,to\n0,1\n":        "d.csv: from and to are moves; give the file alone, and not as draws",
		"chain,x,y\n0,1,1\n": "no column x_1; use cell, or x_1 and so on for each axis of 2x3; the file has " +
			"chain, x, y; the option columns says which it is",
		"chain,state\n1,left\n": `row 1, column state is "left"; use a whole number`,
	} {
		if _, err := read(data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", data, err, says)
		}
		if _, err := read(data + "0\n"); err != nil && strings.Contains(err.Error(), "from 1") {
			t.Errorf("%q, and a 0: %v", data, err)
		}
	}
}
