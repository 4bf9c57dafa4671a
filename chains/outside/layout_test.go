package outside

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
)

// A slow reader is the definition of a table of moves, in plain steps: split the lines, look at the first. It shares
// nothing with the reader.
type slow struct {
	lens  []int // of the axes
	table [][]string
	names map[string]int // the place of each name; empty without a line of names
	moves [][2]int
}

// slowMoves returns the moves of a table; ok is false if it is to be refused.
func slowMoves(in string, lens []int) (moves [][2]int, ok bool) {
	s := slow{lens: lens, names: map[string]int{}}
	gap := false
	for line := range strings.SplitSeq(strings.TrimRight(in, "\n"), "\n") {
		if line == "" {
			gap = len(s.table) > 0
			continue
		}
		s.table = append(s.table, strings.Split(line, ","))
	}
	if s.table == nil {
		return nil, false
	}
	for _, row := range s.table {
		if len(row) != len(s.table[0]) || gap && len(row) == 1 {
			return nil, false
		}
	}
	first := strings.TrimLeft(strings.Join(s.table[0], ""), " ")
	if first == "" || strings.Contains("0123456789+-", first[:1]) || strings.HasPrefix(first, "NaN") {
		ok = s.bare()
	} else {
		ok = s.headed()
	}
	return s.moves, ok && len(s.moves) > 0
}

// bare reads a table without names.
func (s *slow) bare() bool {
	switch n := len(s.table[0]); {
	case n == 1:
		return s.follow(0, -1, -1)
	case n == 2:
		return s.pairs([]int{0}, []int{1}, []int{s.cells()})
	case n == 2*len(s.lens):
		var from, to []int
		for a := range s.lens {
			from, to = append(from, a), append(to, len(s.lens)+a)
		}
		return s.pairs(from, to, s.lens)
	}
	return false
}

func (s *slow) cells() int {
	n := 1
	for _, l := range s.lens {
		n *= l
	}
	return n
}

// said are all names that say where a chain is.
var said = strings.Fields("from to state cell row col from_row from_col to_row to_col state_row state_col x_row " +
	"x_col from_0 from_1 from_2 from_3 to_0 to_1 to_2 to_3 state_0 state_1 x_0 x_1 x_2 cell_0 to_10")

// headed reads a table with names.
func (s *slow) headed() bool {
	var say, others []string
	chainlike := false
	for i, name := range s.table[0] {
		name = strings.Trim(name, `" `)
		at, twice := s.names[name]
		known := slices.Contains(said, strings.ToLower(name))
		switch {
		case known || name == "chain" || name == "draw":
			if twice && at >= 0 {
				return false
			}
			if known {
				say = append(say, name)
			}
		case name != "":
			others = append(others, name)
			chainlike = chainlike || strings.Contains(strings.ToLower(name), "chain")
		}
		s.names[name] = i
	}
	s.table = s.table[1:]
	slices.Sort(say)
	at := func(names ...string) (places []int) {
		for _, name := range names {
			places = append(places, s.names[name])
		}
		return places
	}
	var axes, from, to []string
	for a := range s.lens {
		from, to = append(from, fmt.Sprintf("from_%d", a)), append(to, fmt.Sprintf("to_%d", a))
	}
	axes = slices.Concat(from, to)
	slices.Sort(axes)
	_, weighted := s.names["log_w"]
	_, directed := s.names["direction"]
	switch set := strings.Join(say, " "); {
	case set == "from to":
		return s.pairs(at("from"), at("to"), []int{s.cells()})
	case set == strings.Join(axes, " "):
		return s.pairs(at(from...), at(to...), s.lens)
	case set == "from_col from_row to_col to_row" && len(s.lens) == 2:
		return s.pairs(at("from_row", "from_col"), at("to_row", "to_col"), s.lens)
	case set == "state" || set == "cell":
		return !weighted && !directed && !chainlike && s.chains(set)
	case set == "" && len(others) == 1:
		return s.chains(others[0])
	}
	return false
}

func (s *slow) chains(states string) bool {
	chain, draw := -1, -1
	if at, ok := s.names["chain"]; ok {
		chain = at
	}
	if at, ok := s.names["draw"]; ok {
		draw = at
	}
	return s.follow(s.names[states], chain, draw)
}

// whole reads a whole number from 0 up to below most.
func whole(field string, most int) (n int, ok bool) {
	field = strings.Trim(strings.TrimSpace(field), `"`)
	if field == "" || len(field) > 9 {
		return 0, false
	}
	for _, digit := range field {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		n = 10*n + int(digit-'0')
	}
	return n, n < most
}

// pairs reads moves from columns that give a cell, axis by axis.
func (s *slow) pairs(from, to, lens []int) bool {
	for _, row := range s.table {
		var move [2]int
		for end, places := range [][]int{from, to} {
			for a, at := range places {
				v, ok := whole(row[at], lens[a])
				if !ok {
					return false
				}
				move[end] = move[end]*lens[a] + v
			}
		}
		s.moves = append(s.moves, move)
	}
	return true
}

