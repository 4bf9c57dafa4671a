package client

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
)

// TestLines: the lines are as in cmd/breadboard/doc/kernel.md, byte for byte. Clients without a JSON library rely on
// their order and on the one pair of brackets.
func TestLines(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{string(helloLine(1<<63+5, grid.New(2, 3))), `{"seed":5,"grid":[2,3]}`},
		{string(aimLine(0.5, []float64{0, -1.25, math.Inf(-1), 1e300, -1e-7})),
			`{"beta":0.5,"logf":[0,-1.25,null,1e+300,-1e-7]}`},
	} {
		if c.got != c.want+"\n" || !json.Valid([]byte(c.got)) || strings.Count(c.got, "[") != 1 {
			t.Errorf("%q, want %q: JSON with one bracket that opens", c.got, c.want)
		}
	}
}

// answered holds answers of each kind, as languages print them, and what is read: three items of 12 cells or two rows
// of 3. A result that begins with a space is a refusal.
var answered = []struct{ kind, answer, want string }{
	{"states", " [ 4, 0.0 ,1.1e1 ]\r", "[4 0 11] [0 0 0]"},
	{"states", "", ` it answered ""; use a line with a JSON array of 3 cell numbers and nothing else`},
	{"states", "null", ` it answered "null"`},
	{"states", "[4,0,11] hello", ` it answered "[4,0,11] hello"`},
	{"states", "[4,0]", " it answered 2 cell numbers to a question for 3; use one for each"},
	{"states", "[4,0,12]", " answer 3 of 3 is 12; use a cell number, a whole one from 0 to 11"},
	{"states", "[4,-1,1]", " answer 2 of 3 is -1; use a cell number"},
	{"states", "[4,0,1.5]", " answer 3 of 3 is 1.5; use a cell number"},
	{"states", "[null,0,1]", " answer 1 of 3 is null; use a cell number"},
	{"forward", "[[4,-0.5], [ 0.0 ,null],[1.1e1,3]]\r", "[4 0 11] [-0.5 -Inf 3]"},
	{"forward", "[[4,NaN],[0,1],[1,1]]", " (JSON has no NaN and no infinity)"},
	{"forward", "[[4,1],[0,-Infinity]]", " [3,null] for a weight of 0"},
	{"forward", "[[4,1],[0,1],[1,1,1]]", " run 3 of 3 has 3 numbers; use a pair"},
	{"forward", "[[4,1],[0,1],[12,1]]", " run 3 of 3 returned cell 12; use a cell number"},
	{"forward", "[[4,1],[5,1.5],[0,1]]", " run 2 of 3 returned cell 5, which has no mass under the target, with " +
		"log w = 1.5; use null"},
	{"reverse", "[ -0.5,null ,1e2]", "[0 0 0] [-0.5 +Inf 100]"},
	{"reverse", "[1]", " it answered 1 runs to a question for 3"},
	{"ahead", "[[4,-0.5,0.25], [ 0.0 ,null,5e-1],[4,1,0.25]]\r", "[{4 -0.5 0.25} {0 -Inf 0.5} {4 1 0.25}]"},
	{"ahead", "[[4,1,0.5],[0,1,NaN]]", " use a line with a JSON array of ways, as in [[3,-0.5"},
	{"ahead", "[[4,1,0.5],[0,1]]", " way 2 of 2 forward has no probability; use a list of a cell, log w and"},
	{"ahead", "[[4,1,0.5],[0,1,null]]", " way 2 of 2 forward has no"},
	{"ahead", "[[4,1,0.5],[12,1,0.5]]", " way 2 of 2 forward returned cell 12; use a cell number"},
	{"ahead", "[[5,1,1]]", " way 1 of 1 forward returned cell 5, which has no mass under the target, with log w = 1; "},
	{"ahead", "[[4,1,0.5],[0,1,0.499999998]]", " the probabilities of its ways forward sum to 0.999999998; use a list"},
	{"ahead", "[[4,1,1.5],[0,1,-0.5]]", " way 2 of 2 forward has no probability; use"},
	{"ahead", "[]", " ways forward sum to 0;"},
	{"back", "[[[1,0.5],[null,0.5]],[[-2,1]]]", "[[{4 1 0.5} {4 +Inf 0.5}] [{7 -2 1}]]"},
	{"back", "[[[1,1]]]", " it answered 1 lists of ways to a question for 2; use one for each"},
	{"back", "[[[1,1]],[[1,0.5],[1]]]", " way 2 of 2 from cell 7 has no probability; use a pair"},
	{"back", "[[[1,1]],[[1,0.5]]]", " the probabilities of its ways from cell 7 sum to 0.5; use a pair"},
	{"rows", " [ [0.5, 5e-1 ,0.0],[ [1,1] ]]\r", "[0.5 0.5 0 0 1 0]"},
	{"rows", "[[[0,0.5],[2,0.5,0.75]],[0,0,1]]", "[0.5 0 0.5 0 0 1] [NaN NaN 0.75 NaN NaN NaN]"},
	{"rows", "[[1.2,-0.2,-1e-17],[[2,1e0]]]", "[1.2 -0.2 -1e-17 0 0 1]"}, // no probabilities: the laws judge
	{"rows", "[[[1.0,0.25],[0,0.75]],[[0,1],[2,0]]]", "[0.75 0.25 0 1 0 0]"},
	{"rows", "[[1,0,0]]", " it answered 1 rows to a question for 2; use one for each"},
	{"rows", "[[1,0,0],[NaN,0,1]]", " JSON has no NaN and no infinity"},
	{"rows", "[4,7]", ` row 1 of 2, of cell 4, is "4"; use 3 numbers, one for each cell, or pairs`},
	{"rows", "[[1,0,0],null]", " row 2 of 2, of cell 7, has null in place of a probability; use 3 numbers"},
	{"rows", "[[1,0,0],[1,0]]", " row 2 of 2, of cell 7, has 2 numbers; use 3 numbers, one for each cell, or"},
	{"rows", "[[[0,1]],[[0,1,2,3]]]", " row 2 of 2, of cell 7, has a list that is no cell and probability"},
	{"rows", "[[[0,1]],[[3,1]]]", " has a probability of cell 3; use a cell number, a whole one from 0 to 2"},
	{"rows", "[[[0,1]],[[0,0.5],[0,0.5]]]", " has cell 0 twice"},
	{"rows", "[[1,0,0],[1,0,0]] and more", " and nothing else"},
}

