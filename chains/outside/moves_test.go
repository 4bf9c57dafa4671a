package outside

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/sheets"
)

// On a box of 2 rows and 3 columns cell 5 is row 1, column 2.
var box = grid.New(2, 3)

// npyStates returns an array of states as numpy.save writes it.
func npyStates(shape string, states ...int16) string {
	header := fmt.Sprintf("{'descr': '<i2', 'fortran_order': False, 'shape': %s, }", shape)
	b := bytes.NewBufferString("\x93NUMPY\x01\x00")
	_ = binary.Write(b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	_ = binary.Write(b, binary.LittleEndian, states)
	return b.String()
}

// TestMoves: every form of a table is read as its moves, with columns in any order and others between them, under other
// names or counted from 1. Tables of no form are refused.
func TestMoves(t *testing.T) {
	two := [][2]int{{0, 5}, {4, 1}}
	walk := [][2]int{{0, 5}, {5, 4}}
	named := sheets.Reading{Columns: []string{"from=a", "to=b"}}
	for _, c := range []struct {
		in   string
		how  sheets.Reading
		want [][2]int
		says string
	}{
		{in: "0,5\n4,1\n", want: two},
		{in: "from,to\n0,5\n4,1\n", want: two},
		{in: "to,note,from,chain\n5,x,0,7\n1,,4,a\n", want: two}, // of moves the chain says nothing
		{in: "state\n0\n5\n4\n", want: walk},
		{in: "0\n5\n4\n", want: walk},
		{in: "chain,cell\n1,0\n2,3\n1,5\n2,4\n", want: [][2]int{{0, 5}, {3, 4}}},
		{in: "x_2,x_1\n0,0\n2,1\n1,1\n", want: walk},
		{in: "chain,i,j\n0,0,0\n1,1,0\n0,1,2\n1,1,1\n", want: [][2]int{{0, 5}, {3, 4}}},
		{in: npyStates("(3,)", 0, 5, 4), want: walk},
		{in: npyStates("(2, 2)", 0, 5, 5, 4), want: walk}, // a chain a row
		{in: npyStates("(2, 2, 2)", 0, 0, 1, 2, 1, 2, 1, 1), want: walk},
		{in: "a,b\n0,5\n4,1\n", how: named, want: two},
		{in: "b,a,from\n5,0,9\n1,4,9\n", how: named, want: two},
		{in: "a,b\n0,0\n1,2\n1,1\n", how: sheets.Reading{Columns: []string{"a", "b"}}, want: walk},
		{in: "s,run\n1,0\n6,1\n5,0\n", how: sheets.Reading{Columns: []string{"s", "chain=run"}, From: 1},
			want: [][2]int{{0, 4}}},
		{in: "theta\n0\n5\n", says: "no column x_1; use from and to, or state, or x_1 and so on for each axis of " +
			"2x3; the file has theta; the option columns says which it is"},
		{in: "from\n0\n", says: "no column to; use from and to"},
		{in: "x_1\n0\n1\n", says: "no column x_2"},
		{in: "log_w,state\n1,0\n1,5\n", says: "a column log_w beside state is of runs, as sample --save writes them"},
		{in: "draw,chain,state\n3,1,0\n9,2,3\n4,1,5\n10,2,4\n", want: [][2]int{{0, 5}, {3, 4}}},
		{in: "draw,state\n0,0\n5,5\n", says: "row 2 is draw 5 of chain 0, and the one before it is draw 0; use all"},
		{in: "From,To\n0,5\n", says: "no column x_1; use from and to"},
		{in: "i,state\n1,0\n2,5\n", want: [][2]int{{0, 5}}}, // a number of the row
		{in: "Chain_2,state\n1,0\n1,5\n", says: `the column "Chain_2" looks like the number of the chain; call it`},
		{in: "chain_id,cell\n1,0\n1,5\n", says: `the column "chain_id" looks like the number of the chain`},
		{in: "from,to,state\n0,5,0\n4,1,4\n", says: "a column state beside from says a second time where the chain is"},
		{in: "state,cell\n0,0\n5,5\n", says: "a column cell beside state says a second time"},
		{in: "row,col,state\n0,0,0\n1,1,1\n", says: "a column row beside state says a second time"},
		{in: "direction,row,col\n1,0,0\n", says: "a column direction beside row is of runs"},
		{in: "row,col\n0,0\n1,3\n", says: "row 2, column col is 3; "},
		{in: "from,to\n1,6\n6,2\n", says: "row 1, column to is 6; "},
		{in: npyStates("(2,)", 0, 6), says: "entry 2 is 6; "},
		{in: npyStates("(1, 2, 2)", 0, 0, 1, 3), says: "entry (1, 2, 2) is 3; "},
		{in: "walker,state\n1,3\n", says: `the column "walker" looks like the number of the chain`},
		{in: npyStates("(2, 2, 1)", 0, 5, 5, 4), want: walk}, // each state in brackets of its own
		{in: npyStates("(1, 1, 3)", 0, 0, 0), says: "the shape is (1, 1, 3); use (chains, draws) of cells, or " +
			"(chains, draws, 2) of places along the axes of 2x3"},
		{in: "chain,state\n1.5,3\n", says: "row 1, column chain is 1.5; "},
		{in: "0,5\n2,x\n", says: `row 2, column to is "x"; use a whole number`},
		{in: "from,to\n", says: "no moves; use two states of a chain, or rows of from and to"},
		{in: "state\n3\n", says: "no moves"},
		{in: "0,1,2\n", says: "row 1 has 3 columns; use 2, from and to, or 1, a state"},
	} {
		path := must.File(t, "m.dat", c.in)
		var got [][2]int
		err := OpenMoves(path, c.how, box, func(x, y int) { got = append(got, [2]int{x, y}) })
		if c.says == "" {
			accepted(t, c.in, err, cmp.Diff(c.want, got))
			continue
		}
		must.FailAt(t, err, path+": ", c.says, "%s", c.in)
		if err != nil && strings.Count(err.Error(), path) != 1 {
			t.Errorf("the path is named more than once: %v", err)
		}
	}
	none := filepath.Join(t.TempDir(), "none")
	must.FailAt(t, OpenMoves(none, sheets.Reading{}, box, nil), none, "no such file", "a file that is not there")
}
