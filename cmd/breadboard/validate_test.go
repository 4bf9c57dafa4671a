package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/reports/reporttest"
)

// A folder of matrices is a whole annealing: the same J and B as the kernel that they were made from.
func TestValidateFolder(t *testing.T) {
	dir := matrixFolder(t, "cycle", nil)
	var v, want fullValidation
	worksJSON(t, &v, dir, strings.Fields("validate --target wall.csv --matrix k")...)
	worksJSON(t, &want, dir, strings.Fields("validate --target wall.csv --kernel cycle -T 3")...)
	if v.J == 0 || !(math.Abs(v.J-want.J) < 1e-12) || !(math.Abs(v.B-want.B) < 1e-12) || v.Balance != want.Balance {
		t.Errorf("J, B and the balance are %v, %v, %s by matrices, %v, %v, %s by the kernel", v.J, v.B, v.Balance, want.J, want.B,
			want.Balance)
	}
}

// matrixCSV returns a file with the matrix of a catalogued kernel on wall.csv at one
// beta: each entry in the fewest digits that read back the same.
func matrixCSV(t *testing.T, kernel string, beta float64, change func(x, y int, p float64) float64) string {
	t.Helper()
	c, err := experiments.Setting{Target: filepath.Join(files(t, inputs), "wall.csv"), Kernel: kernel}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	a := at(t, c, 2)
	op, l := a.Kernel.On(a.Grid), a.NewLevel()
	l.Move(1, beta)
	op.Aim(l)
	var lines []string
	for x := range a.Grid.Size() {
		row, stay := make([]float64, a.Grid.Size()), 1.0
		op.Row(x, func(y int, p float64) {
			row[y] += p
			stay -= p
		})
		row[x] = stay
		var fields []string
		for y, p := range row {
			if change != nil {
				p = change(x, y, p)
			}
			fields = append(fields, fmt.Sprint(p))
		}
		lines = append(lines, strings.Join(fields, ","))
	}
	return strings.Join(lines, "\n") + "\n"
}

// offBy1e6 moves a millionth of cell 4's staying to cell 1.
func offBy1e6(x, y int, p float64) float64 {
	switch {
	case x == 4 && y == 1:
		return p + 1e-6
	case x == 4 && y == 4:
		return p - 1e-6
	}
	return p
}

