package runs

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/experiments/sampling"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

func init() { figure.Coarse = 8 } // no test here looks at a pixel

// sampled are portraits of BARRIER with chains.
func sampled(t *testing.T, s experiments.Setting, ts ...int) []portrait.Portrait {
	t.Helper()
	c := must.Have(s.Chain())(t)
	return must.Have(portrait.Sampled(t.Context(), c, ts, sampling.Plan{Chains: 1000, Seed: 5}, nil))(t)
}

// contents returns what files hold by their names; of pictures those that are SVG.
func contents(t *testing.T, all []portrait.Portrait) map[string]string {
	t.Helper()
	of := map[string]string{}
	made := page.Made{Command: "breadboard sample --toy barrier", Version: "breadboard, commit abc"}
	for _, f := range filesOf(all, made) {
		if of[f.Name] = ""; !strings.HasSuffix(f.Name, ".png") {
			of[f.Name] = string(reporttest.Content(t, f))
		}
	}
	return of
}

// TestPage: the page stands alone, shows every figure, and says what exact and sample print.
func TestPage(t *testing.T) {
	const last = 4
	all := sampled(t, experiments.Setting{Toy: "barrier"}, 3, last)
	page := contents(t, all)[PageName]
	count := reporttest.Alone(t, page)
	if count["figure"] != 5 || count["svg"] != 5 {
		t.Errorf("the page has %d figures with %d drawings, and one of both T and two for each were wanted",
			count["figure"], count["svg"])
	}
	for _, p := range all {
		for name, v := range map[string]float64{"J": p.J(), "B": p.B(), "KL(q‖p)": p.Final.Forward, "ESS": p.ESS,
			"sampled B": p.Check.Comparisons[2].Estimate} {
			if !strings.Contains(page, ">"+table.Short(v)+"</td>") {
				t.Errorf("T = %d: the page has no %s = %s", p.T, name, table.Short(v))
			}
		}
	}
	must.Say(t, page, "breadboard sample --toy barrier", "commit abc", "<td>mc_seed</td><td>5</td>",
		fmt.Sprintf(`href="maps-T%d.csv"`, last), "Eq. 21")
}

// TestFlat: a flat target has no shares, and all is drawn.
func TestFlat(t *testing.T) {
	file := must.File(t, "flat.csv", "0,0\n0,0\n")
	all := sampled(t, experiments.Setting{Target: file}, 4)
	if scale := mapsOf(all[0])[0][2].Scale; scale.Low != 0 || scale.High != 0 {
		t.Errorf("q - p = 0 is drawn on a scale from %v to %v, as if there were something", scale.Low, scale.High)
	}
	of := contents(t, all)
	if first := recordsOf(t, of["maps-T4.csv"])[1]; first[len(first)-2] != "" {
		t.Errorf("a cell has the share %s of nothing", first[len(first)-2])
	}
	if count := reporttest.Alone(t, of[PageName]); count["figure"] != 2 {
		t.Errorf("the page has %d figures, want 2", count["figure"])
	}
}

// TestNamesOfFiles: a target's file may have any name, and the page and the figures stay well formed.
func TestNamesOfFiles(t *testing.T) {
	file := must.File(t, "a<b&\x1b.csv", "0,1\n2,0\n")
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
		if !strings.Contains(of["maps-T3.svg"], ">B by cell<") {
			t.Errorf("the maps of %s do not name B", toy)
		}
		if !strings.Contains(of[PageName], "is folded") {
			t.Errorf("the page of %s does not say how its axes are folded", toy)
		}
	}
	for name, text := range map[string]string{"row": "0,1,2,3\n", "column": "0\n1\n2\n"} {
		file := filepath.Join(t.TempDir(), name+".csv")
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		if of := contents(t, sampled(t, experiments.Setting{Target: file}, 3)); len(of) != 7 {
			t.Errorf("a %s has %d files, want 7", name, len(of))
		}
	}
}

// The target of these tests has no symmetry, more columns than rows, and a wall: what is turned, mirrored or shifted by
// a cell differs.
const lopsided = "0,1.5,-inf,0.3\n2,-1,0.25,3\n-0.5,0.75,1,-2\n"

// of is the portrait of the target at T = 7, and its files.
func of(t *testing.T) (portrait.Portrait, map[string]string) {
	t.Helper()
	file := must.File(t, "target.csv", lopsided)
	all := sampled(t, experiments.Setting{Target: file, Schedule: "power:2"}, 7)
	return all[0], contents(t, all)
}

// A cell is what each medium says of a cell, by its definition.
type cell struct{ p, q, off, ratio, j, jShare, b, bShare float64 }

func cellsOf(p portrait.Portrait) (all []cell) {
	for x := range p.P {
		c := cell{p: p.P[x], q: p.Q[x], off: p.Q[x] - p.P[x], b: p.Parts[x]}
		c.ratio = math.Log(c.q / c.p)
		if c.q > 0 {
			c.j = c.off * c.ratio
		}
		c.jShare = c.j / (p.Final.Forward + p.Final.Reverse)
		c.bShare = c.b / p.B()
		all = append(all, c)
	}
	return all
}

