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
		{string(oneLine(asked([]int{3, 0, 12}))), `{"states":[3,0,12]}`},
		{string(oneLine(askedRows([]int{3, 0, 12}))), `{"rows":[3,0,12]}`},
	} {
		if c.got != c.want+"\n" || !json.Valid([]byte(c.got)) || strings.Count(c.got, "[") != 1 {
			t.Errorf("%q, want %q: JSON with one bracket that opens", c.got, c.want)
		}
	}
}

// Answers are read as languages print them, and refused in words that say what would do.
func TestReadAnswers(t *testing.T) {
	cells, logw := make([]int, 3), make([]float64, 3)
	read := map[string]func(in []byte) error{
		"states":  func(in []byte) error { return readStates(in, cells, 12) },
		"forward": func(in []byte) error { return readForward(in, cells, logw, 12) },
		"reverse": func(in []byte) error { return readReverse(in, logw) },
	}
	for _, c := range []struct{ what, in, want string }{
		{"states", "[4,0,11]", "[4 0 11] [0 0 0]"},
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
		{"states", "", `it answered ""; use a line with a JSON array of 3 cell numbers`},
		{"states", "null", `it answered "null"`},
		{"states", "[4,0,11] hello", `it answered "[4,0,11] hello"`},
		{"states", `{"states":[1,2,3]}`, "it answered"},
		{"states", "[4,00,11]", "it answered"},
		{"states", "[4,0,11", "it answered"},
		{"states", "4,0,11]", "it answered"},
		{"states", "[4,,11]", "it answered"},
		{"states", "[4,0]", "it answered 2 numbers to 3 states; use one for each"},
		{"states", "[4,0,1,1]", "it answered 4 numbers to 3 states"},
		{"states", "[4,0,12]", "answer 3 of 3 is 12; use a cell number from 0 to 11"},
		{"states", "[4,-1,1]", "answer 2 of 3 is -1; use a cell number from 0 to 11"},
		{"states", "[4,0,1.5]", `answer 3 of 3 is "1.5"; use a cell number, a whole one from 0 to 11`},
		{"states", `[4,"0",1]`, `answer 2 of 3 is "\"0\""`},
		{"states", "[4,1e300,1]", `answer 2 of 3 is "1e300"`},
		{"forward", "", `it answered ""; use a line with a JSON array of pairs such as [3,-0.5], 3 of them`},
		{"forward", "null", `it answered "null"`},
		{"forward", "[[4,NaN],[0,1],[1,1]]", "JSON has no NaN and no infinity; null is"},
		{"forward", "[[4,1],[0,-Infinity]]", "JSON has no NaN and no infinity; null is"},
		{"forward", "[[4,1],[0,1]]", "it answered 2 runs to a question for 3; use one for each"},
		{"forward", "[4,1,0]", `run 1 of 3 is "4"; use a pair of a cell and log w, as in [3,-0.5]`},
		{"forward", "[[4,1],[0,1],[1,1,1]]", `run 3 of 3 is "[1,1,1]"; use a pair`},
		{"forward", "[[4,1],[0,1],[12,1]]", `run 3 of 3 returned cell "12"; use a whole number from 0 to 11`},
		{"forward", "[[4,1],[-1,1],[1,1]]", `run 2 of 3 returned cell "-1"`},
		{"forward", "[[null,1],[0,1],[1,1]]", `run 1 of 3 returned cell "null"`},
		{"forward", `[[4,"1"],[0,1],[1,1]]`,
			`run 1 of 3 has the log weight "\"1\""; use a number, or null for a weight of 0`},
		{"forward", "[[4,1e999],[0,1],[1,1]]", `run 1 of 3 has the log weight "1e999"`},
		{"reverse", "hello", `it answered "hello"; use a line with a JSON array of log weights, 3 of them, and ` +
			`nothing else`},
		{"reverse", "[1]", "it answered 1 run to a question for 3"},
		{"reverse", "[1,2,nan]", "JSON has no NaN"},
		{"reverse", `[1,2,"x"]`, `run 3 of 3 has the log weight "\"x\""; use a number, or null for one that no ` +
			`forward run has`},
		{"reverse", "[1,2,3][4]", "it answered"},
		{"reverse", "[1,-1e999,3]", `run 2 of 3 has the log weight "-1e999"`},
	} {
		must.Fail(t, read[c.what]([]byte(c.in)), c.says, "%s %q", c.what, c.in)
	}
}

// Whatever a program answers is either runs or one line's error.
func FuzzReadForward(f *testing.F) {
	f.Add("[[1,2],[3,null]]")
	f.Add("[[1.0,1e0],[-0,-1e-300]]")
	f.Add("[[[1\n")
	f.Fuzz(func(t *testing.T, in string) {
		cells, logw := make([]int, 2), make([]float64, 2)
		if err := readForward([]byte(in), cells, logw, 5); err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatal(err)
			}
			return
		}
		for i, x := range cells {
			if x < 0 || x >= 5 || math.IsNaN(logw[i]) || math.IsInf(logw[i], 1) {
				t.Fatalf("%v, want cells from 0 to 4, and %v log weights below +Inf", cells, logw)
			}
		}
	})
}

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
