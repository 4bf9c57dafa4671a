package main

import (
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/reports/reporttest"
)

// validateGoldens holds the commands whose output for people is committed.
var validateGoldens = map[string][]string{
	"help-validate":     {"validate", "--help"},
	"validate-wall":     {"validate", "--target", "wall.csv", "--kernel", "cycle", "-T", "4"},
	"validate-barrier":  {"validate", "--toy", "barrier", "--kernel", "metropolis", "--beta", "1"},
	"validate-markdown": {"validate", "--target", "row.csv", "--kernel", "identity", "-T", "3", "--format", "markdown"},
	"validate-matrix":   {"validate", "--target", "wall.csv", "--matrix", "good.csv", "--kernel", "metropolis"},
	"validate-broken":   {"validate", "--target", "wall.csv", "--matrix", "broken.csv", "--kernel", "metropolis"},
	"validate-moves":    {"validate", "--target", "wall.csv", "--moves", "moves.csv", "--kernel", "metropolis"},
}

// What people read, byte for byte: 0 is the exit code where every law is kept, 1,
// with all of it printed, where one is broken.
func TestValidateGolden(t *testing.T) {
	content := map[string]string{
		"good.csv":   matrixCSV(t, "metropolis", 1, nil),
		"broken.csv": matrixCSV(t, "metropolis", 1, offBy1e6),
		"moves.csv":  "from,to\n0,1\n1,1\n1,4\n4,3\n3,3\n3,2\n",
	}
	for name, data := range inputs {
		content[name] = data
	}
	dir := files(t, content)
	for name, args := range validateGoldens {
		r := program(t, dir, args...)
		want := result{stdout: r.stdout}
		if name == "validate-broken" || name == "validate-moves" || name == "validate-markdown" {
			want.code, want.stderr = 1, "breadboard: a law is broken\n"
		}
		ended(t, r, want)
		for line := range strings.Lines(r.stdout) {
			n := len([]rune(strings.TrimSuffix(line, "\n")))
			if n > 80 && name != "validate-markdown" { // Markdown cannot wrap
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
		path, got := filepath.Join("testdata", name+".golden"), withoutKernels(r.stdout)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		golden, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(golden), got); diff != "" {
			t.Errorf("%s (go test -update writes it anew): %s", name, diff)
		}
	}
}

// fullValidation holds the JSON of a small space.
type fullValidation struct {
	Verdict    string
	Laws       []struct{ Name, Witness *string }
	Stationary []float64
	Gap, Slem  float64
	J, B       float64
	Relaxation float64 `json:"relaxation_time"`
	Mixing     int     `json:"mixing_time"`
	Kemeny     float64
	Values     []float64 `json:"eigenvalues"`
	Classes    []struct{ States []int }
	Period     int
	Levels     []struct{ Beta, Gap float64 }
	Compared   []comparison
}

// The object for scripts has every promised field, and its numbers agree with the
// packages that compute them.
func TestValidateJSON(t *testing.T) {
	var v fullValidation
	worksJSON(t, &v, t.TempDir(), "validate", "--toy", "barrier", "--kernel", "metropolis", "-T", "5")
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	truth, err := exact.Run(t.Context(), at(t, c, 5))
	if err != nil {
		t.Fatal(err)
	}
	kemeny := 0.0
	for _, l := range v.Values[1:] {
		kemeny += 1 / (1 - l)
	}
	near := func(what string, got, want, within float64) {
		if !(math.Abs(got-want) <= within*math.Abs(want)) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	near("J", v.J, truth.J(), 1e-12)
	near("B", v.B, truth.B(), 1e-12)
	near("relaxation time", v.Relaxation*(v.Gap), 1, 1e-9)
	near("kemeny", v.Kemeny, kemeny, 1e-8) // 1 - lambda has 10 of its digits where lambda is rounded
	near("slem", v.Slem, 1-v.Gap, 1e-15)
	for x, p := range v.Stationary {
		near(fmt.Sprintf("stationary probability of %d", x), p, truth.P[x], 1e-12)
	}
	testCounts(t, v)
	inPeskunsOrder(t, v.Compared)
}

// testCounts holds how many of everything there are, and the last level to the whole.
func testCounts(t *testing.T, v fullValidation) {
	t.Helper()
	if len(v.Classes) != 1 {
		t.Fatalf("%d classes, want 1", len(v.Classes))
	}
	if len(v.Levels) != 5 {
		t.Fatalf("%d levels, want 5", len(v.Levels))
	}
	for _, c := range []struct {
		of        string
		got, want int
	}{
		{"laws", len(v.Laws), 17},
		{"stationary probabilities", len(v.Stationary), 49},
		{"eigenvalues", len(v.Values), 49},
		{"states of the class", len(v.Classes[0].States), 49},
		{"period", v.Period, 1},
		{"mixing time", v.Mixing, 1032085},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.of, c.got, c.want)
		}
	}
	if v.Levels[4].Gap != v.Gap {
		t.Errorf("the gap is %v, and %v at the last level", v.Gap, v.Levels[4].Gap)
	}
}

