package toys_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// A list is a table with a row for each cell, and what it says.
type list struct {
	values [][]string // of each axis, in the order of its cells
	rows   [][]string // the values of a cell, and its log f
	logf   map[string]string
}

// drawList draws a table of some axes, whose rows are in any order. Numbers may be negative, and not evenly apart; an
// axis of labels has them in the order in which they come.
func drawList(dice *rand.Rand) (l list) {
	var labels []int
	l.rows = [][]string{{}}
	for a := range 1 + dice.IntN(3) {
		var values []string
		for at := -2.25; len(values) < 2+dice.IntN(3); at += 0.25 * float64(1+dice.IntN(9)) {
			values = append(values, strconv.FormatFloat(at, 'g', -1, 64))
		}
		if dice.IntN(3) == 0 {
			labels = append(labels, a)
			for i := range values {
				values[i] = fmt.Sprint("no", i)
			}
		}
		var longer [][]string
		for _, row := range l.rows {
			for _, v := range values {
				longer = append(longer, append(slices.Clone(row), v))
			}
		}
		l.values = append(l.values, values)
		l.rows = longer
	}
	l.logf = map[string]string{}
	for i, row := range l.rows {
		v := strconv.FormatFloat(dice.NormFloat64(), 'g', 4, 64)
		if dice.IntN(5) == 0 && i > 0 {
			v = "-inf"
		}
		l.logf[strings.Join(row, ", ")] = v
		l.rows[i] = append(row, v)
	}
	dice.Shuffle(len(l.rows), func(i, j int) { l.rows[i], l.rows[j] = l.rows[j], l.rows[i] })
	for _, a := range labels {
		l.values[a] = nil
		for _, row := range l.rows {
			if !slices.Contains(l.values[a], row[a]) {
				l.values[a] = append(l.values[a], row[a])
			}
		}
	}
	return l
}

// written returns rows below the names x0, x1 and so on, and logf. Equal numbers need not be written alike.
func written(axes int, rows [][]string, sign string) string {
	var b strings.Builder
	for a := range axes {
		fmt.Fprint(&b, "x", a, sign)
	}
	b.WriteString("logf\n")
	for i, row := range rows {
		line := strings.Join(row, sign) + "\n"
		if i%2 == 0 {
			line = strings.ReplaceAll(line, "0.5"+sign, "0.50"+sign)
		}
		b.WriteString(line)
	}
	return b.String()
}

// TestRowsOfCells: a table with a row for each cell, in any order, gives a grid whose axes have its values in their
// order. Each cell has the name and the log f of its row. A table that lacks a row, or has one twice, is refused with
// the name of a cell.
func TestRowsOfCells(t *testing.T) {
	dice := rand.New(rand.NewPCG(2, 11))
	for range 200 {
		l := drawList(dice)
		axes := len(l.values)
		data := written(axes, l.rows, []string{",", ";", "\t", " "}[dice.IntN(4)])
		target := must.Have(toys.Read(data, "t.csv"))(t)
		g := target.Grid
		for a, values := range l.values {
			want := grid.Line
			if strings.HasPrefix(values[0], "no") {
				want = grid.Any
			}
			if g.Axes() != axes || g.Len(a) != len(values) || g.Kind(a) != want {
				t.Fatalf("%q gives %v with axes %v, want %v", data, g, g.Kinds(), l.values)
			}
		}
		for x := range g.Size() {
			var values []string
			for a, at := range g.Coords(x) {
				values = append(values, l.values[a][at])
			}
			name := strings.Join(values, ", ")
			v := must.Have(strconv.ParseFloat(l.logf[name], 64))(t)
			if target.LogF[x] != v || g.Wall(x) != math.IsInf(v, -1) || strings.Trim(g.Name(x), "()") != name {
				t.Fatalf("%q: cell %d is %s with %g, want %s with %g", data, x, g.Name(x), target.LogF[x], name, v)
			}
		}
		says := strings.Join(target.Doubts, " ")
		must.Say(t, says, "with a row for each cell", fmt.Sprintf("x0 (%d ", len(l.values[0])), "and log f in logf")
		one := dice.IntN(len(l.rows))
		name := strings.Join(l.rows[one][:axes], ", ")
		if len(l.rows) > 2 {
			lacking := slices.Delete(slices.Clone(l.rows), one, one+1)
			if !grown(l.values, lacking) {
				continue // another table, with a value less
			}
			must.Refuse(toys.Read(written(axes, lacking, ","), "t.csv"))(t, name, "%q lacks %s", data, name)
		}
		twice := append(slices.Clone(l.rows), l.rows[one])
		must.Refuse(toys.Read(written(axes, twice, ","), "t.csv"))(t, name, "%q has %s twice", data, name)
	}
}

