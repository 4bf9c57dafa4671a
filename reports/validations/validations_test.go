package validations

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/figure"
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
	for _, p := range picturesOf(off) {
		drawn = append(drawn, p.Name+", "+p.Alt+" "+reporttest.Words(t, p.Figure)+"\n")
	}
	identity := pageIn(t, checked(t, experiments.Setting{Toy: "barrier", Kernel: "identity"}))
	must.Golden(t, "testdata/wrong.golden", strings.Join(drawn, "")+reporttest.Prose(identity))
	for i := range off.Laws {
		off.Laws[i].OK = off.Laws[i].OK && off.Laws[i].Law != laws.Invariance
	}
	wrong := pageIn(t, off)
	if maps, laws := strings.Index(wrong, `id="cells"`), strings.Index(wrong, `id="laws"`); maps > laws {
		t.Error("where the kernel is off stands behind the laws")
	}
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

// TestMapsAreTheLevel: the maps are the numbers of the last level, cell by cell; the wall in cell 2 has none.
func TestMapsAreTheLevel(t *testing.T) {
	v := lopsided(t)
	l := v.Last()
	want := map[string][]float64{"invariance": l.ChangeBeyondRounding(), "density": l.P}
	for _, p := range picturesOf(v) {
		m := p.Figure.(figure.Maps).Rows[0][0]
		for x, got := range slices.Concat(m.Cells...) {
			inside := l.P[x] > 0
			if inside && got != want[p.Name][x] || !inside && !math.IsInf(got, -1) {
				t.Errorf("cell %d of %s is %v, want %v", x, p.Name, got, want[p.Name][x])
			}
		}
		if len(m.Cells) != 3 || m.Scale.Signed != (p.Name == "invariance") {
			t.Errorf("%s has %d rows on the scale %v", p.Name, len(m.Cells), m.Scale)
		}
	}
}

// TestPicturesOfMoves: the maps are the deviations of counted moves, on a scale of four or more on both sides, and say
// at which beta they are.
func TestPicturesOfMoves(t *testing.T) {
	v := validation.Validation{Farthest: &validation.WorstLevel{Beta: 0.5, P: []float64{0.5, 0.5}, Moves: 1234,
		Into: []float64{-7, 7}}}
	v.Candidate.Grid = grid.New(1, 2)
	var all []figure.Maps
	for _, p := range picturesOf(v) {
		all = append(all, p.Figure.(figure.Maps))
	}
	must.Say(t, all[0].Title, "1,234 moves", "at beta = 0.5", "less what p expects")
	for i, want := range [][]float64{v.Farthest.Into, v.Farthest.P} {
		if got := all[i].Rows[0][0].Cells[0]; !slices.Equal(got, want) {
			t.Errorf("%s shows %v, want %v", all[i].Title, got, want)
		}
	}
	if s := all[0].Rows[0][0].Scale; s.High != 7 || s.Low != -7 {
		t.Errorf("the cells have the scale %v", s)
	}
	if s := deviations(v.Candidate.Grid, []float64{1, 0}).Scale; s.High != 4 {
		t.Errorf("small deviations have the scale %v", s)
	}
}
