package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/exact"
	"breadboard/experiments"
)

// Bad input is told in one line that names the place, on stderr and with code 2,
// and nothing else is printed or written.
func TestBadInput(t *testing.T) {
	content := map[string]string{
		"t.csv": "0,1\n2,3\n", "ragged.csv": "1,2\n3\n", "empty.csv": "", "words.csv": "1,2\n3,x\n", "nan.csv": "1,nan\n", "inf.csv": "1,+inf\n",
		"one.csv": "1\n", "walls.csv": "-inf,-inf\n", "gap.csv": "1,,2\n", "huge.csv": "1,1e301\n",
		"falls.txt": "0 0.5 0.4 1", "short.txt": "0 0.5", "late.txt": "0.1 1", "word.txt": "0\nhalf\n1", "good.txt": "0 0.5 1",
		"left.csv": "0,-inf\n-inf,-inf\n", "right.csv": "-inf,0\n0,0\n",
	}
	dir := files(t, content)
	for _, c := range []struct {
		says string
		args []string
	}{
		{"unknown flag --toi", []string{"exact", "--toi", "barrier"}},
		{"exct", []string{"exct"}},
		{"no target: --toy NAME", []string{"exact"}},
		{`--toy "barier" is unknown; the nearest known is barrier`, []string{"exact", "--toy", "barier"}},
		{`--kernel "metropolys" is unknown; the nearest known is metropolis`, []string{"exact", "--toy", "easy", "--kernel", "metropolys"}},
		{`--bridge "arithmetic" is unknown; the nearest known is geometric`, []string{"exact", "--toy", "easy", "--bridge", "arithmetic"}},
		{`--schedule "liner" is unknown; the nearest known is linear`, []string{"exact", "--toy", "easy", "--schedule", "liner"}},
		{"sigmoid needs its parameter", []string{"exact", "--toy", "easy", "--schedule", "sigmoid"}},
		{`--format "jsn" is unknown; the nearest known is json`, []string{"exact", "--toy", "easy", "--format", "jsn"}},
		{`--format "yaml" is unknown`, []string{"list", "--format", "yaml"}},
		{"-T 1; a number of levels from 2", []string{"exact", "--toy", "easy", "-T", "1"}},
		{"-T 0; a number of levels from 2", []string{"exact", "--toy", "easy", "-T", "10,0"}},
		{"-T -3; a number of levels from 2", []string{"exact", "--toy", "easy", "-T=-3"}},
		{"-T -3; a number of levels from 2", []string{"exact", "--toy", "easy", "--levels=-3"}},
		{`-T "10,ten": "ten" is not a whole number`, []string{"exact", "--toy", "easy", "-T", "10,ten"}},
		{`-T "10,": "" is not a whole number`, []string{"exact", "--toy", "easy", "-T", "10,"}},
		{`-T "99999999999999999999"`, []string{"exact", "--toy", "easy", "-T", "99999999999999999999"}},
		{`"esy" is unknown; the nearest known is easy (of easy, hard, barrier); -T 1`, []string{"exact", "--toy", "esy", "-T", "1"}},
		{"--toy easy and --target t.csv are both given", []string{"exact", "--toy", "easy", "--target", "t.csv"}},
		{"--seed 4 is given, but --toy barrier has no randomness", []string{"exact", "--toy", "barrier", "--seed", "4"}},
		{"--toy-seed 4 is given, but nothing in --target t.csv is random", []string{"sample", "--target", "t.csv", "--toy-seed", "4"}},
		{"--seed", []string{"exact", "--toy", "easy", "--seed", "x"}},
		{"--seed", []string{"exact", "--toy", "easy", "--seed=-1"}},
		{"ragged.csv: row 2 has 1 column", []string{"exact", "--target", "ragged.csv"}},
		{"empty.csv: empty", []string{"exact", "--target", "empty.csv"}},
		{`words.csv: row 2, column 2: "x" is not a number`, []string{"exact", "--target", "words.csv"}},
		{"nan.csv: row 1, column 2: found nan", []string{"exact", "--target", "nan.csv"}},
		{"inf.csv: row 1, column 2: found +inf", []string{"exact", "--target", "inf.csv"}},
		{"one.csv: row 1, column 1 is the only cell", []string{"exact", "--target", "one.csv"}},
		{"walls.csv: every cell is -inf", []string{"exact", "--target", "walls.csv"}},
		{"gap.csv: row 1, column 2: the field is empty", []string{"exact", "--target", "gap.csv"}},
		{"huge.csv: row 1, column 2", []string{"exact", "--target", "huge.csv"}},
		{"missing.csv: no such file", []string{"exact", "--target", "missing.csv"}},
		{".: is a directory", []string{"exact", "--target", "."}},
		{"t.csv: 2x2 cells; the target has 7x7", []string{"exact", "--toy", "easy", "--initial", "t.csv"}},
		{"right.csv with left.csv: at beta = 0.5 no cell has any mass", []string{"exact", "--target", "left.csv", "--initial", "right.csv"}},
		{"falls.txt: beta 3 is 0.4, below beta 2", []string{"exact", "--toy", "easy", "--schedule", "falls.txt"}},
		{"short.txt: beta 2 is 0.5; the last is 1", []string{"exact", "--toy", "easy", "--schedule", "short.txt"}},
		{"late.txt: beta 1 is 0.1; the first is 0", []string{"exact", "--toy", "easy", "--schedule", "file:late.txt"}},
		{`word.txt: line 2: "half" is not a number`, []string{"exact", "--toy", "easy", "--schedule", "word.txt"}},
		{"-T 5, but --schedule good.txt has 3 betas", []string{"exact", "--toy", "easy", "--schedule", "good.txt", "-T", "5"}},
		{"--chains 1; from 2", []string{"sample", "--toy", "easy", "--chains", "1"}},
		{"--chains -4; from 2", []string{"sample", "--toy", "easy", "--chains=-4"}},
		{"--chains", []string{"sample", "--toy", "easy", "--chains", "many"}},
		{"--workers -1", []string{"sample", "--toy", "easy", "--workers=-1"}},
		{`completion "tcsh" is unknown; the nearest known is`, []string{"completion", "tcsh"}},
		{"shell", []string{"completion"}},
		{"--out t.csv: ", []string{"reproduce", "--quick", "--out", "t.csv"}},
		{"--out t.csv/sub: not a directory", []string{"reproduce", "--quick", "--out", "t.csv/sub"}},
		{"--out /proc/breadboard: ", []string{"reproduce", "--quick", "--out", "/proc/breadboard"}},
	} {
		r := program(t, dir, c.args...)
		if r.code != 2 || r.stdout != "" {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", c.args, r.code, r.stdout, r.stderr)
		}
		if !strings.HasPrefix(r.stderr, "breadboard: ") || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, c.says) {
			t.Errorf("%q: stderr is %q, want one line with %s", c.args, r.stderr, c.says)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != len(content) {
		t.Errorf("%d files where there were %d: %v", len(left), len(content), err)
	}
}

// What JSON holds is what package exact returns, to the last bit.
func TestExactJSON(t *testing.T) {
	var rows []map[string]any
	out := works(t, t.TempDir(), "exact", "--toy", "easy", "--seed", "3", "-T", "10,2,40", "--kernel", "barker", "--skip-last-kernel", "--steps", "--format", "json")
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	three := uint64(3)
	c, err := experiments.Setting{Toy: "easy", Seed: &three, Kernel: "barker", SkipLast: true}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	for i, T := range []int{10, 2, 40} {
		r, err := exact.Run(t.Context(), c.At(T))
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]any{
			"target": "easy", "rows": 7.0, "cols": 7.0, "seed": 3.0, "initial": "uniform", "kernel": "barker", "bridge": "geometric",
			"schedule": "linear", "skip_last_kernel": true, "T": float64(T),
			"J": r.J(), "B": r.B(), "b_minus_j": r.B() - r.J(), "kl_q_p": r.Final.Forward, "kl_p_q": r.Final.Reverse,
			"path_kl_fwd": r.Paths.Forward, "path_kl_rev": r.Paths.Reverse, "log_r": r.LogR,
			"e_log_w_fwd": r.FwdLogW(), "e_log_w_rev": r.RevLogW(), "b_pairwise": r.Pairwise.Jeffreys(),
			"mean_w": r.MeanW, "mean_inv_w": r.MeanInvW, "ess": r.ESS, "defect": r.Defect, "warnings": []any{},
		}
		q, steps := rows[i]["q"].([]any), rows[i]["steps"].([]any)
		delete(rows[i], "q")
		delete(rows[i], "steps")
		if diff := cmp.Diff(want, rows[i]); diff != "" {
			t.Errorf("T = %d: %s", T, diff)
		}
		if len(q) != 49 || q[5] != r.Q[5] || len(steps) != T-1 {
			t.Errorf("T = %d: %d cells, %d steps", T, len(q), len(steps))
		}
		last := steps[T-2].(map[string]any)
		if part := r.Steps[T-2].Part; last["path_kl_fwd"] != part.Forward || last["share"] != part.Jeffreys()/r.B() || last["t"] != float64(T) {
			t.Errorf("T = %d: last step %v, want %v", T, last, part)
		}
	}
}

