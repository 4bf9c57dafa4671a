package client

import (
	"math"
	"testing"

	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/grid/must"
	"breadboard/grid/text"
)

// FuzzAnswers: any line is an answer to each question, of cells that there are, or is refused in a line.
func FuzzAnswers(f *testing.F) {
	for _, line := range []string{"", "null", "[]", "[0,1.0,2e0]", "[[0,-0.5],[1,null],[2,0]]", "[0.5,null,1]",
		"[null,1e999]",
		"[[[],[],0],[[[0.5,0.5]],[1],2],[[[\"<\",0.2,0.8,\"@a\"]],[0],\"an error\"]]",
		"[[[],[],[0,1]],[[],[],[2,null]],[[],[],[3,0]]]", "[[0.5,0.5,0],[[1,1]],[[0,0.5,0.75],[2,0.5]]]",
		"[[],[],[]]", "[[[]],[[]],[[]]]", "[null,null,null]", `"it is secret"`, "[[1,0,0],[NaN,0,1],0]", "{}"} {
		f.Add(line)
	}
	p := Program{&client{cells: 3}, []float64{0, 1, math.Inf(-1)}}
	f.Fuzz(func(t *testing.T, line string) {
		answer := []byte(line)
		refusal(answer, step, "it tells no rows")
		cells, logw := make([]int, 3), make([]float64, 3)
		must.Sentence(t, readStates(answer, cells, 3), "")
		must.Sentence(t, p.readForward(answer, cells, logw), "")
		must.Sentence(t, readReverse(answer, logw), "")
		for _, x := range cells {
			if x < 0 || x > 2 {
				t.Errorf("a state is %d", x)
			}
		}
		steps, err := readRuns(answer, make([]enumerate.Run[int], 3), Kernel{client: p.client}.endOfRun)
		must.Sentence(t, err, "")
		for _, r := range steps {
			if len(r.Choices) != len(r.Outcomes) || r.End < 0 || r.End > 2 {
				t.Errorf("a run is %+v", r)
			}
		}
		runs, err := readRuns(answer, make([]enumerate.Run[outside.End], 3), p.endOfRun)
		must.Sentence(t, err, "")
		for _, r := range runs {
			if r.Failed == "" && (r.End.Cell < 0 || r.End.Cell > 2 || math.IsNaN(r.End.LogW)) {
				t.Errorf("a run of a program is %+v", r)
			}
		}
		r := rows{n: 3, p: make([]float64, 9)}
		err = r.read(answer, []int{0, 1, 2}, 0)
		must.Sentence(t, err, "")
		for _, q := range r.q {
			if err == nil && (q < -1e-6 || q > 1+1e-6) {
				t.Errorf("a proposal has the probability %v", q)
			}
		}
	})
}

// FuzzSplitWords: any command line has words, or is refused in a line.
func FuzzSplitWords(f *testing.F) {
	for _, line := range []string{"", "python3 mine.py", "'a b' \"c\\\"d\" e\\ f", "'a", "\\", "\"\\"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words, err := splitWords(line)
		must.Sentence(t, err, "")
		if err == nil && len(words) == 0 {
			t.Error("no words, and no error")
		}
		must.Sentence(t, &Fault{line, errGone}, text.OneLine(line)+": ")
	})
}
