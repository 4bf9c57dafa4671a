package outside

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/sheets"
)

// Every form of a table, with columns in any order and others beside them, is read as its moves; 5 on the box is row 1,
// column 2. Tables that are of no form, or of a form with a column that is read twice, are refused.
func TestLayouts(t *testing.T) {
	two := [][2]int{{0, 5}, {4, 1}}
	for _, c := range []struct {
		g    grid.Grid
		in   string // | ends a line
		want [][2]int
		says string
	}{
		{box, "0,5|4,1", two, ""},
		{box, "\ufeff0, 5\r|4 ,4\r|\r|\"5\",2", [][2]int{{0, 5}, {4, 4}, {5, 2}}, ""},                     // of Windows
		{box, "\"\",\"from\",\"to\"|\"1\",0,5|\"2\",4,4|\"3\",5,2", [][2]int{{0, 5}, {4, 4}, {5, 2}}, ""}, // of R
		{box, "from,to|0,5|4,1", two, ""},
		{box, "to,note,from|5,x,0|1,from,4", two, ""},
		{box, "from,to,chain|0,5,7|4,1,a", two, ""}, // of moves the chain says nothing
		{box, "state|0|5|4", [][2]int{{0, 5}, {5, 4}}, ""},
		{box, "0|5|4", [][2]int{{0, 5}, {5, 4}}, ""},
		{box, "chain,cell|1,0|2,3|1,5|2,4", [][2]int{{0, 5}, {3, 4}}, ""},
		{box, "draw,chain,state|3,1,0|9,2,3|4,1,5|10,2,4", [][2]int{{0, 5}, {3, 4}}, ""},
		{box, "draw,chain,state|3,1,0|5,1,5", nil, "row 2 is draw 5 of chain 1, and the one before it is draw 3"},
		{box, "x_2,x_1|0,0|2,1|1,1", [][2]int{{0, 5}, {5, 4}}, ""}, // places, as draws has them
		{box, "log_f,row,col|7,0.0,0|7,1.0,2|7,1,1", [][2]int{{0, 5}, {5, 4}}, ""},
		{box, "chain,i,j|0,0,0|1,1,0|0,1,2|1,1,1", [][2]int{{0, 5}, {3, 4}}, ""},
		{box, "chain,draw,x_1,x_2|0,0,0,0|0,1,1,2", [][2]int{{0, 5}}, ""},
		{grid.New(2, 2, 2), "x_1,x_2,x_3|0,0,1|1,0,1", [][2]int{{1, 5}}, ""},
		{grid.New(6), "x_1|0|5", [][2]int{{0, 5}}, ""},
		{grid.New(2, 2, 2), "row,col|0,0|1,1", nil, "no column x_1; from and to, or state, or x_1 and so on for each " +
			"axis of 2x2x2, would do; the file has row, col"},
		{box, "x_1|0|1", nil, "no column x_2"},
		{box, "x_1,x_2,x_3|0,0,0|1,1,1", nil, "a column x_3, and 2x3 has axes 1 to 2"},
		{box, "theta|0|5", nil, "no column x_1; from and to, or state, or x_1 and so on"},
		{box, "log_w,row,col|1,0,0|1,1,1", nil, "a column log_w beside row is of runs"},
		{box, "row,col|1,1|2,3", nil, "row 2, column row is 2; use a whole number from 0 to 1, or --from 1 " +
			"if they are counted from 1"},
		{box, "row,col|0,0|1,3", nil, "row 2, column col is 3; use a whole number from 0 to 2"},
		{box, "from,to|1,6|6,2", nil, "row 1, column to is 6; use a whole number from 0 to 5, or --from 1 if " +
			"they are"},
		{box, "row,col|1,1|1.5,3", nil, "row 2, column row is 1.5; use a whole number from 0 to 1"},
		{box, "draw,state|3,0|3,5", nil, "row 2 is draw 3 of chain 0"},
		{box, "log_w,state|1,0|1,5", nil, "a column log_w beside state is of runs"},
		{box, "state|0||5", nil, "line 3 is empty; use a number in every line"},
		{box, "", nil, "no rows; use a CSV"},
		{box, "from,to", nil, "no moves"},
		{box, "state|3", nil, "no moves; two states of a chain, or rows of from and to, would do"},
		{box, "chain,state|a,3", nil, `row 1, column chain is "a"; use a number`},
		{box, "0,6", nil, "row 1, column to is 6; use a whole number from 0 to 5"},
		{box, "0,5|-1,5", nil, "row 2, column from is -1; use a whole number from 0 to 5"},
		{box, "from,to|0,5|1,x", nil, `row 2, column to is "x"; use a number`},
		{box, "0,5|1", nil, "row 2 has 1 column, and the first line has 2; use rows of one length"},
		{box, "from,to|0,1,3", nil, "row 1 has 3 columns, and the first line has 2; use a name for the first column too"},
		{box, "0,1,2", nil, "row 1 has 3 columns; 2, from and to, or 1, a state, would do"},
		{box, "x,y|0,1", nil, "no column x_1; from and to, or state, or x_1 and so on for each axis of 2x3, would " +
			"do; the file has x, y"},
		{box, "from|0", nil, "no column to; from and to"},
	} {
		path := must.File(t, "m.csv", strings.ReplaceAll(c.in, "|", "\n")+"\n")
		var got [][2]int
		err := OpenMoves(path, sheets.Reading{}, c.g, func(x, y int) { got = append(got, [2]int{x, y}) })
		if c.says == "" {
			accepted(t, c.in, err, cmp.Diff(c.want, got))
		} else {
			must.FailAt(t, err, path+": ", c.says, "%s", c.in)
		}
	}
}

// Moves and states under other names, counted from 0 or from 1, are those of the plain file.
func TestMovesAs(t *testing.T) {
	for _, c := range []struct {
		data string
		how  sheets.Reading
		want [][2]int
	}{
		{"a,b\n0,5\n4,1\n", sheets.Reading{Columns: []string{"from=a", "to=b"}}, [][2]int{{0, 5}, {4, 1}}},
		{"b,a,from\n5,0,9\n1,4,9\n", sheets.Reading{Columns: []string{"from=a", "to=b"}}, [][2]int{{0, 5}, {4, 1}}},
		{"a,b\n0,0\n1,2\n1,1\n", sheets.Reading{Columns: []string{"a", "b"}}, [][2]int{{0, 5}, {5, 4}}},
		{"s,run\n1,0\n6,1\n5,0\n", sheets.Reading{Columns: []string{"s", "chain=run"}, From: 1}, [][2]int{{0, 4}}},
	} {
		path := must.File(t, "m.csv", c.data)
		var got [][2]int
		must.Do(t, OpenMoves(path, c.how, box, func(x, y int) { got = append(got, [2]int{x, y}) }))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q as %v: %s", c.data, c.how, diff)
		}
	}
}