// fullValidation holds the JSON of a small space.
type fullValidation struct {
	Verdict    string
	Balance    string
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
	if len(v.Laws) != 17 || len(v.Values) != 49 || len(v.Classes) != 1 || len(v.Levels) != 5 || v.Levels[4].Gap != v.Gap ||
		v.Period != 1 || v.Mixing != 1032085 {
		t.Errorf("%d laws, %d classes, %d levels, the period %d and the mixing time %d", len(v.Laws), len(v.Classes), len(v.Levels),
			v.Period, v.Mixing)
	}
	inPeskunsOrder(t, v.Compared)
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

// A constant in log f changes no density, and so no verdict of validate: law by law it is that of the same kernel
// without the constant. The targets are of whole numbers, so that even 1e12 changes no digit of them: one has a wall, and
// cells of next to no mass.
func TestValidateKnowsNoConstant(t *testing.T) {
	laws := func(target string, kernel string) string {
		t.Helper()
		dir := files(t, map[string]string{"g.csv": target})
		r := program(t, dir, "validate", "--target", "g.csv", "--kernel", kernel, "--format", "csv")
		var all []string
		for _, row := range readCSV(t, r.stdout)[1:] {
			all = append(all, strings.Join(row[:2], " "))
		}
		slices.Sort(all)
		return strings.Join(all, "; ")
	}
	for _, k := range kernels.Catalogue[:times(3, len(kernels.Catalogue))] {
		for _, rows := range [][]float64{{0, 1, 2, 0}, {0, -30, math.Inf(-1), 4}} {
			plain := ""
			for _, c := range []float64{0, 1e12, -1e12, 1e3, -1e7}[:times(3, 5)] {
				target := fmt.Sprintf("%.0f,%.0f\n%.0f,%.0f\n", rows[0]+c, rows[1]+c, rows[2]+c, rows[3]+c)
				got := laws(strings.ReplaceAll(target, "Inf", "inf"), k.Name)
				if c == 0 {
					plain = got
				}
				if got != plain {
					t.Errorf("%s plus %g: %q, and without the constant %q", k.Name, c, got, plain)
				}
			}
		}
	}
}

// uneven is a target of five rows and columns whose 25 cells all differ.
func uneven() (csv string, logf [25]float64) {
	for x := range logf {
		logf[x] = math.Round(1000*math.Sin(2.9*float64(x)+0.4)*1.6) / 1000
		csv += fmt.Sprint(logf[x], map[bool]string{true: "\n", false: ","}[x%5 == 4])
	}
	return csv, logf
}

// metropolisCSV returns the matrix of Metropolis on five rows and columns. share is the probability
// with which a move is proposed from cell x, which has so many moves; write changes each entry.
func metropolisCSV(logf [25]float64, share func(ways int) float64, entry func(x, y int, m [][]float64) float64) string {
	m := make([][]float64, 25)
	for x := range m {
		m[x] = make([]float64, 25)
		var to []int
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			if i, j := x/5+d[0], x%5+d[1]; min(i, j) >= 0 && max(i, j) < 5 {
				to = append(to, 5*i+j)
			}
		}
		m[x][x] = 1
		for _, y := range to {
			m[x][y] = share(len(to)) * math.Exp(min(0, logf[y]-logf[x]))
			m[x][x] -= m[x][y]
		}
	}
	var b strings.Builder
	for x := range m {
		for y := range m {
			fmt.Fprint(&b, entry(x, y, m), map[bool]string{true: "\n", false: ","}[y == 24])
		}
	}
	return b.String()
}

// caused holds the part of --format json on the cause.
type caused struct {
	Verdict string
	Cause   *struct {
		Name, Says, Advice string
		Tolerance          float64
	}
}

// The verdict on a matrix with one slip names it, in words and for programs, and the exit code is 1.
// A tolerance that it names does, and none smaller.
func TestValidateNamesCause(t *testing.T) {
	target, logf := uneven()
	for name, c := range slips(logf) {
		dir := files(t, map[string]string{"g.csv": target, "k.csv": c.matrix})
		args := strings.Fields("validate --target g.csv --matrix k.csv")
		var v caused
		decode(t, program(t, dir, append(args, "--format", "json")...), 1, &v)
		if v.Cause == nil || v.Cause.Name != name || !strings.Contains(v.Verdict, "; likely cause: ") ||
			!strings.Contains(v.Verdict, c.says) {
			t.Errorf("%s: the cause is %+v, and the verdict %q", name, v.Cause, v.Verdict)
			continue
		}
		if at := v.Cause.Tolerance; at > 0 {
			works(t, dir, append(args, "--tolerance", fmt.Sprint(at))...)
			if r := program(t, dir, append(args, "--tolerance", fmt.Sprint(at/1000))...); r.code != 1 {
				t.Errorf("%s: a thousandth of the tolerance does", name)
			}
		}
		holds(t, program(t, dir, args...).stdout, "Likely cause: ", " What to do: ")
	}
}

// enclosed holds a number in JSON with the ends between which it lies.
type enclosed struct{ Value, Low, High *float64 }

// largeValidation holds the JSON of a space whose matrix is not written out.
type largeValidation struct {
	OK         bool
	Gap        float64
	Relaxation float64 `json:"relaxation_time"`
	Kemeny     *float64
	Laws       []struct{ Name string }
	Bounds     struct {
		Gap, SLEM enclosed
		MixingLow int `json:"mixing_time_low"`
		Mixing    int `json:"mixing_time_high"`
		Average   int `json:"mixing_time_average_high"`
		Functions []struct {
			Name string
			IAT  enclosed
		}
	}
	Notes []string
}

