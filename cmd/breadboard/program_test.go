package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments"
)

// at is the chain's annealing of T levels.
func at(t *testing.T, c experiments.Chain, T int) chains.Annealing {
	t.Helper()
	a, _, err := c.At(t.Context(), T)
	if err != nil {
		t.Fatal(err)
	}
	return a
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
		a := at(t, c, T)
		r, err := exact.Run(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		length, err := tuning.FrictionLength(a)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]any{
			"target": "easy", "grid": "7x7", "rows": 7.0, "cols": 7.0, "seed": 3.0, "initial": "uniform", "kernel": "barker", "bridge": "geometric",
			"schedule": "linear", "skip_last_kernel": true, "T": float64(T),
			"J": r.J(), "B": r.B(), "b_minus_j": r.B() - r.J(), "kl_q_p": r.Final.Forward, "kl_p_q": r.Final.Reverse,
			"path_kl_fwd": r.Paths.Forward, "path_kl_rev": r.Paths.Reverse, "log_r": r.LogR,
			"j_error": r.JErr(), "b_error": r.BErr(), "kl_q_p_error": r.FinalErr.Forward, "kl_p_q_error": r.FinalErr.Reverse,
			"path_kl_fwd_error": r.PathsErr.Forward, "path_kl_rev_error": r.PathsErr.Reverse, "log_r_error": r.LogRErr,
			"e_log_w_fwd": r.FwdLogW(), "e_log_w_rev": r.RevLogW(), "b_pairwise": r.Pairwise.Jeffreys(),
			"mean_w": r.MeanW, "mean_inv_w": r.MeanInvW, "ess": r.ESS, "defect": r.Defect, "warnings": []any{},
			"near_b": length.Action(a.Schedule), "near_b_floor": length.Total() * length.Total() / float64(T-1),
			"log_w_fwd_var": r.FwdLaw.Variance, "log_w_fwd_skew": r.FwdLaw.Skewness, "log_w_rev_var": r.RevLaw.Variance, "log_w_rev_skew": r.RevLaw.Skewness,
			"schedule_start": nil, "schedule_converged": nil, "schedule_gradient": nil, "schedule_evaluations": nil,
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
					if v == nil && key != "seed" && !strings.HasPrefix(key, "schedule_") && !strings.Contains(warnings[len(warnings)-1], key+" = ") {
						t.Errorf("%s, %s: %s is null: %s", initial, kernel, key, all)
					}
				}
			}
		}
	}
}

// What descent found is told with how it went, and the betas are in the steps.
func TestBestJSON(t *testing.T) {
	var rows []struct {
		B           float64
		Start       string  `json:"schedule_start"`
		Converged   *bool   `json:"schedule_converged"`
		Gradient    float64 `json:"schedule_gradient"`
		Evaluations int     `json:"schedule_evaluations"`
		Rows, Cols  *int
		Grid        string
		NearB       *float64 `json:"near_b"`
		Warnings    []string
		Steps       []struct{ T, Beta float64 }
	}
	decode := func(args ...string) {
		t.Helper()
		if err := json.Unmarshal([]byte(works(t, t.TempDir(), append(args, "--steps", "--format", "json")...)), &rows); err != nil {
			t.Fatal(err)
		}
	}
	decode("exact", "--toy", "ising:1x3:0.7", "-T", "8", "--schedule", "best-b")
	c, err := experiments.Setting{Toy: "ising:1x3:0.7", Schedule: "best-b"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	a, choice, err := c.At(t.Context(), 8)
	if err != nil {
		t.Fatal(err)
	}
	r := rows[0]
	if r.Start != choice.Start || r.Converged == nil || *r.Converged != choice.Converged || r.Gradient != choice.Gradient || r.Evaluations != choice.Evaluations ||
		math.Abs(r.B-choice.Value) > 1e-9 {
		t.Errorf("%+v, want %+v", r, choice)
	}
	if r.Grid != "2x2x2" || r.Rows != nil || r.Cols != nil {
		t.Errorf("grid %s of %v rows and %v columns", r.Grid, r.Rows, r.Cols)
	}
	for i, s := range r.Steps {
		if s.Beta != a.Schedule.Beta(i+2) {
			t.Errorf("step %d to %v, not %v", i, s.Beta, a.Schedule.Beta(i+2))
		}
	}
	decode("exact", "--toy", "ising:2x4:0.3", "-T", "3")
	if r := rows[0]; r.NearB != nil || !strings.Contains(strings.Join(r.Warnings, "\n"), "no near_b and near_b_floor: on 256 cells") {
		t.Errorf("near_b %v: %v", r.NearB, r.Warnings)
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
	truth, err := exact.Run(t.Context(), at(t, c, 30))
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

// The numbers of levels that help tells of are those that are run.
func TestDefaultLevels(t *testing.T) {
	for command, more := range map[string][]string{"exact": nil, "sample": {"--chains", "2"}} {
		help := works(t, "", command, "--help")
		_, told, _ := strings.Cut(strings.Join(strings.Fields(help), " "), "separated by commas (default ")
		told, _, _ = strings.Cut(told, ")")
		var rows []struct{ T int }
		out := works(t, "", append([]string{command, "--toy", "barrier", "--format", "json"}, more...)...)
		if err := json.Unmarshal([]byte(out), &rows); err != nil {
			t.Fatal(err)
		}
		var ran []string
		for _, r := range rows {
			ran = append(ran, strconv.Itoa(r.T))
		}
		if got := strings.Join(slices.Compact(ran), ","); got != told || told == "" {
			t.Errorf("%s runs %s, help says %q", command, got, told)
		}
	}
}

// A target from a FIFO tells when the program has begun: it is then interrupted
// in the middle of work that would take minutes.
func TestInterrupt(t *testing.T) {
	for _, args := range [][]string{
		{"exact", "-T", "3000000"},
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

// On a terminal heads are bold, unless NO_COLOR or a dumb terminal says otherwise,
// and the work's progress is shown; util-linux' script has a terminal for us.
func TestTerminal(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip(err)
	}
	const bold, bar = "\x1b[1m", "% |" // of the heads, and of the progress bar
	on := func(command string, env ...string) string {
		cmd := exec.Command(script, "-qec", binary+" "+command, "/dev/null")
		cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool {
			return strings.HasPrefix(s, "NO_COLOR=") || strings.HasPrefix(s, "TERM=")
		})
		cmd.Env = append(cmd.Env, env...)
		return finish(t, cmd, t.TempDir(), cmd.Run).stdout
	}
	const exact = "exact --toy barrier -T 10,20"
	for _, c := range []struct {
		command    string
		env        string
		bold, bars bool
	}{
		{exact, "TERM=xterm", true, true},
		{exact, "NO_COLOR=1", false, true},
		{exact, "TERM=dumb", false, true},
		{"list", "TERM=xterm", true, false},
	} {
		out := on(c.command, c.env)
		if strings.Contains(out, bold) != c.bold || strings.Contains(out, bar) != c.bars {
			t.Errorf("%s with %s: bold is to be %v, a bar %v: %q", c.command, c.env, c.bold, c.bars, out)
		}
	}
	// The bar goes before the table comes, and does not come back to wipe it.
	out := on("sample --toy easy -T 10 --chains 100", "TERM=xterm")
	if last := strings.LastIndex(out, bar); last < 0 || last > strings.Index(out, "stderr") || strings.HasSuffix(out, "\r") {
		t.Errorf("the bar is not gone before the table: %q", out)
	}
}