// maps6 are the numbers of the six maps, from the top left.
var maps6 = []struct {
	name, unit string
	of         func(cell) float64
}{
	{"p, the target", "p", func(c cell) float64 { return c.p }},
	{"q, of the samples", "q", func(c cell) float64 { return c.q }},
	{"q − p", "q − p", func(c cell) float64 { return c.off }},
	{"log q/p", "nats", func(c cell) float64 { return c.ratio }},
	{"J by cell", "share of J", func(c cell) float64 { return c.jShare }},
	{"B by cell", "share of B", func(c cell) float64 { return c.bShare }},
}

// The maps are one table: in the file and in the colours of the figure, with their units.
func TestMapsAreOneTable(t *testing.T) {
	p, files := of(t)
	cells := cellsOf(p)
	records := recordsOf(t, files["maps-T7.csv"])
	if head := strings.Join(records[0], " "); head != "cell axis_1 axis_2 wall p q q_minus_p log_q_over_p j_part "+
		"j_share b_part b_share keys" {
		t.Errorf("the columns are %s", head)
	}
	for x, c := range cells {
		wall := x == 2
		want := []float64{float64(x), float64(x / 4), float64(x % 4), math.NaN(), c.p, c.q,
			c.off, c.ratio, c.j, c.jShare,
			c.b, c.bShare}
		for k, v := range want {
			got, err := strconv.ParseFloat(records[x+1][k], 64)
			if k == 3 {
				if records[x+1][3] != fmt.Sprint(wall) {
					t.Errorf("cell %d is a wall: %s", x, records[x+1][3])
				}
			} else if err != nil && !math.IsNaN(v) || math.Abs(got-v) > 1e-12*math.Abs(v) {
				t.Errorf("cell %d, %s is %s, want %v", x, records[0][k], records[x+1][k], v)
			}
		}
	}
	shown := mapsOf(p)
	for k, m := range maps6 {
		drawn := shown[k/3][k%3]
		for x, c := range cells {
			want := m.of(c)
			if x == 2 {
				want = math.Inf(-1)
			}
			if got := drawn.Cells[x/4][x%4]; got != want && !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
				t.Errorf("%s shows %v in cell %d, want %v", m.name, got, x, want)
			}
		}
		if drawn.Name != m.name || drawn.Unit != m.unit {
			t.Errorf("map %d is %s in %s, want %+v", k, drawn.Name, drawn.Unit, m)
		}
	}
}

// TestOneScale: p and q are coloured by one scale, up to the largest of both, whichever has it; signed maps are
// coloured about 0.
func TestOneScale(t *testing.T) {
	p, _ := of(t)
	for range 2 {
		most := max(floats.Max(p.P), floats.Max(p.Q))
		shown := mapsOf(p)
		for _, m := range shown[0][:2] {
			if m.Scale.Low != 0 || m.Scale.High != most {
				t.Errorf("%s has a scale from %v to %v, want 0 to %v", m.Name, m.Scale.Low, m.Scale.High, most)
			}
		}
		for _, m := range []figure.HeatMap{shown[0][2], shown[1][0], shown[1][2]} {
			if m.Scale.Low != -m.Scale.High || m.Scale.High == 0 {
				t.Errorf("%s has a scale from %v to %v", m.Name, m.Scale.Low, m.Scale.High)
			}
		}
		p.P, p.Q = p.Q, p.P
	}
}

func recordsOf(t *testing.T, data string) [][]string {
	t.Helper()
	return must.Have(csv.NewReader(strings.NewReader(data)).ReadAll())(t)
}

// The steps are one table: in the file and in the figure.
func TestStepsAreOneTable(t *testing.T) {
	p, files := of(t)
	records := recordsOf(t, files["steps-T7.csv"])
	if head := strings.Join(records[0], " "); head != "seed T t beta path_kl_fwd path_kl_rev share keys" {
		t.Fatalf("the columns are %s", head)
	}
	each := plotter.XYs{}
	for i, s := range p.Steps {
		share := (s.Part.Forward + s.Part.Reverse) / p.B()
		for k, v := range []float64{7, float64(i + 2), math.Pow(float64(i+1)/6, 2), s.Part.Forward,
			s.Part.Reverse, share} {
			if got, err := strconv.ParseFloat(records[i+1][k+1], 64); err != nil || math.Abs(got-v) > 1e-12 {
				t.Errorf("step %d, %s is %s, want %v", i, records[0][k+1], records[i+1][k+1], v)
			}
		}
		each = append(each, plotter.XY{X: float64(i + 2), Y: share})
	}
	got, label := stepShares(p)
	if label != "share of B, each step" || !slices.EqualFunc(got, each, samePoint) {
		t.Errorf("the curve of %s is %v, want %v", label, got, each)
	}
	must.Say(t, files["steps-T7.svg"], ">"+label+"<", ">step to level t<")
}

// samePoint allows for roundings of the numbers of order one that are drawn.
func samePoint(a, b plotter.XY) bool { return math.Abs(a.X-b.X) <= 1e-12 && math.Abs(a.Y-b.Y) <= 1e-12 }

// Parts of what is infinite, or 0, stay as they are.
func TestSharesOfTheWhole(t *testing.T) {
	for whole, want := range map[float64]string{4: "[0.25 0.5] share of J", 0: "[1 2] nats",
		math.Inf(1): "[1 2] nats"} {
		all, unit := shares([]float64{1, 2}, whole, "J")
		if got := fmt.Sprint(all, " ", unit); got != want {
			t.Errorf("of %v: %s, want %s", whole, got, want)
		}
	}
}
