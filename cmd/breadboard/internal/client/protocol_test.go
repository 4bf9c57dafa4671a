package client

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
)

// The lines are as in cmd/breadboard/doc/kernel.md, byte for byte: clients without a
// JSON library rely on their order and on the one pair of brackets.
func TestLines(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{string(helloLine(1, grid.New(2, 3))), `{"seed":1,"grid":[2,3]}`},
		{string(helloLine(1<<63+5, grid.New(7))), `{"seed":5,"grid":[7]}`},
		{string(aimLine(0.5, []float64{0, -1.25, math.Inf(-1), 1e300, -1e-7})),
			`{"beta":0.5,"logf":[0,-1.25,null,1e+300,-1e-7]}`},
		{string(oneLine(map[string]any{"states": []int{3, 0, 12}})), `{"states":[3,0,12]}`},
	} {
		if c.got != c.want+"\n" || !json.Valid([]byte(c.got)) || strings.Count(c.got, "[") != 1 {
			t.Errorf("%q, want %q: JSON with one bracket that opens", c.got, c.want)
		}
	}
}

// Answers are read as languages print them, and refused in words that name what is wrong and what to use.
func TestReadAnswers(t *testing.T) {
	cells, logw := make([]int, 3), make([]float64, 3)
	p := Program{&client{cells: 12}, make([]float64, 12)}
	read := map[string]func(in []byte) error{
		"states":  func(in []byte) error { return readStates(in, cells, 12) },
		"forward": func(in []byte) error { return p.readForward(in, cells, logw) },
		"reverse": func(in []byte) error { return readReverse(in, logw) },
	}
	for _, c := range []struct{ what, in, want string }{
		{"states", " [ 4, 0.0 ,1.1e1 ]\r", "[4 0 11] [0 0 0]"},
		{"forward", "[[4,-0.5], [ 0.0 ,null],[1.1e1,3]]\r", "[4 0 11] [-0.5 -Inf 3]"},
		{"reverse", "[ -0.5,null ,1e2]", "[0 0 0] [-0.5 +Inf 100]"},
	} {
		clear(cells)
		clear(logw)
		err := read[c.what]([]byte(c.in))
		if got := fmt.Sprint(cells, logw); err != nil || got != c.want {
			t.Errorf("%s %q: %s (%v), want %s", c.what, c.in, got, err, c.want)
		}
	}
	for _, c := range []struct{ what, in, says string }{
		{"states", "", `it answered ""; use a line with a JSON array of 3 cell numbers and nothing else`},
		{"states", "null", `it answered "null"`},
		{"states", "[4,0,11] hello", `it answered "[4,0,11] hello"`},
		{"states", `[4,"0",1]`, "it answered"},
		{"states", "[4,0]", "it answered 2 cell numbers to a question for 3; use one for each"},
		{"states", "[4,0,12]", "answer 3 of 3 is 12; use a cell number, a whole one from 0 to 11"},
		{"states", "[4,-1,1]", "answer 2 of 3 is -1; use a cell number"},
		{"states", "[4,0,1.5]", "answer 3 of 3 is 1.5; use a cell number"},
		{"states", "[null,0,1]", "answer 1 of 3 is null; use a cell number"},
		{"forward", "[[4,NaN],[0,1],[1,1]]", "(JSON has no NaN and no infinity)"},
		{"forward", "[[4,1],[0,-Infinity]]", "[3,null] for a weight of 0"},
		{"forward", "[[4,1],[0,1],[1,1,1]]", "run 3 of 3 has 3 numbers; use a pair"},
		{"forward", "[[4,1],[0,1],[12,1]]", "run 3 of 3 returned cell 12; use a cell number"},
		{"forward", "[[null,1],[0,1],[1,1]]", "run 1 of 3 returned cell null"},
		{"reverse", "[1]", "it answered 1 runs to a question for 3"},
		{"reverse", "[1,-1e999,3]", "it answered"},
	} {
		must.Fail(t, read[c.what]([]byte(c.in)), c.says, "%s %q", c.what, c.in)
	}
}

