package inspected

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// checked is a validation of a kernel on BARRIER, with its speed.
func checked(t *testing.T, kernel string) validation.Validation {
	t.Helper()
	chain := must.Have(experiments.Setting{Toy: "barrier", Kernel: kernel}.Chain())(t)
	s := must.Have(validation.Of(t.Context(), chain, 4))(t)
	v := must.Have(validation.Run(t.Context(), s, nil))(t)
	must.Do(t, v.Measure(t.Context(), nil))
	return v
}

// pageIn is the page among the files of a validation.
func pageIn(t *testing.T, v validation.Validation, q *explore.Question, made page.Made) string {
	t.Helper()
	return string(reporttest.Content(t, table.File{Name: pageName,
		Write: pageOf(v, picturesOf(v), q, made).Write}))
}

// The page stands alone, says the verdict, the laws and how fast the kernel is, and shows its pictures.
func TestPage(t *testing.T) {
	v := checked(t, "metropolis")
	page := pageIn(t, v, &explore.Question{Toy: "barrier", Schedule: "sigmoid:4"},
		page.Made{Command: "breadboard validate --kernel metropolis", Version: "breadboard, commit abc"})
	if count := reporttest.Alone(t, page); count["figure"] != 4 || count["svg"] != 4 {
		t.Errorf("%d figures with %d drawings, want the spectrum and three maps, none of nothing",
			count["figure"], count["svg"])
	}
	gap := v.Last().Speed.Gap
	must.Say(t, page, `<p class="fine">metropolis keeps all 17 laws: reversible.</p>`, "so there is no map of it",
		"<td>pT = p</td>", "commit abc",
		"breadboard validate --kernel metropolis", ">"+table.Short(gap)+"</td>", `href="second.png"`,
		"/#toy=barrier&amp;schedule=sigmoid:4&amp;view=cells")
}

// At one beta there is no figure against beta: it would be a point.
func TestOneBetaIsNoCurve(t *testing.T) {
	v := checked(t, "metropolis")
	v.Levels = v.Levels[len(v.Levels)-1:]
	page := pageIn(t, v, nil, page.Made{})
	if strings.Contains(page, "against beta") || !strings.Contains(page, `href="spectrum.png"`) {
		t.Error("one beta is drawn as a curve, or its file is not named")
	}
}

// A broken law is the warning of the page.
func TestBrokenLawIsWarned(t *testing.T) {
	warned := pageIn(t, checked(t, "identity"), nil, page.Made{})
	if !strings.Contains(warned, `<p class="warning">identity breaks 1 of 17 laws`) {
		t.Error("the page does not warn")
	}
	off := lopsided(t)
	for i := range off.Laws {
		off.Laws[i].OK = off.Laws[i].OK && off.Laws[i].Law != laws.Invariance
	}
	wrong := pageIn(t, off, nil, page.Made{})
	if maps, laws := strings.Index(wrong, `id="cells"`), strings.Index(wrong, `id="laws"`); maps > laws {
		t.Error("where the kernel is off stands behind the laws")
	}
}

// moved are counted moves on two cells, one of them too often reached.
func moved() validation.Validation {
	v := validation.Validation{Candidate: validation.Candidate{Name: "./my-kernel"}, BySamples: true,
		Levels: []validation.Level{{T: 1, Beta: 1, P: []float64{0.5, 0.5}}}, J: math.NaN(), B: math.NaN(),
		Seen: &validation.Seen{Beta: 0.375, P: []float64{0.5, 0.5}, Moves: 1234, Into: []float64{-7, 7}}}
	v.Candidate.Grid = grid.New(1, 2)
	return v
}

// The page of counted moves shows their pictures.
func TestPageOfMoves(t *testing.T) {
	page := pageIn(t, moved(), nil, page.Made{})
	if count := reporttest.Alone(t, page); count["figure"] != 2 {
		t.Errorf("the page has %d figures, want two", count["figure"])
	}
	must.Say(t, page, `href="invariance.png"`, "less what p expects")
}

