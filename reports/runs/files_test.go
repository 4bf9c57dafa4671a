package runs

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/reports"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// sampled are portraits of BARRIER with chains.
func sampled(t *testing.T, s experiments.Setting, ts ...int) []portrait.Portrait {
	t.Helper()
	c, err := s.Chain()
	if err != nil {
		t.Fatal(err)
	}
	all, err := portrait.Sampled(t.Context(), c, ts, experiments.Sampling{Chains: 1000, Seed: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// contents returns the files' contents by their names.
func contents(t *testing.T, all []portrait.Portrait) map[string]string {
	t.Helper()
	files, err := Files(all, Made{Command: "breadboard sample --toy barrier", Version: "breadboard, commit abc"})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]string{}
	for _, f := range files {
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		of[f.Name] = b.String()
	}
	return of
}

// TestPage: the page stands alone, shows every figure, and says what exact and sample print.
func TestPage(t *testing.T) {
	all := sampled(t, experiments.Setting{Toy: "barrier"}, 3, 10)
	page := contents(t, all)[PageName]
	count := reporttest.Alone(t, page)
	if count["figure"] != 6 || count["svg"] != 6 {
		t.Errorf("the page has %d figures with %d drawings, and three for each of two T were wanted", count["figure"],
			count["svg"])
	}
	for _, p := range all {
		for name, v := range map[string]float64{"J": p.J(), "B": p.B(), "KL(q‖p)": p.Final.Forward, "ESS": p.ESS,
			"sampled B": p.Check.Comparisons[2].Estimate, "the sd of log w": math.Sqrt(p.FwdLaw.Variance)} {
			if !strings.Contains(page, ">"+table.Short(v)+"</td>") {
				t.Errorf("T = %d: the page has no %s = %s", p.T, name, table.Short(v))
			}
		}
	}
	for _, words := range []string{"breadboard sample --toy barrier", "commit abc", "<td>mc_seed</td><td>5</td>",
		`href="maps-T10.csv"`, "Eq. 21", "nats at T = 3"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not say %q", words)
		}
	}
}

// TestSeedOnPage: the seed of a random target is in the title of its figures and on the page.
func TestSeedOnPage(t *testing.T) {
	seed := uint64(77)
	of := contents(t, sampled(t, experiments.Setting{Toy: "easy", Seed: &seed}, 3))
	if !strings.Contains(of[PageName], "<td>seed</td><td>77</td>") {
		t.Error("the page does not say the seed")
	}
	for _, name := range []string{"maps-T3.svg", "steps-T3.svg", "weights-T3.svg"} {
		if words := reporttest.Texts(reporttest.Elements(t, []byte(of[name]))); !strings.Contains(words, "easy, seed 77") {
			t.Errorf("%s has the words %q", name, words)
		}
	}
}

// column reads the numbers of a column of a CSV file.
func column(t *testing.T, data, name string) (all []float64) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.Index(rows[0], name)
	if i < 0 {
		t.Fatalf("no column %s among %v", name, rows[0])
	}
	for _, row := range rows[1:] {
		v, err := strconv.ParseFloat(row[i], 64)
		if err != nil {
			v = math.NaN()
		}
		all = append(all, v)
	}
	return all
}

// TestData: the data of the maps add up, those of the steps are what exact prints, and those of the
// weights have each bin of both directions.
func TestData(t *testing.T) {
	p := sampled(t, experiments.Setting{Toy: "barrier"}, 10)
	of := contents(t, p)
	for name, want := range map[string]float64{"p": 1, "q": 1, "q_minus_p": 0, "j_part": p[0].J(), "j_share": 1,
		"b_part": p[0].B(), "b_share": 1} {
		sum := 0.
		for _, v := range column(t, of["maps-T10.csv"], name) {
			sum += v
		}
		if math.Abs(sum-want) > 1e-12 { // of 49 numbers of order 1
			t.Errorf("the column %s adds up to %v, want %v", name, sum, want)
		}
	}
	var printed bytes.Buffer
	if err := table.WriteAll(&printed, table.CSV, table.Style{},
		reports.Steps([]experiments.Exact{p[0].Exact}, table.CSV)...); err != nil {
		t.Fatal(err)
	}
	if of["steps-T10.csv"] != printed.String() {
		t.Errorf("the steps are\n%swant\n%s", of["steps-T10.csv"], printed.String())
	}
	bins := len(p[0].Laws.Edges) + 1
	if got := column(t, of["weights-T10.csv"], "sampled"); len(got) != 2*bins {
		t.Errorf("the weights have %d bins, want %d", len(got), 2*bins)
	}
}

// TestWithoutALaw: a flat target has no law of log w and no shares, and all else is drawn.
func TestWithoutALaw(t *testing.T) {
	file := filepath.Join(t.TempDir(), "flat.csv")
	if err := os.WriteFile(file, []byte("0,0\n0,0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	all := sampled(t, experiments.Setting{Target: file}, 4)
	if scale := mapsOf(all[0])[0][2].Scale; scale.Low != 0 || scale.High != 0 {
		t.Errorf("q - p = 0 is drawn on a scale from %v to %v, as if there were something", scale.Low, scale.High)
	}
	of := contents(t, all)
	if _, drawn := of["weights-T4.png"]; drawn {
		t.Error("a law that does not vary is drawn")
	}
	if !strings.Contains(of[PageName], "log w does not vary") {
		t.Error("the page does not say why there is no law")
	}
	if got := column(t, of["maps-T4.csv"], "b_share"); !math.IsNaN(got[0]) {
		t.Errorf("a cell has the share %v of nothing", got[0])
	}
	if count := reporttest.Alone(t, of[PageName]); count["figure"] != 2 {
		t.Errorf("the page has %d figures, want 2", count["figure"])
	}
}

// TestNamesOfFiles: a target's file may have any name, and the page and the figures stay well formed.
func TestNamesOfFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a<b&\x1b.csv")
	if err := os.WriteFile(file, []byte("0,1\n2,0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	of := contents(t, sampled(t, experiments.Setting{Target: file}, 3))
	reporttest.Alone(t, of[PageName])
	for name, data := range of {
		if strings.HasSuffix(name, ".svg") || name == PageName {
			if !strings.Contains(data, `a&lt;b&amp;\x1b.csv`) {
				t.Errorf("%s does not have the name of the file", name)
			}
		}
	}
}

// TestMapsOfAnyGrid: grids of one, three and many axes, and of one column, have maps.
func TestMapsOfAnyGrid(t *testing.T) {
	for _, toy := range []string{"ising:2x2:0.4", "clustering:3:2"} {
		of := contents(t, sampled(t, experiments.Setting{Toy: toy}, 3))
		words := reporttest.Texts(reporttest.Elements(t, []byte(of["maps-T3.svg"])))
		if !strings.Contains(words, "B by cell") {
			t.Errorf("the maps of %s have the words %q", toy, words)
		}
		if !strings.Contains(of[PageName], "is folded") {
			t.Errorf("the page of %s does not say how its axes are folded", toy)
		}
	}
	for name, text := range map[string]string{"row": "0,1,2,3\n", "column": "0\n1\n2\n"} {
		file := filepath.Join(t.TempDir(), name+".csv")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if of := contents(t, sampled(t, experiments.Setting{Target: file}, 3)); len(of) != 13 {
			t.Errorf("a %s has %d files, want 13", name, len(of))
		}
	}
}