// grown reports whether rows still have each value of each axis.
func grown(values [][]string, rows [][]string) bool {
	for a, of := range values {
		for _, v := range of {
			if !slices.ContainsFunc(rows, func(row []string) bool { return row[a] == v }) {
				return false
			}
		}
	}
	return true
}

// TestRowsOfCellsAsPeopleHaveThem: tables give these boxes with this log f, this name of the cell in the middle, and
// these doubts. Rows of a grid stay such.
func TestRowsOfCellsAsPeopleHaveThem(t *testing.T) {
	for _, c := range []struct{ in, want, middle, doubt string }{
		{"x,y,logp|0,0,1|0,1,2|1,0,3|1,1,4", "2x2 [1 2 3 4]", "(1, 0)",
			"x (2 values, 0 to 1), y (2 values, 0 to 1), and log f in logp; above rows of a grid leave the names out"},
		{",x,y,logp|0,0,0,1|1,0,1,2|2,1,0,3|3,1,1,4", "2x2 [1 2 3 4]", "(1, 0)", "with a row for each cell"},
		{",0,1,2|0,0,0,1|1,0,1,2|2,1,0,3|3,1,1,4", "2x2 [1 2 3 4]", "(1, 0)", "with a row for each cell"},
		{`"","x","logp"|"1",0.5,1|"2",-0.5,2|"3",0,3`, "3 [2 3 1]", "0", "x (3 values, -0.5 to 0.5), and"},
		{"# x,y,logp|0,0,1|0,1,2|1,0,3|1,1,4", "2x2 [1 2 3 4]", "(1, 0)", "with a row for each cell"},
		{"x;logp|0,5;1|-1,5;2", "2 [2 1]", "0.5", "read with semicolons between columns and commas in numbers"},
		{"colour,size,logp|red,1,1|blue,1,2|blue,2,3|red,2,4", "2x2 [1 4 2 3]", "(blue, 1)",
			"colour (2 labels, red to blue), size (2 values"},
		{"V1,V2,V3|0,0,1|0,1,2|1,0,3|1,1,4", "2x2 [1 2 3 4]", "(1, 0)", "with a row for each cell"},
		{"x,y,logp|0.1,-0,1|0.1,1,2|0.10,-1,3", "1x3 [3 1 2]", "(0.1, 0)", "x (1 value, 0.1 to 0.1)"},
		{"x,p|0.1234567,1|0.1234568,2", "2 [1 2]", "0.1234568", "x (2 values, 0.1234567 to"},
		{"x,p|-1234567,1|1e6,2|0.30000000000000004,3", "3 [1 3 2]", "0.3", "x (3 values, -1234567 to 1000000)"},
		{"state,logf|\"(0, 1)\",0|b,-inf|c d,1.5", "3 [0 -Inf 1.5]", "b", ""},
		{"state,logf|2,0|1,5", "2 [0 5]", "1", ""},
		{"state,x,logf|2,0,1|1,0,2", "2x1 [1 2]", "(1, 0)", "state (2 labels, 2 to 1)"},
		{"V1,V2,V3|0,0,1|0,1,2|1,0,3|2,1,4", "4x3 [0 0 1 0 1 2 1 0 3 2 1 4]", "(2, 0)", ""},
		{"V1,V2,V3|0,0,1|1,0,2", "2x3 [0 0 1 1 0 2]", "(1, 0)", ""},
		{"0,0,1|0,1,2|1,0,3|1,1,4", "4x3 [0 0 1 0 1 2 1 0 3 1 1 4]", "(2, 0)",
			"read as rows of a grid, but the columns before the last take each combination of their values once"},
	} {
		target := must.Have(toys.Read(strings.ReplaceAll(c.in, "|", "\n"), "t.csv"))(t)
		g := target.Grid
		says := strings.Join(target.Doubts, "; ")
		if fmt.Sprint(g, " ", target.LogF) != c.want || g.Name(g.Size()/2) != c.middle ||
			!strings.Contains(says, c.doubt) || (says == "") != (c.doubt == "") {
			t.Errorf("%s: %v with %v, %s in the middle, and doubts %q", c.in, g, target.LogF, g.Name(g.Size()/2), says)
		}
	}
}

