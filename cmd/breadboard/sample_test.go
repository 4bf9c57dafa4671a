package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"breadboard/exact"
	"breadboard/experiments"
)

// People are told what the marks do to an ESS; programs get the rows alone.
func TestSampleTellsOfSelection(t *testing.T) {
	const says = "An ESS is marked (!) if one weight"
	for format, want := range map[string]bool{"table": true, "markdown": true, "csv": false, "json": false} {
		out := works(t, "", "sample", "--toy", "barrier", "-T", "3", "--chains", "100", "--format", format)
		if got := strings.Contains(out, says); got != want {
			t.Errorf("%s: the note is there: %v, want %v: %s", format, got, want, out)
		}
	}
}

// A sampleRow is a row of JSON at T = 30, with 20,000 chains and the mc_seed 5.
type sampleRow struct {
	Target, Quantity              string
	T, Chains                     int
	MCSeed                        int `json:"mc_seed"`
	Exact, Estimate, Stderr, Z, P *float64
	BootstrapLow                  *float64 `json:"bootstrap_low"`
	BootstrapHigh                 *float64 `json:"bootstrap_high"`
}

// check compares the row with the exact value.
func (r sampleRow) check(t *testing.T, exact float64) {
	t.Helper()
	if r.Target != "barrier" || r.T != 30 || r.Chains != 20000 || r.MCSeed != 5 {
		t.Errorf("%s: the row is of %s, T = %d, %d chains, mc_seed %d", r.Quantity, r.Target, r.T, r.Chains, r.MCSeed)
	}
	if math.Abs(*r.Exact-exact) > 1e-9 {
		t.Errorf("%s is exactly %v, want %v", r.Quantity, *r.Exact, exact)
	}
	if off := *r.Estimate - *r.Exact; !(math.Abs(*r.Z) < 6) || !(*r.P > 1e-9) || math.Abs(off-*r.Z**r.Stderr) > 1e-9 {
		t.Errorf("%s is off by %v, with z = %v and p = %v", r.Quantity, off, *r.Z, *r.P)
	}
	if r.Quantity == "B" && !(*r.BootstrapLow < *r.Estimate && *r.Estimate < *r.BootstrapHigh) {
		t.Errorf("bootstrap interval [%v, %v] of %v", *r.BootstrapLow, *r.BootstrapHigh, *r.Estimate)
	}
}

// sampled returns the exact value of each quantity of TestSampleJSON.
func sampled(t *testing.T) map[string]float64 {
	t.Helper()
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	truth, err := exact.Run(t.Context(), at(t, c, 30))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]float64{
		"e_log_w_fwd": truth.FwdLogW(),
		"e_log_w_rev": truth.RevLogW(),
		"B":           truth.B(),
		"log_r_lower": truth.LogR,
		"log_r_upper": truth.LogR,
		"mean_w":      1,
		"mean_inv_w":  1,
		"ess":         truth.ESS,
		"chi_square":  math.NaN(),
	}
}

// Each estimate stands beside what exact says, within six standard errors (by
// chance 2e-9 of the time, and the seed is fixed), and the seed fixes every digit
// for any number of workers.
func TestSampleJSON(t *testing.T) {
	args := []string{"sample", "--toy", "barrier", "-T", "30", "--chains", "20000", "--mc-seed", "5", "--format", "json"}
	out := works(t, t.TempDir(), args...)
	if again := works(t, t.TempDir(), append(args, "--workers", "1")...); again != out {
		t.Error("one worker gives other numbers")
	}
	var rows []sampleRow
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	want := sampled(t)
	for _, r := range rows {
		exact, ok := want[r.Quantity]
		delete(want, r.Quantity)
		if !ok {
			t.Errorf("%s is unknown, or comes twice", r.Quantity)
		}
		r.check(t, exact)
	}
	if len(want) > 0 {
		t.Errorf("no rows of %v", want)
	}
}

// People read both seeds.
func TestBothSeedsShown(t *testing.T) {
	for command, want := range map[string][]string{
		"sample --toy hard --seed 7 -T 5 --chains 20 --mc-seed 3": {"hard, seed 7,", "mc-seed 3:"},
		"aide --toy hard --seed 7 -T 5 --runs 5 --mc-seed 3":      {", seed 7;", "mc-seed 3."},
		"score --toy hard --seed 7 --kernel metropolis --function ks:1 -N 10 --mc-seed 3": {"on hard, seed 7",
			"mc-seed 3"},
		"geweke --toy clustering:3:2 --draws 20 --mc-seed 3": {"mc-seed 3"},
	} {
		holds(t, works(t, "", strings.Fields(command)...), want...)
	}
}

// Chains run by rounded matrices, forward and by their reversals, with the estimates of the exact
// run: within four standard errors, which chance passes once in 16,000 times, at a fixed seed.
func TestSampleMatrix(t *testing.T) {
	for _, digits := range []float64{1e6, 1e15} {
		dir := matrixFolder(t, "cycle", func(_, _ int, p float64) float64 { return math.Round(p*digits) / digits })
		var rows []sampleRow
		worksJSON(t, &rows, dir, strings.Fields("sample --target wall.csv --matrix k --chains 20000")...)
		for _, r := range rows {
			if r.Z == nil || !(math.Abs(*r.Z) < 4) {
				t.Errorf("rounded to %v: %s has z = %v, want within 4", 1/digits, r.Quantity, r.Z)
			}
		}
	}
}

// A movedRow is a row of sample --exec --format json.
type movedRow struct {
	Program, How, Quantity string
	Chains                 int
	Exact, Estimate, Z     *float64
	Warnings               []string
}

