package client

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

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

// Whatever a program answers is either states of the grid or one line's error.
func FuzzReadStates(f *testing.F) {
	f.Add("[1,2,3]")
	f.Add("[1.0,1e0,-0]")
	f.Add("[[1]\n")
	f.Fuzz(func(t *testing.T, in string) {
		next := make([]int, 3)
		if err := readStates([]byte(in), next, 5); err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatal(err)
			}
			return
		}
		for _, y := range next {
			if y < 0 || y >= 5 {
				t.Fatalf("%v, want cells from 0 to 4", next)
			}
		}
	})
}