// follow reads states, and looks back for the one before it in the same chain.
func (s *slow) follow(state, chain, draw int) bool {
	for i, row := range s.table {
		x, ok := whole(row[state], s.cells())
		for _, at := range []int{chain, draw} {
			if at >= 0 {
				_, good := whole(row[at], 1<<20)
				ok = ok && good
			}
		}
		if !ok {
			return false
		}
		for j := i - 1; j >= 0; j-- {
			before := s.table[j]
			if chain >= 0 && before[chain] != row[chain] {
				continue
			}
			if draw >= 0 {
				now, _ := whole(row[draw], 1<<20)
				if last, _ := whole(before[draw], 1<<20); now != last+1 {
					return false
				}
			}
			y, _ := whole(before[state], s.cells())
			s.moves = append(s.moves, [2]int{y, x})
			break
		}
	}
	return true
}

// headers are columns as they stand side by side in files of moves, sound ones and others.
var headers = []string{"from,to", "to,from", "state", "cell", "chain,state", "chain,draw,state", "draw,cell", "x",
	",x", `"",from,to`, `"",state`, "from_row,from_col,to_row,to_col", "from_0,from_1,to_0,to_1", "from_0,to_0",
	"from_0,from_1,from_2,to_0,to_1,to_2", "note,from,to", "log_w,state", "state,cell", "from,to,state",
	"row,col", "state,x_0,x_1", ".chain,state", "state,from_row", "From,To", "x_0", "from", "chain,draw"}

// faults are what may be wrong with the rows of a table: nothing; a row that is longer, or shorter; a number that is
// none, or a cell too many; a row's name to which no column's belongs; an empty line.
var faults = []func(rows []string){
	func([]string) {},
	func(rows []string) { rows[len(rows)-1] += ",0" },
	func(rows []string) { rows[1] = rows[1][:max(0, strings.LastIndex(rows[1], ","))] },
	func(rows []string) { rows[0] = "1_0" + rows[0][1:] },
	func(rows []string) { rows[0] = "+" + rows[0][1:] },
	func(rows []string) { rows[1] = "NaN" + rows[1][1:] },
	func(rows []string) { rows[2] = "1.0" + rows[2][1:] },
	func(rows []string) { rows[2] = rows[2][:len(rows[2])-1] + "9" },
	func(rows []string) {
		for i := range rows {
			rows[i] = fmt.Sprint(i, ",", rows[i])
		}
	},
	func(rows []string) { rows[1] += "\n" },
}

// aTable is a table of three rows, whose cells are of the first two, with one thing wrong. Draws go up, or not.
func aTable(random *rand.Rand, header string, width int, fault func(rows []string)) string {
	rows := make([]string, 3)
	names := strings.Split(header, ",")
	for i := range rows {
		var row []string
		for at := range width {
			v := random.IntN(2)
			if header != "" && names[at] == "draw" && random.IntN(4) > 0 {
				v = i
			}
			row = append(row, fmt.Sprint(v))
		}
		rows[i] = strings.Join(row, ",")
	}
	fault(rows)
	if header != "" {
		rows = slices.Insert(rows, 0, header)
	}
	return strings.Join(rows, "\n") + "\n"
}

// A table of moves is read as the slow reader reads it, or refused by both; a refusal is one sentence with what would
// do. The tables have every header, alone and with every name beside it, and every fault.
func TestTablesOfMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tables, refusals := 0, 0
	more := []string{"", ",", ",note", ",log_w", ",direction", ",chain", ",draw", ",Chain_2"}
	for _, name := range said {
		more = append(more, ","+name)
	}
	for _, lens := range [][]int{{2, 3}, {6}, {2, 2, 2}} {
		g := grid.New(lens...)
		for _, fault := range faults {
			judge := func(in string) {
				want, ok := slowMoves(in, lens)
				got, err := csvMoves(in, g)
				switch {
				case ok && (err != nil || !cmp.Equal(got, want)):
					t.Errorf("on %v\n%sis %v, and the error %v; want %v", g, in, got, err, want)
				case !ok && err == nil && got != nil:
					t.Errorf("on %v\n%sread as %v", g, in, got)
				case err != nil && (!strings.HasPrefix(err.Error(), "m.csv: ") || !strings.Contains(err.Error(), " would do")):
					t.Errorf("on %v\n%sthe error is %v", g, in, err)
				}
				if tables++; !ok {
					refusals++
				}
			}
			for _, header := range headers {
				for _, name := range more {
					judge(aTable(random, header+name, 1+strings.Count(header+name, ","), fault))
				}
			}
			for width := 1; width < 8; width++ {
				judge(aTable(random, "", width, fault))
			}
			if t.Failed() {
				return
			}
		}
	}
	if refusals < tables/2 || tables-refusals < 500 {
		t.Errorf("%d of %d tables are refused, want many of both", refusals, tables)
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
		got, err := readMovesCSV(strings.NewReader(in), "m.csv", box, func(x, y int) {})
		if err != nil || got != want {
			t.Errorf("%q looks headed: %v, and the error %v; want %v", in, got, err, want)
		}
	}
	got, err := readMovesCSV(strings.NewReader("0,1,2,3\n0,0,1,1\n1,1,2,3\n"), "m.csv", grid.New(4, 4), func(x, y int) {})
	if err != nil || !got {
		t.Errorf("four columns look headed: %v, and the error %v", got, err)
	}
}