// moved runs the Python client and returns the rows by their quantities.
func moved(t *testing.T, args string) map[string]movedRow {
	t.Helper()
	python(t)
	var rows []movedRow
	worksJSON(t, &rows, "", append(strings.Fields("sample --toy barrier -T 20 "+args),
		"--exec", "python3 clients/metropolis.py")...)
	all := map[string]movedRow{}
	for _, r := range rows {
		all[r.Quantity] = r
	}
	return all
}

// A program that is metropolis has the estimates of metropolis, within four standard errors: by chance one quantity in
// 16,000 is farther off, and the seed is fixed. From the values of exact draws, which it may claim to make, it is far.
func TestSampleExec(t *testing.T) {
	rows := moved(t, "--kernel metropolis --chains 2000")
	for _, name := range []string{"e_log_w_fwd", "e_log_w_rev", "B", "log_r_lower", "ess", "chi_square"} {
		if r, ok := rows[name]; !ok || r.Z == nil || !(math.Abs(*r.Z) < 4) {
			t.Errorf("%s is %v, want a z within 4", name, r)
		}
	}
	if r := moved(t, "--kernel perfect --chains 2000")["e_log_w_fwd"]; !(math.Abs(*r.Z) > 4) {
		t.Errorf("E_fwd[log w] of metropolis is %v standard errors from that of perfect moves", *r.Z)
	}
}

// Without a claim there are estimates alone, of a thousand chains, and log R, to which every sound kernel leads. Without
// a word that the kernel is reversible nothing runs in reverse.
func TestSampleExecUndeclared(t *testing.T) {
	rows := moved(t, "")
	if r := rows["e_log_w_fwd"]; r.Exact != nil || r.Estimate == nil || r.Chains != 1000 {
		t.Errorf("E_fwd[log w] of %d chains is exactly %v, estimated %v; want the estimate alone", r.Chains, r.Exact, r.Estimate)
	}
	if r := rows["log_r_lower"]; r.Exact == nil || !(math.Abs(*r.Z) < 4) {
		t.Errorf("log E_fwd[w] is %v, want a z within 4", r)
	}
	if r, ok := rows["B"]; ok {
		t.Errorf("there is a B, %v, without reverse chains", r)
	}
	if r, ok := moved(t, "--chains 200 --reversible")["B"]; !ok || r.Exact != nil {
		t.Errorf("B by reversible moves is %v, want the estimate alone", r)
	}
}

// A program from outside has no kernel of ours, unless it claims to be one, in no byte of text, CSV, JSON and Parquet.
func TestExecHasNoKernel(t *testing.T) {
	python(t)
	dir := files(t, map[string]string{"mine.py": read(t, "clients/metropolis.py"), "draws.py": read(t, "clients/sir.py")})
	for _, c := range []struct {
		args, exec, none string
		absent           bool
	}{
		{"sample --toy barrier -T 7 --chains 20 --save runs.parquet --force", "python3 mine.py", "metropolis", true},
		{"sample --toy barrier -T 7 --chains 20 --save runs.parquet --force --kernel king", "python3 mine.py", "king", false},
		{"aide --toy barrier --runs 20 -T 7", "python3 draws.py 2", "metropolis", true},
		{"aide --toy barrier --runs 20 --gold ais", "python3 draws.py 2", "metropolis", false},
	} {
		for _, format := range []string{"table", "csv", "json"}[:times(2, 3)] {
			out := works(t, dir, append(strings.Fields(c.args), "--exec", c.exec, "--format", format)...)
			if c.exec == "python3 mine.py" && strings.Contains(textOf(t, dir, "runs.parquet"), c.none) == c.absent {
				t.Errorf("%s: %q is in the file: %v", c.args, c.none, !c.absent)
			}
			if strings.Contains(out, c.none) == c.absent {
				t.Errorf("%s as %s: %q is there: %v", c.args, format, c.none, !c.absent)
			}
		}
	}
}

// The file holds the runs whose estimates are printed: the log of the mean of exp(log_w) is the
// lower bound of log R, to the rounding of a sum of 2000 numbers. Any number of workers writes the same bytes.
func TestSampleSave(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("sample --toy barrier -T 30 --chains 2000 --format csv --save")
	printed := readCSV(t, works(t, dir, append(args, "runs/chains.parquet", "--workers", "1")...))
	rows, err := parquet.ReadFile[struct {
		Direction string  `parquet:"direction,optional"`
		LogW      float64 `parquet:"log_w,optional"`
	}](filepath.Join(dir, "runs", "chains.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	sum, n := 0.0, 0.0
	for _, r := range rows {
		if r.Direction == "forward" {
			sum, n = sum+math.Exp(r.LogW), n+1
		}
	}
	want := number(t)(column(printed, "estimate")[slices.Index(column(printed, "quantity"), "log_r_lower")])
	if got := math.Log(sum / n); !(math.Abs(got-want) < 1e-10) {
		t.Errorf("log of the mean weight is %v in the file, %v printed", got, want)
	}
	works(t, dir, append(args, "again.parquet", "--workers", "2")...)
	if textOf(t, dir, "again.parquet") != textOf(t, dir, "runs/chains.parquet") {
		t.Error("two runs write other bytes")
	}
}

// People read where the runs are, and that they are no chain.
func TestSampleSaveSaysWhere(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, strings.Fields("sample --toy barrier -T 3,4 --chains 100 --save chains.parquet")...)
	if want := "Saved: chains.parquet, 400 runs, one a row."; !strings.Contains(out, want) {
		t.Errorf("%q is missing in\n%s", want, out)
	}
	refused(t, program(t, dir, strings.Fields("validate --toy barrier --moves chains.parquet")...),
		"chains.parquet: a column direction beside cell is of runs, as sample --save writes them")
}