// comparison holds what --format json says of a kernel beside the validated one.
type comparison struct {
	Kernel, Peskun string
	J, B           *float64
}

// inPeskunsOrder checks where kernels stand beside Metropolis on BARRIER.
func inPeskunsOrder(t *testing.T, compared []comparison) {
	t.Helper()
	order := map[string]string{}
	for _, k := range compared {
		order[k.Kernel] = k.Peskun
	}
	for kernel, want := range map[string]string{
		"metropolis": "equal",
		"barker":     "below",
		"identity":   "below",
		"heat-bath":  "neither",
		"lifted":     "in another space",
	} {
		if order[kernel] != want {
			t.Errorf("in Peskun's order %s is %q, want %q", kernel, order[kernel], want)
		}
	}
}

// Pictures can be read, and there are as many as there is something to draw.
func TestValidatePictures(t *testing.T) {
	dir := files(t, inputs)
	works(t, dir, "validate", "--target", "wall.csv", "--kernel", "king", "-T", "3", "--pictures", "out")
	for _, name := range []string{"density", "invariance", "second", "bottleneck", "spectrum"} {
		f, err := os.Open(filepath.Join(dir, "out", name+".png"))
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if w := picture.Bounds().Dx(); w < 300 {
			t.Errorf("%s is %d pixels wide, want 300 at least", name, w)
		}
		if h := picture.Bounds().Dy(); h < 200 {
			t.Errorf("%s is %d pixels high, want 200 at least", name, h)
		}
		svg, err := os.ReadFile(filepath.Join(dir, "out", name+".svg"))
		if err != nil {
			t.Error(err)
		} else if !strings.Contains(string(svg), "</svg>") {
			t.Errorf("%s.svg has no end", name)
		}
	}
}

// The page of a validation says the command, and opens the explorer if that shows the annealing.
func TestValidatePage(t *testing.T) {
	dir := files(t, inputs)
	link := "#toy=easy&amp;seed=3&amp;kernel=king&amp;bridge=geometric&amp;schedule=sigmoid:4&amp;T=3&amp;view=spectrum"
	for args, linked := range map[string]bool{
		"validate --toy easy --seed 3 --kernel king --schedule sigmoid:4 -T 3 --pictures out": true,
		"validate --target wall.csv --kernel king -T 3 --pictures out":                        false,
	} {
		works(t, dir, strings.Fields(args)...)
		page := textOf(t, dir, "out/validation.html")
		reporttest.Alone(t, page)
		if !strings.Contains(page, "breadboard "+args) {
			t.Errorf("the page does not say %s", args)
		}
		if strings.Contains(page, link) != linked || strings.Contains(page, "#toy=") != linked {
			t.Errorf("%s: the page has a link to the explorer: %v, want %v", args, !linked, linked)
		}
	}
}

// Every catalogued kernel can be validated by its name, and none is accused but the one that
// never moves.
func TestValidateCatalogue(t *testing.T) {
	dir := files(t, inputs)
	for _, k := range kernels.Catalogue {
		r := program(t, dir, "validate", "--target", "wall.csv", "--kernel", k.Name, "-T", "3")
		says, code := " on wall.csv keeps all", 0
		if k.Name == "identity" {
			says, code = " on wall.csv breaks 1 of 17 laws: first \"every cell leads to every\nother\"", 1
		}
		if !strings.HasPrefix(r.stdout, k.Name+says) {
			t.Errorf("%s: %s", k.Name, r.stdout)
		}
		if r.code != code {
			t.Errorf("%s: the exit code is %d, want %d", k.Name, r.code, code)
		}
	}
}
