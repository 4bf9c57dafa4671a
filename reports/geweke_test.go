package reports

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/geweke"
	"breadboard/reports/table"
	"breadboard/toys"
)

// aGeweke has one statistic that has one law, and one that has not.
func aGeweke() geweke.Result {
	return geweke.Result{Test: geweke.Test{Model: toys.NewClustering(2, 2).Model(), Steps: 3, Draws: 4,
		MCSeed: 9},
		Findings: []geweke.Finding{
			{Name: "cell", Forward: []float64{1, 2, 2, 3}, Chain: []float64{2, 1, 3, 3}, Distance: 0.25, P: 1},
			{Name: "mean of y", Forward: []float64{0, 0, 0, 0}, Chain: []float64{1, 1, 1, 1}, Distance: 1, P: 1e-4},
		}}
}

func TestGeweke(t *testing.T) {
	people := Geweke(aGeweke(), table.Plain)
	if want := "The kernel does not fit clustering:2:2: mean of y has another law."; people.Title != want {
		t.Errorf("the verdict is %q, want %q", people.Title, want)
	}
	if note := strings.Join(people.Notes, " "); !strings.Contains(note, "4 pairs") ||
		!strings.Contains(note, "3 steps") {
		t.Errorf("the notes are %q", note)
	}
	want := [][]any{{"cell", 2., 2.25, 0.25, 1., true, uint64(9)}, {"mean of y", 0., 1., 1., 1e-4, false, uint64(9)}}
	if diff := cmp.Diff(want, Geweke(aGeweke(), table.JSON).Rows); diff != "" {
		t.Errorf("rows for programs: %s", diff)
	}
	sound := aGeweke()
	sound.Findings = sound.Findings[:1]
	fits := "The kernel fits clustering:2:2, as far as 4 draws tell."
	if got := Geweke(sound, table.Plain).Title; got != fits {
		t.Errorf("the verdict is %q, want %q", got, fits)
	}
}

// TestGewekeRanks: ranks have their own words, and calibration says that a slow kernel is accused too.
func TestGewekeRanks(t *testing.T) {
	wants := map[geweke.Kind]string{
		geweke.SBC: "Under a kernel for clustering:2:2 the true latents do not rank evenly by mean of y: the kernel " +
			"is wrong, or slow",
		geweke.Invariance: "The kernel does not fit clustering:2:2: by mean of y the true latents do not rank evenly."}
	notes := map[geweke.Kind]string{geweke.SBC: "needs more steps to forget", geweke.Invariance: "of its reversal"}
	for kind, says := range notes {
		r := aGeweke()
		r.Kind, r.Others = kind, 5
		people := Geweke(r, table.Plain)
		if !strings.HasPrefix(people.Title, wants[kind]) {
			t.Errorf("%s: the verdict is %q, want %q", kind, people.Title, wants[kind])
		}
		if note := strings.Join(people.Notes, " "); !strings.Contains(note, says) ||
			!strings.Contains(note, "among 5") {
			t.Errorf("%s: the notes are %q", kind, note)
		}
	}
}

// TestPP: both distribution functions at every value, with ties.
func TestPP(t *testing.T) {
	want := plotter.XYs{{X: 0, Y: 0}, {X: 0.25, Y: 0.25}, {X: 0.75, Y: 0.5}, {X: 1, Y: 1}}
	if diff := cmp.Diff(want, pp(aGeweke().Findings[0])); diff != "" {
		t.Error(diff)
	}
}