// Where an infinite B is the truth it is null, every null is named in a warning
// that gives the reason, and the exit code is 0.
func TestInfiniteIsNull(t *testing.T) {
	dir := files(t, map[string]string{"wall.csv": "0,1,-inf\n2,3,1\n", "all.csv": "0,0,0\n0,0,0\n", "not.csv": "-inf,0,0\n0,0,0\n"})
	for _, initial := range []string{"all.csv", "not.csv"} {
		for _, kernel := range []string{"metropolis", "identity", "perfect"} {
			var rows []map[string]any
			out := works(t, dir, "exact", "--target", "wall.csv", "--initial", initial, "--kernel", kernel, "-T", "3,20", "--format", "json")
			if err := json.Unmarshal([]byte(out), &rows); err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				var warnings []string
				for _, w := range row["warnings"].([]any) {
					warnings = append(warnings, w.(string))
				}
				all := strings.Join(warnings, "\n")
				if row["B"] != nil || !strings.Contains(all, "B infinite: the initial density has mass") || !strings.Contains(all, "where the target has none, first in cell [0 2]") {
					t.Errorf("%s, %s: B is %v: %s", initial, kernel, row["B"], all)
				}
				for key, v := range row {
					if v == nil && key != "seed" && !strings.Contains(warnings[len(warnings)-1], key+" = ") {
						t.Errorf("%s, %s: %s is null: %s", initial, kernel, key, all)
					}
				}
			}
		}
	}
}