// lopsided is a validation on a target with no symmetry, with more columns than rows, and with a wall in cell 2: what
// is turned, mirrored or shifted by a cell differs.
func lopsided(t *testing.T) validation.Validation {
	t.Helper()
	file := must.File(t, "target.csv", "0,1.5,-inf,0.3\n2,-1,0.25,3\n-0.5,0.75,1,-2\n")
	chain := must.Have(experiments.Setting{Target: file, Kernel: "metropolis"}.Chain())(t)
	s := must.Have(validation.Of(t.Context(), chain, 4))(t)
	v := must.Have(validation.Run(t.Context(), s, nil))(t)
	must.Do(t, v.Measure(t.Context(), nil))
	l := &v.Levels[len(v.Levels)-1]
	for x := range l.Off { // a kernel that is off by as much as one can see
		l.Off[x] = float64(x)/40 - 0.11
	}
	v.Levels[1].Speed.RelaxationTime = 1e6 // the slowest level is another one
	return v
}

// rowsOf are numbers by cell in the rows of a picture. The wall in cell 2 has none.
func rowsOf(columns int, values []float64) [][]float64 {
	values = slices.Clone(values)
	values[2] = math.NaN()
	return slices.Collect(slices.Chunk(values, columns))
}

// fault says that a map is not these numbers, cell by cell; "" if it is. NaN is a blank.
func fault(p picture, want [][]float64) string {
	if got := fmt.Sprint(p.cells.Cells); got != strings.ReplaceAll(fmt.Sprint(want), "NaN", "-Inf") {
		return fmt.Sprintf("%s shows %s, want %v", p.file, got, want)
	}
	return ""
}

// The maps of the page and the pictures are the numbers of the level, cell by cell, with their units.
func TestMapsAreTheLevel(t *testing.T) {
	v := lopsided(t)
	l := v.Last()
	files := picturesOf(v)
	figures := cells(v, files).Figures
	if len(figures) != 5 {
		t.Fatalf("%d maps are on the page, want those of the level and the slowest mode of all", len(figures))
	}
	at := fmt.Sprintf(" at beta = %v", l.Beta)
	for k, want := range []struct {
		file, title, unit string
		values            []float64
		signed            bool // the scale is about 0
	}{
		{"density", "p" + at, "p", l.P, false},
		{"invariance", "pT − p" + at, "pT − p", l.Off, true},
		{"second", fmt.Sprintf("slowest mode, 1 − lambda = %.5g", l.Speed.AdditiveGap), "", l.Speed.Second, true},
		{"bottleneck", fmt.Sprintf("bottleneck of p, conductance %.5g", l.Speed.Cut.Phi), "p", l.P, false},
	} {
		p := mapsOf(v)[k]
		if !slices.Equal(p.title, []string{want.title}) {
			t.Errorf("the title of %s is %q, want %q", p.file, p.title, want.title)
		}
		scale := p.cells.Scale
		if (scale.Low == -scale.High) != want.signed {
			t.Errorf("the scale of %s goes from %v to %v", p.file, scale.Low, scale.High)
		}
		must.Say(t, string(reporttest.Content(t, files[2*k+1])), want.title)
		if fault := fault(p, rowsOf(4, want.values)); fault != "" {
			t.Error(fault)
		}
		if p.file != want.file || p.unit != want.unit || (p.cells.Inside != nil) != (p.file == "bottleneck") {
			t.Errorf("map %d is %s in %q, want %+v", k, p.file, p.unit, want)
		}
		var b bytes.Buffer
		place := k
		if k < 2 { // what is off comes first
			place = 1 - k
		}
		must.Do(t, figures[place].Draw(&b, figure.SVG))
		if !bytes.Equal(b.Bytes(), reporttest.Content(t, files[2*k+1])) {
			t.Errorf("figure %d is not %s", place, files[2*k+1].Name)
		}
	}
	inside := mapsOf(v)[3].cells.Inside
	for x, in := range l.Speed.Cut.In {
		if inside[x/4][x%4] != in {
			t.Errorf("cell %d is inside the bottleneck: %v", x, !in)
		}
	}
}