// Rows are read dense and as pairs, as languages print them, and beside one another.
func TestReadRows(t *testing.T) {
	for in, want := range map[string]string{
		"[[0.5,0.5,0],[0,1,0]]":                     "[0.5 0.5 0 0 1 0]",
		" [ [0.5, 5e-1 ,0.0],[ [1,1] ]]\r":          "[0.5 0.5 0 0 1 0]",
		"[[[1.0,0.25],[0,0.75]],[[0,1],[2,0]]]":     "[0.75 0.25 0 1 0 0]",
		"[[1.2,-0.2,-1e-17],[[2,1e0]]]":             "[1.2 -0.2 -1e-17 0 0 1]", // no probabilities: the laws judge
		"[[1,0,4e-324],[[2,0.3333333333333333]]]\n": "[1 0 5e-324 0 0 0.3333333333333333]",
	} {
		rows := make([]float64, 6)
		err := readRows([]byte(in), []int{4, 7}, rows)
		if got := fmt.Sprint(rows); err != nil || got != want {
			t.Errorf("%q: %s (%v), want %s", in, got, err, want)
		}
	}
	for in, says := range map[string]string{
		"":                            `it answered ""; use a line with a JSON array of 2 rows and nothing else`,
		"null":                        `it answered "null"`,
		"[[1,0,0],[NaN,0,1]]":         "JSON has no NaN and no infinity",
		"[[1,0,0]]":                   "it answered 1 rows to a question for 2; use one for each",
		"[4,7]":                       `row 1 of 2, of cell 4, is "4"; use 3 numbers, one for each cell, or pairs`,
		"[[1,0,0],null]":              "row 2 of 2, of cell 7, has null in place of a probability; use 3 numbers",
		`[[1,0,0],["1",0,0]]`:         `row 2 of 2, of cell 7, is "[\"1\",0,0]"`,
		"[[1,0,0],[1,0]]":             "row 2 of 2, of cell 7, has 2 numbers; use 3 numbers, one for each cell, or",
		"[[],[1,0,0]]":                "row 1 of 2, of cell 4, has 0 numbers",
		"[[1,null,0],[1,0,0]]":        "row 1 of 2, of cell 4, has null",
		"[[[0,1]],[[0,1,2]]]":         "row 2 of 2, of cell 7, has a pair that is no cell and probability",
		"[[[0,1]],[[0]]]":             "has a pair that is no cell and probability",
		"[[[0,1]],[[0,null]]]":        "row 2 of 2, of cell 7, has null",
		"[[[0,1]],[[3,1]]]":           "has a probability of cell 3; use a cell number, a whole one from 0 to 2",
		"[[[0,1]],[[-1,1]]]":          "has a probability of cell -1",
		"[[[0,1]],[[0.5,1]]]":         "has a probability of cell 0.5",
		"[[[0,1]],[[0,0.5],[0,0.5]]]": "has cell 0 twice",
		"[[1e999,0,0],[1,0,0]]":       `row 1 of 2, of cell 4, is "[1e999,0,0]"`,
		"[[1,0,0],[1,0,0]] and more":  "and nothing else",
	} {
		must.Fail(t, readRows([]byte(in), []int{4, 7}, make([]float64, 6)), says, "%q", in)
	}
}

// On many cells there are several questions, and each row is in its place.
func TestRowsOfManyCells(t *testing.T) {
	const n = 400
	const stays = `sed -un 's/.*"rows":\[\(.*\)]}/\1/; t rows; d; : rows; s/[0-9]\+/[[&,1]]/g; s/.*/[&]/p'`
	r := must.Have(StartKernel(t.Context(), stays, testWait, 1, grid.New(n)))(t)
	must.Do(t, r.Aim(t.Context(), 1, make([]float64, n)))
	cells := make([]int, n)
	for i := range cells {
		cells[i] = (i + 7) % n
	}
	rows := must.Have(r.Rows(t.Context(), cells))(t)
	for i, x := range cells {
		if row := rows[i*n:][:n]; row[x] != 1 || slices.Max(row[:x+1]) != 1 || row[(x+1)%n] != 0 {
			t.Fatalf("row %d is not that of cell %d", i, x)
		}
	}
	must.Do(t, r.Close())
}

// TestSplitWords cuts as a shell does, quotes and escapes alone.
func TestSplitWords(t *testing.T) {
	for in, want := range map[string][]string{
		"python3 my.py":                     {"python3", "my.py"},
		"  a\t b\n":                         {"a", "b"},
		`'my kernel' --name "a b" c\ d`:     {"my kernel", "--name", "a b", "c d"},
		`a"b"'c'`:                           {"abc"},
		`"" ''`:                             {"", ""},
		`"a\"b\\c\d" '\'`:                   {`a"b\c\d`, `\`},
		`sh -c 'echo $HOME > x; cat | tee'`: {"sh", "-c", "echo $HOME > x; cat | tee"},
		`a\`:                                {`a\`},
		"käse ü":                            {"käse", "ü"},
	} {
		if got, err := splitWords(in); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q (%v), want %q", in, got, err, want)
		}
	}
	for in, says := range map[string]string{
		"":       "no program",
		" \t":    "no program",
		"a 'b":   "a quote does not end",
		`a "b\"`: "a quote does not end",
	} {
		must.Refuse(splitWords(in))(t, says, "%q", in)
	}
}