// Each estimate stands beside what exact says, within six standard errors (by
// chance 2e-9 of the time, and the seed is fixed), and the seed fixes every digit
// for any number of workers.
func TestSampleJSON(t *testing.T) {
	args := []string{"sample", "--toy", "barrier", "-T", "30", "--chains", "20000", "--seed", "5", "--format", "json"}
	out := works(t, t.TempDir(), args...)
	if again := works(t, t.TempDir(), append(args, "--workers", "1")...); again != out {
		t.Error("one worker gives other numbers")
	}
	var rows []struct {
		Target, Quantity              string
		T, Chains, Seed               int
		Exact, Estimate, Stderr, Z, P *float64
		BootstrapLow                  *float64 `json:"bootstrap_low"`
		BootstrapHigh                 *float64 `json:"bootstrap_high"`
	}
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	truth, err := exact.Run(t.Context(), c.At(30))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"e_log_w_fwd": truth.FwdLogW(), "e_log_w_rev": truth.RevLogW(), "B": truth.B(), "log_r_lower": truth.LogR,
		"log_r_upper": truth.LogR, "mean_w": 1, "mean_inv_w": 1, "ess": truth.ESS, "chi_square": math.NaN()}
	for _, r := range rows {
		exact, ok := want[r.Quantity]
		delete(want, r.Quantity)
		if !ok || r.T != 30 || r.Target != "barrier" || r.Chains != 20000 || r.Seed != 5 {
			t.Errorf("row %+v", r)
		}
		if math.Abs(*r.Exact-exact) > 1e-9 || !(math.Abs(*r.Z) < 6) || math.Abs(*r.Estimate-*r.Exact-*r.Z**r.Stderr) > 1e-9 || !(*r.P > 1e-9) {
			t.Errorf("%s: exact %v, not %v; estimate %v, stderr %v, z %v, p %v", r.Quantity, *r.Exact, exact, *r.Estimate, *r.Stderr, *r.Z, *r.P)
		}
		if r.Quantity == "B" && !(*r.BootstrapLow < *r.Estimate && *r.Estimate < *r.BootstrapHigh) {
			t.Errorf("bootstrap interval [%v, %v] of %v", *r.BootstrapLow, *r.BootstrapHigh, *r.Estimate)
		}
	}
	if len(want) > 0 {
		t.Errorf("no rows of %v", want)
	}
}

// A target from a FIFO tells when the program has begun: it is then interrupted
// in the middle of work that would take minutes.
func TestInterrupt(t *testing.T) {
	for _, args := range [][]string{
		{"exact", "-T", "10000000"},
		{"sample", "-T", "100000", "--chains", "1000000"},
	} {
		dir := t.TempDir()
		fifo := filepath.Join(dir, "target.csv")
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Skip(err)
		}
		cmd := exec.Command(binary, append(args, "--target", "target.csv")...)
		r := finish(t, cmd, dir, func() error {
			if err := cmd.Start(); err != nil {
				return err
			}
			if err := os.WriteFile(fifo, []byte("0,1\n3,2\n"), 0); err != nil {
				t.Error(err)
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
			return cmd.Wait()
		})
		if want := (result{stderr: "breadboard: interrupted\n", code: 130}); r != want {
			t.Errorf("%v: %+v", args, r)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("%v left %v, %v", args, left, err)
		}
	}
}

// An output that cannot be written is a failure, and not bad input.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	var errs bytes.Buffer
	cmd := exec.Command(binary, "list")
	cmd.Stdout, cmd.Stderr = full, &errs
	err = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); err == nil || code != 1 || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("exit %d: %s", code, errs.String())
	}
}

// On a terminal heads are bold, unless NO_COLOR says otherwise, and the work's
// progress is shown; util-linux' script has a terminal for us.
func TestTerminal(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip(err)
	}
	const bold = "\x1b[1m"
	on := func(env ...string) string {
		cmd := exec.Command(script, "-qec", binary+" exact --toy barrier -T 10,20", "/dev/null")
		cmd.Env = append(slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "NO_COLOR=") }), env...)
		return finish(t, cmd, t.TempDir(), cmd.Run).stdout
	}
	if out := on(); !strings.Contains(out, bold) || !strings.Contains(out, "exact") {
		t.Errorf("no colour or no progress on a terminal: %q", out)
	}
	if out := on("NO_COLOR=1"); strings.Contains(out, bold) {
		t.Errorf("NO_COLOR is not heeded: %q", out)
	}
}
