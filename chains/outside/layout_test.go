package outside

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/grid/must"
)

// Every form of a table, with columns in any order and others beside them, is read as its moves; 5 on the box is row 1,
// column 2. Tables that are of no form, of two, or of a form with a column that is read twice, are refused.
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
		{box, ",from,to|1,0,5|2,4,1", two, ""},
		{box, "from_row,from_col,to_row,to_col|0,0,1,2|1,1,0,1", two, ""},
		{box, "to_col,to_row,from_col,from_row|2,1,0,0|1,0,1,1", two, ""},
		{box, "0,0,1,2|1,1,0,1", two, ""},
		{box, "to_1,to_0,from_1,from_0|2,1,0,0|1,0,1,1", two, ""},
		{grid.New(2, 2, 2), "0,0,1,1,0,1", [][2]int{{1, 5}}, ""},
		{grid.New(6), "from_0,to_0|0,5|4,1", two, ""},
		{box, "log_w,from,to|1,0,5|2,4,1", two, ""},
		{box, "from,to,chain|0,5,7|4,1,a", two, ""}, // of moves the chain says nothing
		{box, "state|0|5|4", [][2]int{{0, 5}, {5, 4}}, ""},
		{box, "0|5|4", [][2]int{{0, 5}, {5, 4}}, ""},
		{box, "theta|0|5|4", [][2]int{{0, 5}, {5, 4}}, ""},
		{box, "chain,cell|1,0|2,3|1,5|2,4", [][2]int{{0, 5}, {3, 4}}, ""},
		{box, "draw,chain,state|3,1,0|9,2,3|4,1,5|10,2,4", [][2]int{{0, 5}, {3, 4}}, ""},
		{box, "draw,chain,state|3,1,0|5,1,5", nil, "row 2 is draw 5 of chain 1, and the one before it is draw 3"},
		{box, "x_2,x_1|0,0|2,1|1,1", [][2]int{{0, 5}, {5, 4}}, ""}, // places, as draws has them
		{box, "log_f,row,col|7,0.0,0|7,1.0,2|7,1,1", [][2]int{{0, 5}, {5, 4}}, ""},
		{box, "chain,i,j|0,0,0|1,1,0|0,1,2|1,1,1", [][2]int{{0, 5}, {3, 4}}, ""},
		{box, "chain,draw,x_1,x_2|0,0,0,0|0,1,1,2", [][2]int{{0, 5}}, ""},
		{box, "i,state|1,0|2,5", [][2]int{{0, 5}}, ""}, // a number of the row
		{grid.New(2, 2, 2), "x_1,x_2,x_3|0,0,1|1,0,1", [][2]int{{1, 5}}, ""},
		{grid.New(6), "x_1|0|5", [][2]int{{0, 5}}, ""},
		{grid.New(2, 2, 2), "row,col|0,0|1,1", nil,
			`the columns "row", "col" are part of a move, or more than one; just from, to`},
		{box, "x_1|0|1", nil, `the columns "x_1" are part of a move, or more than one`},
		{box, "x_1,x_2,x_3|0,0,0|1,1,1", nil, "are part of a move, or more than one"},
		{box, "row,col,state|0,0,0|1,1,1", nil, "are part of a move, or more than one"},
		{box, "log_w,row,col|1,0,0|1,1,1", nil, "a column log_w beside row is of runs"},
		{box, "row,col|1,1|2,3", nil, "row 2, column row is 2; a whole number from 0 to 1 would do, or --from 1"},
		{box, "row,col|0,0|1,3", nil, "row 2, column col is 3; a whole number from 0 to 2 would do"},
		{box, "from,to|1,6|6,2", nil, "row 1, column to is 6; a whole number from 0 to 5 would do, or --from 1"},
		{box, "chain,row,col|0,1,1|0,2,3", nil, "would do, or --from 1 if"},
		{box, "row,col|1,1|1.5,3", nil, "row 2, column row is 1.5; a whole number from 0 to 1 would do"},
		{box, "draw,state|3,0|3,5", nil, "row 2 is draw 3 of chain 0"},
		{box, "log_w,state|1,0|1,5", nil, "a column log_w beside state is of runs"},
		{box, "cell,direction|0,1|5,1", nil, "a column direction beside cell is of runs"},
		{box, "Chain_2,state|1,0|1,5", nil, `the column "Chain_2" looks like the number of the chain`},
		{box, "chain,chain,state|1,1,0|1,1,5", nil, "two columns are called chain"},
		{box, "state,cell|0,0|5,5", nil, `the columns "state", "cell" are part of a move, or more than one`},
		{box, "from,to,state|0,5,0|4,1,4", nil, "are part of a move, or more than one"},
		{box, "From,To|0,5|4,1", nil, `the columns "From", "To" are part`},
		{box, "state,x_0,x_1|0,0,0|5,1,2", nil, "are part of a move, or more than one"},
		{box, "from_0,to_0|0,1|1,0", nil, "are part of a move, or more than one"},
		{grid.New(6), "from_row,from_col,to_row,to_col|0,0,0,1", nil, "are part of a move, or more than one"},
		{box, "1_0,5|4,1", nil, `row 1, column from is "1_0"`},
		{box, "+0,x|4,1", nil, `row 1, column to is "x"`},
		{box, "state|0||5", nil, "line 3 is empty; a number in every line"},
		{box, "", nil, "no rows; a CSV"},
		{box, "from,to", nil, "no moves"},
		{box, "0,6", nil, "row 1, column to is 6; a whole number from 0 to 5 would do"},
		{box, "0,5|-1,5", nil, "row 2, column from is -1; a whole number from 0 to 5"},
		{box, "from,to|0,5|1,x", nil, `row 2, column to is "x"; a whole number`},
		{box, "0,5|1", nil, "row 2 has 1 column, and the first line has 2; rows of one length would do"},
		{box, "from,to|0,1,3", nil, "row 1 has 3 columns, and the first line has 2; a name for the first column too"},
		{box, "from,to|0,1|0,1,3", nil, "row 2 has 3 columns, and the first line has 2; rows of one length would do"},
		{box, "0,1,2", nil, "row 1 has 3 columns; 2, from and to, or 4, their places on the 2x3 grid, would do"},
		{box, "0,0,2,0", nil, "row 1, column to_row is 2; a whole number from 0 to 1 would do"},
		{grid.New(6), "0,1,2", nil, "row 1 has 3 columns; 2, from and to, would do"},
		{box, "x,y|0,1", nil, `the columns are "x", "y"; ` +
			"from, to, or from_row, from_col, to_row, to_col, or from_0, from_1, to_0, to_1, or state, or x_1, x_2 " +
			"would do"},
		{box, "from|0", nil, `the columns "from" are part of a move, or more than one; just from, to, or just`},
		{box, "0,1|\"1,2", nil, "line 2: extraneous or missing"},
	} {
		got, _, err := csvMoves(strings.ReplaceAll(c.in, "|", "\n")+"\n", c.g)
		if c.says == "" {
			accepted(t, c.in, err, cmp.Diff(c.want, got))
		} else {
			must.FailAt(t, err, "", c.says, "%s", c.in)
		}
	}
}

// A first row of 0, 1 and so on looks like names where it does not lead to the second row, and the second leads to
// the third.
func TestHeaded(t *testing.T) {
	for in, want := range map[string]bool{
		"0,1\n0,3\n3,4\n":                true,
		"0,1\n1,3\n3,4\n":                false, // a chain
		"0,1\n0,3\n2,4\n":                false, // moves of any order
		"0,1\n0,3\n":                     false,
		"1,0\n1,3\n3,4\n":                false,
		"from,to\n0,1\n0,3\n3,4\n":       false,
		"0\n1\n2\n":                      false,
		"0,1,0,1\n0,0,0,2\n0,2,1,2\n":    false,
		"state\n0\n1\n2\n":               false,
		"0,1\n0,3\n3,4\n4,4\n4,5\n5,5\n": true,
	} {
		_, got, err := csvMoves(in, box)
		if err != nil || got != want {
			t.Errorf("%q looks headed: %v, and the error %v; want %v", in, got, err, want)
		}
	}
}