// TestAnswers: answers are read as languages print them, or refused in words that name what is wrong and what to use.
func TestAnswers(t *testing.T) {
	target := make([]float64, 12)
	target[5] = math.Inf(-1)
	p := Program{&client{cells: 12}, target}
	for _, c := range answered {
		cells := make([]int, 3)
		logw := make([]float64, 3)
		r := rows{n: 3, p: make([]float64, 6)}
		ways := ""
		readers := map[string]func([]byte) error{
			"states":  func(answer []byte) error { return readStates(answer, cells, 12) },
			"forward": func(answer []byte) error { return p.readForward(answer, cells, logw) },
			"reverse": func(answer []byte) error { return readReverse(answer, logw) },
			"ahead": func(answer []byte) error {
				all, err := p.readAhead(answer)
				ways = fmt.Sprint(all)
				return err
			},
			"back": func(answer []byte) error {
				all, err := p.readBack(answer, []int{4, 7})
				ways = fmt.Sprint(all)
				return err
			},
			"rows": func(answer []byte) error { return r.read(answer, []int{4, 7}, 0) },
		}
		err := readers[c.kind]([]byte(c.answer))
		if says, isRefused := strings.CutPrefix(c.want, " "); isRefused {
			must.Fail(t, err, says, "%s %q", c.kind, c.answer)
			continue
		}
		got := cmp.Or(ways, fmt.Sprint(cells, logw))
		if c.kind == "rows" {
			got = fmt.Sprint(r.p)
			if r.q != nil {
				got += fmt.Sprint(" ", r.q)
			}
		}
		if err != nil || got != c.want {
			t.Errorf("%s %q: %s (%v), want %s", c.kind, c.answer, got, err, c.want)
		}
	}
}

// TestRowsOfManyCells: on many cells there are several questions, and each row is in its place.
func TestRowsOfManyCells(t *testing.T) {
	const n = 400
	const stays = `sed -un 's/.*"rows":\[\(.*\)]}/\1/; t rows; d; : rows; s/[0-9]\+/[[&,1]]/g; s/.*/[&]/p'`
	r := must.Have(StartKernel(t.Context(), stays, testWait, 1, grid.New(n)))(t)
	must.Do(t, r.Aim(t.Context(), 1, make([]float64, n)))
	cells := make([]int, n)
	for i := range cells {
		cells[i] = (i + 7) % n
	}
	rows, q, err := r.Rows(t.Context(), cells)
	if err != nil || q != nil {
		t.Fatal(q, err)
	}
	for i, x := range cells {
		if row := rows[i*n:][:n]; row[x] != 1 || slices.Max(row[:x+1]) != 1 || row[(x+1)%n] != 0 {
			t.Fatalf("row %d is not that of cell %d", i, x)
		}
	}
	must.Do(t, r.Close())
}

// TestSplitWords: a command line is cut as a shell does it, with quotes and escapes alone.
func TestSplitWords(t *testing.T) {
	for in, want := range map[string][]string{
		`'my kernel' --name "a b" c\ d`:     {"my kernel", "--name", "a b", "c d"},
		`a"b"'c' "" ''`:                     {"abc", "", ""},
		`"a\"b\\c\d" '\'`:                   {`a"b\c\d`, `\`},
		`sh -c 'echo $HOME > x; cat | tee'`: {"sh", "-c", "echo $HOME > x; cat | tee"},
	} {
		if got, err := splitWords(in); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q (%v), want %q", in, got, err, want)
		}
	}
	for in, says := range map[string]string{" \t": "it is empty", "a 'b": "a quote does not end"} {
		must.Refuse(splitWords(in))(t, says, "%q", in)
	}
}
