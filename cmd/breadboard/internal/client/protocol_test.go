package client

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
)

// The lines are as in cmd/breadboard/clients/README.md, byte for byte: clients without a
// JSON library rely on their order and on the one pair of brackets.
func TestLines(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{string(helloLine(1, grid.New(2, 3))), `{"seed":1,"grid":[2,3]}`},
		{string(helloLine(1<<63+5, grid.New(7))), `{"seed":5,"grid":[7]}`},
		{string(aimLine(0.5, []float64{0, -1.25, math.Inf(-1), 1e300, -1e-7})),
			`{"beta":0.5,"logf":[0,-1.25,null,1e+300,-1e-7]}`},
		{string(moveLine([]int{3, 0, 12})), `{"states":[3,0,12]}`},
	} {
		if c.got != c.want+"\n" {
			t.Errorf("%q, want %q", c.got, c.want)
		}
		if !json.Valid([]byte(c.got)) {
			t.Errorf("%q is no JSON", c.got)
		}
		if n := strings.Count(c.got, "["); n != 1 {
			t.Errorf("%q has %d brackets that open, want 1", c.got, n)
		}
		if want := "]}\n"; !strings.HasSuffix(c.got, want) {
			t.Errorf("%q does not end in %q", c.got, want)
		}
	}
}

func TestReadStates(t *testing.T) {
	next := make([]int, 3)
	for _, in := range []string{"[4,0,11]", " [ 4, 0.0 ,1.1e1 ]\r"} {
		if err := readStates([]byte(in), next, 12); err != nil {
			t.Errorf("%q: %v", in, err)
		}
		if want := []int{4, 0, 11}; !slices.Equal(next, want) {
			t.Errorf("%q: %v, want %v", in, next, want)
		}
	}
	for in, says := range map[string]string{
		"":                   `it answered ""; a line with a JSON array of 3 cell numbers`,
		"null":               `it answered "null"`,
		"4 0 11":             `it answered "4 0 11"`,
		"[4,0,11] hello":     `it answered "[4,0,11] hello"`,
		`{"states":[1,2,3]}`: "it answered",
		"[4,0]":              "it answered 2 numbers to 3 states; one for each would do",
		"[]":                 "it answered 0 numbers to 3 states",
		"[4,0,1,1]":          "it answered 4 numbers to 3 states",
		"[4,0,12]":           "answer 3 of 3 is 12; a cell number from 0 to 11 would do",
		"[4,-1,1]":           "answer 2 of 3 is -1; a cell number from 0 to 11",
		"[4,0,1.5]":          `answer 3 of 3 is "1.5"; a cell number, a whole one from 0 to 11`,
		"[4,null,1]":         `answer 2 of 3 is "null"`,
		`[4,"0",1]`:          `answer 2 of 3 is "\"0\""`,
		"[4,1e300,1]":        `answer 2 of 3 is "1e300"`,
		"[4,[0],1]":          `answer 2 of 3 is "[0]"`,
	} {
		if err := readStates([]byte(in), next, 12); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", in, err, says)
		}
	}
}

func TestReadForward(t *testing.T) {
	cells, logw := make([]int, 3), make([]float64, 3)
	if err := readForward([]byte("[[4,-0.5], [ 0.0 ,null],[1.1e1,3]]\r"), cells, logw, 12); err != nil {
		t.Fatal(err)
	}
	if want := []int{4, 0, 11}; !slices.Equal(cells, want) {
		t.Errorf("cells %v, want %v", cells, want)
	}
	if want := []float64{-0.5, math.Inf(-1), 3}; !slices.Equal(logw, want) {
		t.Errorf("log weights %v, want %v", logw, want)
	}
	for in, says := range map[string]string{
		"":                          `it answered ""; a line with a JSON array of pairs such as [3,-0.5], 3 of them`,
		"null":                      `it answered "null"`,
		"4 -0.5":                    `it answered "4 -0.5"`,
		"[[4,NaN],[0,1],[1,1]]":     "JSON has no NaN and no infinity; null is",
		"[[4,1],[0,-Infinity]]":     "JSON has no NaN and no infinity; null is",
		"[[4,1],[0,1]]":             "it answered 2 runs to a question for 3; one for each would do",
		"[]":                        "it answered 0 runs to a question for 3",
		"[[4,1],[0,1],[1,1],[1,1]]": "it answered 4 runs to a question for 3",
		"[4,1,0]":                   `run 1 of 3 is "4"; a pair of a cell and log w, as in [3,-0.5], would do`,
		"[[4,1],[0],[1,1]]":         `run 2 of 3 is "[0]"; a pair`,
		"[[4,1],[0,1],[1,1,1]]":     `run 3 of 3 is "[1,1,1]"; a pair`,
		"[[4,1],[0,1],[12,1]]":      `run 3 of 3 returned cell "12"; a whole number from 0 to 11 would do`,
		"[[4,1],[-1,1],[1,1]]":      `run 2 of 3 returned cell "-1"`,
		"[[1.5,1],[0,1],[1,1]]":     `run 1 of 3 returned cell "1.5"`,
		"[[null,1],[0,1],[1,1]]":    `run 1 of 3 returned cell "null"`,
		`[[4,"1"],[0,1],[1,1]]`:     `run 1 of 3 has the log weight "\"1\""; a number, or null for a weight of 0, would do`,
		"[[4,1e999],[0,1],[1,1]]":   `run 1 of 3 has the log weight "1e999"`,
		"[[4,[1]],[0,1],[1,1]]":     `run 1 of 3 has the log weight "[1]"`,
	} {
		if err := readForward([]byte(in), cells, logw, 12); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", in, err, says)
		}
	}
}

func TestReadReverse(t *testing.T) {
	logw := make([]float64, 3)
	if err := readReverse([]byte("[ -0.5,null ,1e2]"), logw); err != nil {
		t.Fatal(err)
	}
	if want := []float64{-0.5, math.Inf(1), 100}; !slices.Equal(logw, want) {
		t.Errorf("log weights %v, want %v", logw, want)
	}
	for in, says := range map[string]string{
		"hello":         `it answered "hello"; a line with a JSON array of log weights, 3 of them, and nothing else`,
		"[1,2]":         "it answered 2 runs to a question for 3; one for each would do",
		"[1]":           "it answered 1 run to a question for 3",
		"[1,2,nan]":     "JSON has no NaN",
		`[1,2,"x"]`:     `run 3 of 3 has the log weight "\"x\""; a number, or null for one that no forward run has`,
		"[1,[2,3],4]":   `run 2 of 3 has the log weight "[2,3]"`,
		"[1,2,3][4]":    "it answered",
		`{"logw":[1]}`:  "it answered",
		"[1,-1e999,3]":  `run 2 of 3 has the log weight "-1e999"`,
		"[true,1,null]": `run 1 of 3 has the log weight "true"`,
	} {
		if err := readReverse([]byte(in), logw); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", in, err, says)
		}
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
			if x < 0 || x >= 5 {
				t.Fatalf("%v, want cells from 0 to 4", cells)
			}
			if math.IsNaN(logw[i]) || math.IsInf(logw[i], 1) {
				t.Fatalf("%v, want log weights below +Inf", logw)
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
		got, err := splitWords(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", in, diff)
		}
	}
	for in, says := range map[string]string{
		"":       "no program",
		" \t":    "no program",
		"a 'b":   "a quote does not end",
		`a "b\"`: "a quote does not end",
	} {
		if got, err := splitWords(in); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %q and error %v, want one with %q", in, got, err, says)
		}
	}
}
