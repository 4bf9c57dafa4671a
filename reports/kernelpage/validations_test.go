package kernelpage

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/page"
	"breadboard/reports/reporttest"
)

// checked returns a validation of a kernel, with its speed.
func checked(t *testing.T, setting experiments.Setting) validation.Validation {
	t.Helper()
	annealer := must.Have(setting.Annealer())(t)
	s := must.Have(validation.FromAnnealer(t.Context(), annealer, 4))(t)
	v := must.Have(validation.Run(t.Context(), s, nil))(t)
	must.Do(t, v.Measure(t.Context(), nil))
	return v
}

func pageIn(t *testing.T, v validation.Validation) string {
	t.Helper()
	var b bytes.Buffer
	made := page.Made{Command: "breadboard validate --kernel metropolis", Version: "breadboard, commit abc"}
	must.Do(t, pageOf(v, made).Write(&b))
	return b.String()
}

// TestPage: the page stands alone, says the verdict, the laws and how fast the kernel is, and shows its pictures.
func TestPage(t *testing.T) {
	v := checked(t, experiments.Setting{Toy: "barrier", Kernel: "metropolis"})
	page := pageIn(t, v)
	if count := reporttest.SelfContained(t, page); count["svg"] != 1 {
		t.Errorf("%d drawings, want p, and none of nothing", count["svg"])
	}
	must.Golden(t, "testdata/page.golden", reporttest.Prose(page))
}

// TestBrokenLawIsWarned: a broken law is the warning of the page, and the maps of where the kernel is off come first.
func TestBrokenLawIsWarned(t *testing.T) {
	off := lopsided(t)
	var drawn []string
	moves := validation.Validation{Farthest: &validation.WorstLevel{Beta: 0.5, P: []float64{0.4, 0.6}, Moves: 1234,
		Into: []float64{-7, 6}}}
	moves.Candidate.Grid = grid.New(1, 2)
	few := moves
	few.Farthest = &validation.WorstLevel{P: []float64{0.4, 0.6}, Into: []float64{1, -2}}
	for _, p := range slices.Concat(picturesOf(off), picturesOf(moves), picturesOf(few)) {
		drawn = append(drawn, p.Name+", "+p.Alt+" "+reporttest.Words(t, p.Figure)+"\n")
	}
	for i := range off.Laws {
		off.Laws[i].OK = off.Laws[i].Law != laws.Invariance
		off.Laws[i].Value = 0.25
		off.Laws[i].Witness = "in cell 3"
	}
	identity := checked(t, experiments.Setting{Toy: "barrier", Kernel: "identity"})
	pages := pageIn(t, off) + pageIn(t, identity)
	must.Golden(t, "testdata/wrong.golden", strings.Join(drawn, "")+reporttest.Prose(pages))
}

// lopsided returns a validation on a target without symmetry, with more columns than rows, and with a wall in cell 2: a
// map that is turned, mirrored or shifted by a cell differs.
func lopsided(t *testing.T) validation.Validation {
	t.Helper()
	file := must.File(t, "target.csv", "0,1.5,-inf,0.3\n2,-1,0.25,3\n-0.5,0.75,1,-2\n")
	v := checked(t, experiments.Setting{Target: file, Kernel: "metropolis"})
	l := &v.Levels[len(v.Levels)-1]
	for x := range l.Change { // the kernel is off by a visible amount
		l.Change[x] = float64(x)/40 - 0.11
	}
	return v
}
