package inspected

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// lopsided is a validation on a target with no symmetry, with more columns than rows, and with a wall in cell 2: what
// is turned, mirrored or shifted by a cell differs.
func lopsided(t *testing.T) validation.Validation {
	t.Helper()
	file := filepath.Join(t.TempDir(), "target.csv")
	if err := os.WriteFile(file, []byte("0,1.5,-inf,0.3\n2,-1,0.25,3\n-0.5,0.75,1,-2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	chain, err := experiments.Setting{Target: file, Kernel: "metropolis"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	s, err := validation.Of(t.Context(), chain, 4)
	if err != nil {
		t.Fatal(err)
	}
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

// rowsOf are numbers by cell in the rows of a picture. The wall has none, and neither has a cell that is left out.
func rowsOf(values []float64, in []bool) [][]float64 {
	all := slices.Clone(values)
	for x := range all {
		if x == 2 || in != nil && !in[x] {
			all[x] = math.NaN()
		}
	}
	return slices.Collect(slices.Chunk(all, 4))
}

// The maps of the page and the pictures are the numbers of the level, cell by cell, with their units.
func TestMapsAreTheLevel(t *testing.T) {
	v := lopsided(t)
	l := v.Last()
	want := []struct {
		name, unit string
		rows       [][]float64
	}{
		{"p", "probability", rowsOf(l.P, nil)}, {"pT - p", "probability", rowsOf(l.Off, nil)},
		{"slowest mode", "mode", rowsOf(l.Speed.Second, nil)},
		{"p on one side of its bottleneck", "probability", rowsOf(l.P, l.Speed.Cut.In)},
		{"slowest mode at beta = 0.333333", "mode", rowsOf(v.Levels[1].Speed.Second, nil)},
	}
	all := shown{Validation: v}
	_, maps := all.maps()
	var page bytes.Buffer
	if err := all.drawMaps(&page, figure.SVG, maps); err != nil {
		t.Fatal(err)
	}
	drawn := reporttest.HeatMaps(t, page.Bytes())
	if len(drawn) != len(want) {
		t.Fatalf("%d maps are drawn, want %d", len(drawn), len(want))
	}
	for k, m := range maps {
		if m.name != want[k].name || drawn[k].Unit != want[k].unit {
			t.Errorf("map %d is %s, %s; want %s, %s", k, m.name, drawn[k].Unit, want[k].name, want[k].unit)
		}
		drawn[k].Is(t, m.name, want[k].rows)
	}
	files, err := picturesOf(v)
	if err != nil {
		t.Fatal(err)
	}
	for name, k := range map[string]int{"density.svg": 0, "invariance.svg": 1, "second.svg": 2, "bottleneck.svg": 0} {
		i := slices.IndexFunc(files, func(f table.File) bool { return f.Name == name })
		reporttest.HeatMaps(t, reporttest.Content(t, files[i]))[0].Is(t, name, want[k].rows)
	}
}

// The gap and the eigenvalues of the picture are those of the levels.
func TestSpectrumIsThatOfTheLevels(t *testing.T) {
	v := lopsided(t)
	var gaps, values [][2]float64
	for _, l := range v.Levels {
		gaps = append(gaps, [2]float64{l.Beta, l.Speed.Gap})
		for _, z := range l.Speed.Values {
			values = append(values, [2]float64{l.Beta, real(z)})
		}
	}
	files, err := picturesOf(v)
	if err != nil {
		t.Fatal(err)
	}
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