// TestRowsOfCellsRefused: what is refused names both forms of a table, or the place of the fault.
func TestRowsOfCellsRefused(t *testing.T) {
	for in, says := range map[string]string{
		"x,y,logp|0,0,1|0,1,2|1,0,3": "(x, y, logp), so each row is a cell, with log f in the last column, and (1, " +
			"1) has no row; use one row for each combination of the other columns, with -inf for a wall, or leave " +
			"the names out above rows of a grid",
		"x,y,logp|0,0,1|0,1,2|1,0,3|1,1,4|0,1,5":   "and (0, 1) has two, rows 3 and 6; use one row",
		"logp,x,y|1.5,0,0|2.5,0,1|3.5,1,0|4.5,1,1": "(logp, x, y), so each row is a cell",
		"a,b,c,d|1,2,3,4|5,6,7,8":                  "(a, ..., d), so each row is a cell",
		"a,b,c|1,2,3":                              "and there is only one; use one row for each",
		"state,logf|a,1|a,2":                       "and a has two, rows 2 and 3",
		"x,y,logp|0,0,1|0,1,nan":                   "row 3, column logp: found nan; use a finite number or -inf",
		"x,y,logp|0,0,1|0,,2":                      `row 3, column y: found ""; use a value in each row`,
		"x,y,logp|0,0,1|0,inf,2":                   `row 3, column y: found "inf"; use a finite number`,
		"x,y,logp|0,0,1|0,x4,2":                    `row 3, column y: found "x4"; use numbers alone, or words alone`,
		"x,y,logp|0,low,1|0,4,2":                   `row 3, column y: found "4"; use numbers alone, or words alone`,
		"x,y,logp|0,nan,1|0,nan,2":                 `row 2, column y: found "nan"; use a finite number`,
		"state,logf|a,x|b,1":                       `row 2, column logf: "x" is not a number`,
		"state,logf|a,1|b":                         "row 3 has 1 column, and row 1 has 2",
		"x,y,logp|0,0,-inf|0,1,-inf":               "every cell is -inf",
	} {
		must.Refuse(toys.Read(strings.ReplaceAll(in, "|", "\n"), "t.csv"))(t, says, "%s", in)
	}
}

// TestSameCells: an initial density and a function, by rows of cells, must have the cells of the target where both have
// names. The order of the rows is free.
func TestSameCells(t *testing.T) {
	g := must.Have(toys.Read("x,logf\n0,1\n0.5,2\n", "t.csv"))(t).Grid
	for in, says := range map[string]string{
		"x,logf\n0.5,3\n0,4\n": "",
		"x,logf\n0,4\n1,3\n":   "cell 1 is 0.5 of the target",
	} {
		path := must.File(t, "i.csv", in)
		from, err := toys.OpenInitial(path, g)
		of, wrong := toys.OpenFunction(path, g)
		if says == "" {
			must.Do(t, err)
			must.Do(t, wrong)
			must.Each(t, from, []float64{4, 3}, 0, "the initial density")
			must.Each(t, of, []float64{4, 3}, 0, "the function")
			continue
		}
		must.FailAt(t, err, path+": ", says, "%q", in)
		must.FailAt(t, wrong, path+": ", says, "%q", in)
	}
}