// If the matrix does not fit, scripts get the ends of the spectrum. On Glauber's ring the gap is (1 - tanh 2K)/n, and
// no spin has a longer IAT than the magnetisation, 2/gap - 1.
func TestValidateLarge(t *testing.T) {
	const n, coupling = 13, 0.4
	gap := (1 - math.Tanh(2*coupling)) / n
	var v largeValidation
	worksJSON(t, &v, "", strings.Fields("validate --toy ising:1x13:0.4 --kernel heat-bath --beta 1")...)
	b := v.Bounds
	if !v.OK || len(v.Laws) != 9 || v.Kemeny != nil || len(v.Notes) != 2 || b.Gap.Low == nil || b.SLEM.High == nil {
		t.Fatalf("%+v", v)
	}
	// Relative errors of a sum of squares; the other end is asked to be within 1e-10.
	if !(*b.Gap.Low <= gap*(1+1e-12) && gap <= *b.Gap.High*(1+1e-12) && *b.Gap.High-*b.Gap.Low < 1e-9*gap) {
		t.Errorf("a gap of %.15g, said to be from %.15g to %.15g", gap, *b.Gap.Low, *b.Gap.High)
	}
	if v.Gap != *b.Gap.Value || math.Abs(v.Relaxation*gap-1) > 1e-9 {
		t.Errorf("the gap is %v, and %v among the bounds; relaxation time %g, want %g", v.Gap, *b.Gap.Value, v.Relaxation, 1/gap)
	}
	if !(b.MixingLow < b.Average && b.Average <= b.Mixing) {
		t.Errorf("mixing from %d to %d, on average %d", b.MixingLow, b.Mixing, b.Average)
	}
	if iat := *b.Functions[1].IAT.High; iat > 2/gap-1 {
		t.Errorf("the IAT of %s is up to %g, want up to %g", b.Functions[1].Name, iat, 2/gap-1)
	}
}

// Vertical moves alone keep every cell in its column. The verdict says which cells never meet, and
// the exit code is 1, in JSON as for people.
func TestValidateVerticalMoves(t *testing.T) {
	dir := files(t, map[string]string{"flat.csv": "0,0\n0,0\n", "vertical.csv": "0.5,0,0.5,0\n0,0.5,0,0.5\n0.5,0,0.5,0\n0,0.5,0,0.5\n"})
	args := strings.Fields("validate --target flat.csv --matrix vertical.csv")
	holds(t, program(t, dir, args...).stdout, "from cell 0 [0 0], the heaviest, no way leads to 2 of 4 cells (50% of the mass), "+
		"cell 1 [0 1] first")
	var v struct {
		OK        bool
		Unreached []int
		Classes   []struct{ States []int }
	}
	decode(t, program(t, dir, append(args, "--format", "json")...), 1, &v)
	if v.OK || !slices.Equal(v.Unreached, []int{1, 3}) || len(v.Classes) != 2 || !slices.Equal(v.Classes[1].States, []int{1, 3}) {
		t.Errorf("%+v, want the second column unreached", v)
	}
}

// slips are matrices with one slip each, by its cause, and what the verdict says.
func slips(logf [25]float64) map[string]struct{ matrix, says string } {
	return map[string]struct{ matrix, says string }{
		"transposed": {metropolisCSV(logf, quarter, func(x, y int, m [][]float64) float64 { return m[y][x] }),
			"rows and columns are exchanged"},
		"edges": {metropolisCSV(logf, func(ways int) float64 { return 1 / float64(ways) },
			func(x, y int, m [][]float64) float64 { return m[x][y] }),
			"the proposal has fewer moves at the border, and the acceptance forgets that ratio"},
		"digits": {metropolisCSV(logf, quarter, func(x, y int, m [][]float64) float64 {
			return math.Round(m[x][y]*1e6) / 1e6
		}), "the entries have 6 digits after the point"},
	}
}

// quarter proposes each of four moves alike.
func quarter(int) float64 { return 0.25 }