// The gap and the eigenvalues are those of the levels.
func TestSpectrumIsThatOfTheLevels(t *testing.T) {
	v := lopsided(t)
	var wantGaps, wantValues plotter.XYs
	for _, l := range v.Levels {
		wantGaps = append(wantGaps, plotter.XY{X: l.Beta, Y: l.Speed.Gap})
		for _, z := range l.Speed.Values {
			wantValues = append(wantValues, plotter.XY{X: l.Beta, Y: real(z)})
		}
	}
	values, gaps := spectra(append(v.Levels, validation.Level{Beta: 2})) // of one level nothing is known
	if !slices.Equal(values, wantValues) || !slices.Equal(gaps, wantGaps) {
		t.Errorf("eigenvalues %v and gaps %v, want %v and %v", values, gaps, wantValues, wantGaps)
	}
	var b bytes.Buffer
	must.Do(t, spectrumAgainstBeta(&b, figure.SVG, v.Levels))
	drawn := b.String()
	last := 0 // where the head before was drawn
	for i, want := range []struct {
		head   string
		points plotter.XYs
		log    bool
	}{{"eigenvalues, real parts", wantValues, false}, {"spectral gap", wantGaps, true}} {
		panel := spectrumPanels(v.Levels)[i]
		p := figure.NewPlot()
		panel.draw(p, panel.points)
		_, log := p.Y.Scale.(plot.LogScale)
		if before := strings.Index(drawn, ">"+want.head+"<"); before < last {
			t.Errorf("%q does not stand over its panel", want.head)
		} else {
			last = before
		}
		if panel.head != want.head || !slices.Equal(panel.points, want.points) || log != want.log {
			t.Errorf("panel %d has the head %q, a logarithmic axis: %v", i, panel.head, log)
		}
	}
}

// TestPicturesOfMovesAreOfTheirLevel: titles, units and maps of moves belong together, and beta is that of the moves.
// Deviations have a scale that is centred on 0, and four standard deviations wide at least.
func TestPicturesOfMovesAreOfTheirLevel(t *testing.T) {
	v := moved()
	for i, want := range []struct {
		file   string
		title  []string
		unit   string
		values []float64
	}{
		{"density", []string{"p at beta = 0.375"}, "p", v.Seen.P},
		{"invariance", []string{"Cells after 1,234 moves, weighted as from p, at beta = 0.375,",
			"less what p expects, in standard deviations"}, "sd", v.Seen.Into},
	} {
		p := movesOf(v)[i]
		if p.file != want.file || p.unit != want.unit || !slices.Equal(p.title, want.title) {
			t.Errorf("picture %d is %s, %q in %q, want %+v", i, p.file, p.title, p.unit, want)
		}
		if got := p.cells.Cells[0]; !slices.Equal(got, want.values) {
			t.Errorf("%s shows %v, want %v", p.file, got, want.values)
		}
	}
	if text := cells(v, nil).Text[0]; text != "All at beta = 0.375." {
		t.Errorf("the section says %q", text)
	}
	for _, most := range []float64{1, 9} {
		v.Seen.Into[1] = most
		v.Seen.Into[0] = most / 2
		if s := movesOf(v)[1].cells.Scale; s.High != max(4, most) || s.Low != -s.High {
			t.Errorf("deviations of %v: the scale goes from %v to %v", most, s.Low, s.High)
		}
	}
}

// TestSlowestMode: the mode of the level where the chain is slowest stands under that level's beta.
func TestSlowestMode(t *testing.T) {
	v := lopsided(t)
	figures := cells(v, nil).Figures
	var b bytes.Buffer
	must.Do(t, figures[len(figures)-1].Draw(&b, figure.SVG))
	must.Say(t, b.String(), fmt.Sprintf("slowest mode at beta = %.6g", v.Levels[1].Beta))
}
