package inspected

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// checked is a validation of a kernel on BARRIER, with its speed.
func checked(t *testing.T, kernel string) validation.Validation {
	t.Helper()
	chain := must(experiments.Setting{Toy: "barrier", Kernel: kernel}.Chain())(t)
	s := must(validation.Of(t.Context(), chain, 4))(t)
	v := must(validation.Run(t.Context(), s, nil))(t)
	done(t, v.Measure(t.Context(), nil))
	return v
}

// pageIn is the page among the files of a validation.
func pageIn(t *testing.T, v validation.Validation, made Made) string {
	t.Helper()
	files := must(Files(v, made))(t)
	if files[0].Name != PageName {
		t.Fatalf("the first file is %s", files[0].Name)
	}
	return string(reporttest.Content(t, files[0]))
}

// The page stands alone, says the verdict, the laws and how fast the kernel is, and shows its pictures.
func TestPage(t *testing.T) {
	v := checked(t, "metropolis")
	page := pageIn(t, v, Made{Command: "breadboard validate --kernel metropolis", Version: "breadboard, commit abc",
		Question: &explore.Question{Toy: "barrier", Schedule: "sigmoid:4"}})
	if count := reporttest.Alone(t, page); count["figure"] != 5 || count["svg"] != 5 {
		t.Errorf("%d figures with %d drawings, want the spectrum and four maps", count["figure"], count["svg"])
	}
	gap := v.Last().Speed.Gap
	for _, words := range []string{"metropolis keeps all 17 laws: reversible.", "<td>pT = p</td>", "commit abc",
		"breadboard validate --kernel metropolis", ">" + table.Short(gap) + "</td>", `href="second.png"`,
		"/#toy=barrier&amp;schedule=sigmoid:4&amp;view=spectrum"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not say %q", words)
		}
	}
}

// A broken law is the warning of the page.
func TestBrokenLawIsWarned(t *testing.T) {
	page := pageIn(t, checked(t, "identity"), Made{})
	if !strings.Contains(page, `<p class="warning">identity breaks 1 of 17 laws`) {
		t.Error("the page does not warn")
	}
}

// moved are counted moves on two cells, one of them too often reached.
func moved(ways []validation.Way) validation.Validation {
	v := validation.Validation{Candidate: validation.Candidate{Name: "./my-kernel"}, BySamples: true,
		Levels: []validation.Level{{T: 1, Beta: 1, P: []float64{0.5, 0.5}}}, J: math.NaN(), B: math.NaN(),
		Seen: &validation.Seen{Beta: 1, P: []float64{0.5, 0.5}, Moves: 1234, Into: []float64{-7, 7}, Ways: ways}}
	v.Candidate.Grid = grid.New(1, 2)
	return v
}

// The page of counted moves shows their pictures.
func TestPageOfMoves(t *testing.T) {
	page := pageIn(t, moved([]validation.Way{{Name: "stays", Off: []float64{0, 9}}}), Made{})
	if count := reporttest.Alone(t, page); count["figure"] != 3 {
		t.Errorf("the page has %d figures, want three", count["figure"])
	}
	for _, words := range []string{`href="moves.png"`, "less what the declared kernel expects"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not say %q", words)
		}
	}
}

