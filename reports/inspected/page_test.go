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

// The maps are of the last level. The slowest mode of the slowest level is there if that is another.
func TestMapsOfALevel(t *testing.T) {
	v := checked(t, "metropolis")
	if got := names(shown{Validation: v}); got != "p, pT - p, slowest mode, p on one side of its bottleneck" {
		t.Errorf("the maps are %s", got)
	}
	v.Levels[1].Speed.RelaxationTime = math.Inf(1)
	if got := names(shown{Validation: v}); !strings.HasSuffix(got, ", slowest mode at beta = 0.333333") {
		t.Errorf("the maps are %s", got)
	}
}

func names(v shown) string {
	var all []string
	_, maps := v.maps()
	for _, m := range maps {
		all = append(all, m.name)
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
	if got := names(shown{Validation: v}); got != "p, cells after 1,234 moves, from a cell: stays, from a cell: elsewhere" {
		t.Errorf("the maps are %s", got)
	}
	var reach []string
	_, all := shown{Validation: v}.maps()
	for _, m := range all[1:] {
		reach = append(reach, fmt.Sprint(m.high))
	}
	if got := strings.Join(reach, ", "); got != "7, 9, 9" {
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
