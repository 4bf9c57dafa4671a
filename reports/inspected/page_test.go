package inspected

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports/charts"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// checked is a validation of a kernel on BARRIER, with its speed.
func checked(t *testing.T, kernel string) validation.Validation {
	t.Helper()
	chain, err := experiments.Setting{Toy: "barrier", Kernel: kernel}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	s, err := validation.Of(t.Context(), chain, 4)
	if err != nil {
		t.Fatal(err)
	}
	v, err := validation.Run(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Measure(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return v
}

// pageIn is the page among the files of a validation.
func pageIn(t *testing.T, v validation.Validation, made Made) string {
	t.Helper()
	files, err := Files(v, made)
	if err != nil {
		t.Fatal(err)
	}
	if files[0].Name != PageName {
		t.Fatalf("the first file is %s", files[0].Name)
	}
	return string(reporttest.Content(t, files[0]))
}

// The page stands alone, says the verdict, the laws and how fast the kernel is, and shows two figures.
func TestPage(t *testing.T) {
	v := checked(t, "metropolis")
	page := pageIn(t, v, Made{Command: "breadboard validate --kernel metropolis", Version: "breadboard, commit abc",
		Question: &explore.Question{Toy: "barrier", Schedule: "sigmoid:4"}})
	if count := reporttest.Alone(t, page); count["figure"] != 2 || count["svg"] != 2 {
		t.Errorf("%d figures with %d drawings, want the spectrum and the maps", count["figure"], count["svg"])
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

// The charts have the gap and the relaxation time of every level, and all eigenvalues.
func TestChartsOfSpeed(t *testing.T) {
	v := checked(t, "metropolis")
	all := shown{Validation: v}.liveSpeed()
	gap, relaxation, values := points(all[0]), points(all[1]), points(all[2])
	for i, l := range v.Levels {
		if want := (charts.Point{explore.Number(l.Beta), explore.Number(l.Speed.Gap)}); gap[i] != want {
			t.Errorf("level %d: the gap is %v, want %v", l.T, gap[i], want)
		}
		if got, want := float64(relaxation[i][1]), l.Speed.RelaxationTime; got != want {
			t.Errorf("level %d: the relaxation time is %v, want %v", l.T, got, want)
		}
	}
	if n := len(v.Levels) * v.Candidate.Grid.Size(); len(values) != n {
		t.Errorf("%d eigenvalues, want %d", len(values), n)
	}
}

func points(c charts.Chart) []charts.Point { return c.(charts.Lines).Series[0].Points }

// The maps are of the last level. The slowest mode of the slowest level is there if that is another.
func TestMapsOfALevel(t *testing.T) {
	v := checked(t, "metropolis")
	if got := names(shown{Validation: v}.maps()); got != "p, pT - p, slowest mode, p on one side of its bottleneck" {
		t.Errorf("the maps are %s", got)
	}
	v.Levels[1].Speed.RelaxationTime = math.Inf(1)
	if got := names(shown{Validation: v}.maps()); !strings.HasSuffix(got, ", slowest mode at beta = 0.333333") {
		t.Errorf("the maps are %s", got)
	}
}

func names(c charts.Maps) string {
	var all []string
	for _, m := range c.Maps {
		all = append(all, m.Name)
	}
	return strings.Join(all, ", ")
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

// Counted moves have maps of deviations, all directions on one scale.
func TestMapsOfMoves(t *testing.T) {
	v := moved([]validation.Way{{Name: "stays", Off: []float64{0, 9}}, {Name: "elsewhere", Off: []float64{1, -2}}})
	all := shown{Validation: v}.maps()
	if got := names(all); got != "p, cells after 1,234 moves, from a cell: stays, from a cell: elsewhere" {
		t.Errorf("the maps are %s", got)
	}
	var reach []string
	for _, m := range all.Maps[1:] {
		reach = append(reach, fmt.Sprint(*m.Low, " to ", *m.High))
	}
	if got := strings.Join(reach, ", "); got != "-7 to 7, -9 to 9, -9 to 9" {
		t.Errorf("the scales are %s", got)
	}
	page := pageIn(t, v, Made{})
	if count := reporttest.Alone(t, page); count["figure"] != 1 {
		t.Errorf("the page has %d figures, want the maps", count["figure"])
	}
	if !strings.Contains(page, `href="moves.png"`) {
		t.Error("the page has no link to its pictures")
	}
}