// lopsided is a validation on a target with no symmetry, with more columns than rows, and with a wall in cell 2: what
// is turned, mirrored or shifted by a cell differs.
func lopsided(t *testing.T) validation.Validation {
	t.Helper()
	file := filepath.Join(t.TempDir(), "target.csv")
	done(t, os.WriteFile(file, []byte("0,1.5,-inf,0.3\n2,-1,0.25,3\n-0.5,0.75,1,-2\n"), 0o600))
	chain := must(experiments.Setting{Target: file, Kernel: "metropolis"}.Chain())(t)
	s := must(validation.Of(t.Context(), chain, 4))(t)
	v, err := validation.Run(t.Context(), s, nil)
	if err == nil {
		err = v.Measure(t.Context(), nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	l := &v.Levels[len(v.Levels)-1]
	for x := range l.Off { // a kernel that is off by as much as one can see
		l.Off[x] = float64(x)/40 - 0.11
	}
	v.Levels[1].Speed.RelaxationTime = 1e6 // the slowest level is another one
	return v
}

// rowsOf are numbers by cell in the rows of a picture. The wall has none.
func rowsOf(values []float64) [][]float64 {
	all := slices.Clone(values)
	all[2] = math.NaN()
	return slices.Collect(slices.Chunk(all, 4))
}

// The maps of the page and the pictures are the numbers of the level, cell by cell, with their units.
func TestMapsAreTheLevel(t *testing.T) {
	v := lopsided(t)
	l := v.Last()
	want := []struct {
		file, unit string
		rows       [][]float64
	}{
		{"density.svg", "p", rowsOf(l.P)}, {"invariance.svg", "pT - p", rowsOf(l.Off)},
		{"second.svg", "", rowsOf(l.Speed.Second)}, {"bottleneck.svg", "p", rowsOf(l.P)},
		{"", "", rowsOf(v.Levels[1].Speed.Second)}, // of the slowest level
	}
	files := must(picturesOf(v))(t)
	figures := shown{v, files}.cells().Figures
	if len(figures) != len(want) {
		t.Fatalf("%d maps are drawn, want %d", len(figures), len(want))
	}
	for k, w := range want {
		var b bytes.Buffer
		done(t, figures[k].Draw(&b, figure.SVG))
		if i := slices.IndexFunc(files, func(f table.File) bool { return f.Name == w.file }); i >= 0 &&
			!bytes.Equal(b.Bytes(), reporttest.Content(t, files[i])) {
			t.Errorf("figure %d is not %s", k, w.file)
		}
		drawn := reporttest.HeatMaps(t, b.Bytes())[0]
		if drawn.Is(t, w.file, w.rows); drawn.Unit != w.unit {
			t.Errorf("%s is in %q, want %q", w.file, drawn.Unit, w.unit)
		}
	}
}

// The gap and the eigenvalues are those of the levels.
func TestSpectrumIsThatOfTheLevels(t *testing.T) {
	v := lopsided(t)
	var gaps, values [][2]float64
	for _, l := range v.Levels {
		gaps = append(gaps, [2]float64{l.Beta, l.Speed.Gap})
		for _, z := range l.Speed.Values {
			values = append(values, [2]float64{l.Beta, real(z)})
		}
	}
	files := must(picturesOf(v))(t)
	for _, f := range files {
		if f.Name != "spectrum.svg" {
			continue
		}
		planes := reporttest.Planes(t, reporttest.Content(t, f))
		curves := planes[1].Curves("#D55E00", false)
		planes[1].Follows(t, "the gap", curves[0], gaps)
		if !planes[1].Y.Log || planes[0].Y.Log {
			t.Error("the gap has no logarithmic axis, or the eigenvalues have one")
		}
		if n := len(planes[0].Marks); n != len(values) {
			t.Fatalf("%d eigenvalues are drawn, want %d", n, len(values))
		}
		for i, m := range planes[0].Marks {
			at := m.Points[0]
			if math.Abs(at[0]-values[i][0]) > 0.03 || math.Abs(at[1]-values[i][1]) > 0.03 { // the edge of its mark
				t.Errorf("eigenvalue %d is drawn at %v, want %v", i, at, values[i])
			}
		}
	}
}

// Deviations have one scale, centred on 0 and four standard deviations wide at least.
func TestDeviationsHaveOneScale(t *testing.T) {
	g := grid.New(1, 2)
	for _, c := range []struct{ first, second, want float64 }{{1, -2, 4}, {1, -9, 9}, {12, 3, 12}} {
		maps := deviations(g, []validation.Way{{Name: "a", Off: []float64{0, c.first}},
			{Name: "b", Off: []float64{c.second, 0}}})
		for _, m := range maps {
			if m.Scale.Low != -c.want || m.Scale.High != c.want {
				t.Errorf("deviations %v and %v: the scale of %s goes from %v to %v, want ±%v", c.first, c.second, m.name,
					m.Scale.Low, m.Scale.High, c.want)
			}
		}
	}
}

// The pictures say at which beta they are, what is compared and in which unit. The directions are
// drawn if a kernel is declared.
func TestPicturesOfMoves(t *testing.T) {
	s := validation.Seen{Beta: 0.25, P: []float64{0.5, 0.5}, Moves: 1234, Drawn: true, Into: []float64{-7, 7}}
	for _, ways := range [][]validation.Way{nil, {{Name: "stays", Off: []float64{0, 3}}}} {
		s.Ways = ways
		files := must(movesPictures(grid.New(1, 2), s))(t)
		var names, all []string
		for _, f := range files {
			var b strings.Builder
			done(t, f.Write(&b))
			names, all = append(names, f.Name), append(all, b.String())
		}
		want := []string{"density.png", "density.svg", "invariance.png", "invariance.svg"}
		if ways != nil {
			want = []string{"density.png", "density.svg", "invariance.png", "invariance.svg", "moves.png", "moves.svg"}
		}
		if !slices.Equal(names, want) {
			t.Errorf("files are %v, want %v", names, want)
		}
		says := strings.Join(all, "")
		for _, want := range []string{"Cells after 1,234 steps from draws of p at beta = 0.25,",
			"less what p expects, in standard deviations", "sd"} {
			if !strings.Contains(says, want) {
				t.Errorf("%q is in no picture", want)
			}
		}
		if strings.Contains(says, "less what the declared kernel expects") != (ways != nil) {
			t.Errorf("%d ways: the title of directions is wrong", len(ways))
		}
	}
}

// The pictures are the numbers of the moves, cell by cell and way by way, in the colours of their bar.
func TestPicturesAreTheMoves(t *testing.T) {
	s := validation.Seen{Beta: 0.25, P: []float64{0.1, 0.3, 0, 0.05, 0.35, 0.2}, Moves: 1234,
		Into: []float64{-7, 3, 0, 5, 1, -2}}
	for k, name := range []string{"stays", "up", "down", "left"} { // more than stand in a row
		off := make([]float64, 6)
		for x := range off {
			off[x] = float64(x-2) * float64(k+1)
		}
		s.Ways = append(s.Ways, validation.Way{Name: name, Off: off})
	}
	files := must(movesPictures(grid.New(2, 3).WithWalls(2), s))(t)
	want := map[string][][]float64{"density.svg": {s.P}, "invariance.svg": {s.Into}, "moves.svg": {s.Ways[0].Off,
		s.Ways[1].Off, s.Ways[2].Off, s.Ways[3].Off}}
	units := map[string]string{"density.svg": "p", "invariance.svg": "sd", "moves.svg": "sd"}
	for _, f := range files {
		if want[f.Name] == nil {
			continue
		}
		maps := reporttest.HeatMaps(t, reporttest.Content(t, f))
		if len(maps) != len(want[f.Name]) {
			t.Fatalf("%s has %d maps, want %d", f.Name, len(maps), len(want[f.Name]))
		}
		for k, values := range want[f.Name] {
			values = slices.Clone(values)
			values[2] = math.NaN()
			maps[k].Is(t, f.Name, slices.Collect(slices.Chunk(values, 3)))
			if maps[k].Unit != units[f.Name] {
				t.Errorf("%s is in %q", f.Name, maps[k].Unit)
			}
		}
	}
}

// must is what a call returns, if there is no error.
func must[T any](v T, err error) func(t failing) T {
	return func(t failing) T {
		t.Helper()
		done(t, err)
		return v
	}
}

// done fails t if there is an error.
func done(t failing, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A failing is a test, of rapid too.
type failing interface {
	Helper()
	Fatal(args ...any)
}
