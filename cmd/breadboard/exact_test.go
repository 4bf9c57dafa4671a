package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// at returns the chain's annealing of T levels.
func at(t *testing.T, c experiments.Chain, T int) chains.Annealing {
	t.Helper()
	a, _, err := c.At(t.Context(), T)
	must.Do(t, err)
	return a
}

// JSON holds the numbers that package exact returns, to the last bit.
func TestExactJSON(t *testing.T) {
	var rows []map[string]any
	worksJSON(t, &rows, t.TempDir(),
		"exact", "--toy", "easy", "--seed", "3", "-T", "10,2,40", "--kernel", "barker", "--skip-last-kernel",
		"--by-step")
	three := uint64(3)
	c := must.Have(experiments.Setting{Toy: "easy", Seed: &three, Kernel: "barker", SkipLast: true}.Chain())(t)
	for i, T := range []int{10, 2, 40} {
		a := at(t, c, T)
		r := must.Have(exact.Run(t.Context(), a))(t)
		want := barkerRow(T, r)
		q, steps := rows[i]["q"].([]any), rows[i]["steps"].([]any)
		if betas := rows[i]["betas"].([]any); len(betas) != T || betas[1] != a.Schedule.Beta(2) {
			t.Errorf("T = %d: the betas are %v", T, betas)
		}
		for _, list := range []string{"q", "steps", "p", "log_f", "betas"} {
			delete(rows[i], list)
		}
		if diff := cmp.Diff(want, rows[i]); diff != "" {
			t.Errorf("T = %d: %s", T, diff)
		}
		if len(q) != 49 || q[5] != r.Q[5] || len(steps) != T-1 {
			t.Fatalf("T = %d: %d steps, and q is %v", T, len(steps), q)
		}
		part := r.Steps[T-2].Part
		last := steps[T-2].(map[string]any)
		if last["t"] != float64(T) || last["path_kl_fwd"] != part.Forward || last["share"] != part.Jeffreys()/r.B() {
			t.Errorf("T = %d: the last step is %v", T, last)
		}
	}
}

// barkerRow returns the row of TestExactJSON at T levels, without its lists.
func barkerRow(T int, r exact.Result) map[string]any {
	above := r.B() - r.J()
	if T == 2 { // the only kernel is left out: both are of the initial law
		above = 0
	}
	return map[string]any{
		"target": "easy", "grid": "7x7", "rows": 7.0, "cols": 7.0, "seed": 3.0, "initial": "uniform",
		"kernel": "barker", "bridge": "geometric", "schedule": "linear", "skip_last_kernel": true, "T": float64(T),
		"J": r.J(), "B": r.B(), "b_minus_j": above, "kl_q_p": r.Final.Forward,
		"kl_p_q":      r.Final.Reverse,
		"path_kl_fwd": r.Paths.Forward, "path_kl_rev": r.Paths.Reverse, "log_r": r.LogR,
		"e_log_w_fwd": r.FwdLogW(), "e_log_w_rev": r.RevLogW(), "b_pairwise": r.Pairwise.Jeffreys(),
		"mean_w": r.MeanW, "mean_inv_w": r.MeanInvW, "ess": r.ESS, "defect": r.Defect, "warnings": []any{},
		"near_b": nil, "near_b_floor": nil,
		"log_w_fwd_var": r.FwdLaw.Variance, "log_w_fwd_skew": r.FwdLaw.Skewness,
		"log_w_rev_var": r.RevLaw.Variance, "log_w_rev_skew": r.RevLaw.Skewness,
		"schedule_start": nil, "schedule_converged": nil, "schedule_gradient": nil, "schedule_evaluations": nil,
		"axes": "line", "repeat": 1.0, "keys": 1.0,
		"b_over_j": r.B() / r.J(), "tv": floats.Distance(r.Q, r.P, 1) / 2,
	}
}

// An infinite B is null, every null of a column that applies is named in a warning that
// gives the reason, and the exit code is 0.
func TestInfiniteIsNull(t *testing.T) {
	dir := files(t, map[string]string{"wall.csv": "0,1,-inf\n2,3,1\n", "all.csv": "0,0,0\n0,0,0\n",
		"not.csv": "-inf,0,0\n0,0,0\n"})
	for _, args := range []string{"--initial all.csv", "--initial not.csv --kernel identity"} {
		var rows []map[string]any
		worksJSON(t, &rows, dir, strings.Fields("exact --target wall.csv -T 3,20 "+args)...)
		for _, row := range rows {
			all := fmt.Sprint(row["warnings"])
			if row["B"] != nil {
				t.Errorf("%s: B is %v, want null", args, row["B"])
			}
			holds(t, all, "B infinite: the initial density has mass", "where the target has none, first in cell (0, 2)")
			for key, v := range row {
				applies := key != "seed" && !strings.HasPrefix(key, "schedule_") && !strings.HasPrefix(key, "near_b") &&
					key != "b_over_j" // J is infinite
				if v == nil && applies && !strings.Contains(all, key) {
					t.Errorf("%s: no warning explains %s: %s", args, key, all)
				}
			}
		}
	}
}

// The betas that descent found are written, and a run on the file has the same J, B and betas to the
// last bit. At another T the file is a curve through them.
func TestSaveBetas(t *testing.T) {
	dir := t.TempDir()
	var found, again, finer []exactRow
	worksJSON(t, &found, dir, strings.Fields("exact --toy barrier -T 20 --schedule best-b --save-betas b.csv")...)
	worksJSON(t, &again, dir, strings.Fields("exact --toy barrier --schedule file:b.csv")...)
	found[0].Schedule = again[0].Schedule
	if diff := cmp.Diff(found, again); diff != "" {
		t.Errorf("the file makes another run: %s", diff)
	}
	holds(t, textOf(t, dir, "b.csv"), "# the betas of barrier on 7x7; kernel metropolis", "schedule best-b",
		"# T = 20, J = 1.77", "B = 2.01", " beta 0 ")
	worksJSON(t, &finer, dir, strings.Fields("exact --toy barrier --schedule b.csv -T 39")...)
	for k, b := range found[0].Betas {
		if got := finer[0].Betas[2*k]; got != b {
			t.Errorf("beta %d of 39 is %v, want %v of 20", 2*k+1, got, b)
		}
	}
}

// matrixFolder makes a folder k beside the inputs, with the matrices of a catalogued kernel on
// wall.csv at beta 0.5 and 1, and returns the directory of both.
func matrixFolder(t *testing.T, kernel string, change func(x, y int, p float64) float64) string {
	t.Helper()
	dir := files(t, inputs)
	for _, beta := range []float64{0.5, 1} {
		put(t, dir, fmt.Sprintf("k/beta-%g.csv", beta), matrixCSV(t, kernel, beta, change))
	}
	return dir
}

// An exactRow is a row of exact --format json.
type exactRow struct {
	J, B             float64
	T                int
	Kernel, Schedule string
	Betas            []float64
}

// Matrices of a kernel have the J and the B of the kernel but for roundings, in validate too. People read at which betas
// the matrices stand.
func TestExactMatrix(t *testing.T) {
	dir := matrixFolder(t, "cycle", nil)
	var got, want []exactRow
	worksJSON(t, &got, dir, strings.Fields("exact --target wall.csv --matrix k")...)
	worksJSON(t, &want, dir, strings.Fields("exact --target wall.csv -T 3 --kernel cycle")...)
	r := got[0]
	if r.Kernel != "k" || r.Schedule != "of the matrices" || r.T != 3 || !slices.Equal(r.Betas, []float64{0, 0.5, 1}) {
		t.Errorf("the row is %+v", r)
	}
	var v fullValidation
	worksJSON(t, &v, dir, strings.Fields("validate --target wall.csv --matrix k")...)
	for _, by := range [][2]float64{{r.J, r.B}, {v.J, v.B}} {
		must.Near(t, by[0], want[0].J, 1e-13, "J by matrices")
		must.Near(t, by[1], want[0].B, 1e-13, "B by matrices")
	}
	holds(t, works(t, dir, strings.Fields("exact --target wall.csv --matrix k")...), "kernel k; ",
		"The matrices stand at beta = 0, 0.5, 1; nothing is interpolated")
}

// J and B are of the random target of the seed, and the same numbers in every command.
func TestOneJ(t *testing.T) {
	dir := t.TempDir()
	bs := map[string]string{}
	for _, seed := range []string{"7", "8"} {
		annealing := strings.Fields("--toy clustering:2:2 --seed " + seed + " --kernel heat-bath -T 4 --format csv")
		ask := func(command string) [][]string {
			return readCSV(t, works(t, dir, append(strings.Fields(command), annealing...)...))
		}
		of := func(rows [][]string, name, values string) string {
			return column(rows, values)[slices.Index(column(rows, "quantity"), name)]
		}
		exactly := ask("exact")
		proved := ask("exact --certify")
		drawn := ask("sample --chains 20 --mc-seed 3")
		swept := ask("sweep --out out")
		apart := ask("aide --runs 5 --mc-seed 3")
		j := column(exactly, "J")[0]
		b := column(exactly, "B")[0]
		bs[seed] = b
		for _, c := range []struct{ where, got, want string }{
			{"J of sweep", column(swept, "J")[0], j}, {"J of certify", of(proved, "J", "value"), j},
			{"J of exact --program", column(ask("exact --program ais"), "J")[0], j},
			{"B of certify", of(proved, "B", "value"), b}, {"B of sample", of(drawn, "B", "exact"), b},
			{"seed of sample", column(drawn, "seed")[0], seed}, {"mc_seed of sample", column(drawn, "mc_seed")[0], "3"},
			{"seed of aide", column(apart, "seed")[0], seed}, {"mc_seed of aide", column(apart, "mc_seed")[0], "3"},
		} {
			if c.got != c.want {
				t.Errorf("%s is %s, want %s", c.where, c.got, c.want)
			}
		}
	}
	if bs["7"] == bs["8"] {
		t.Error("two seeds have one B")
	}
}

// The rows of several targets are those of each alone, one after the other, toys before files: what applies to one of
// them, as seeds and data, is taken by it alone.
func TestSeveralTargets(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "1,2\n3,4\n", "h.csv": "0,2,1\n", "y.csv": "0,1\n3,2\n4,4\n"})
	alone := []string{"--toy easy --seed 7,8", "--toy barrier", "--toy clustering:3:2 --data y.csv",
		"--target g.csv", "--target h.csv"}
	const together = "--toy easy,barrier,clustering:3:2 --seed 7,8 --data y.csv --target g.csv,h.csv"
	for _, command := range []string{"exact -T 2,5", "exact -T 2,5 --program ais,sir:2"} {
		run := func(targets string) []string {
			words := strings.Fields(command + " --format csv " + targets)
			return strings.Split(strings.TrimSpace(works(t, dir, words...)), "\n")[1:]
		}
		var want []string
		for _, one := range alone {
			want = append(want, run(one)...)
		}
		if diff := cmp.Diff(want, run(together)); diff != "" {
			t.Errorf("%s: %s", command, diff)
		}
	}
	people := works(t, dir, strings.Fields("exact -T 3 --toy easy,barrier --target g.csv")...)
	for _, says := range []string{"3 targets; kernel metropolis; bridge geometric; schedule linear\n",
		"│ target  │  seed │ T │", "│ g.csv   │       │ 3 │"} {
		if !strings.Contains(people, says) {
			t.Errorf("want %q in:\n%s", says, people)
		}
	}
}

// What is doubtful about a target is said once on stderr by every command, and in the warnings that programs see.
func TestDoubtfulTargets(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0.1,0.2\n0.3,0.4\n"})
	const probable = "g.csv: the numbers look like probabilities, for they sum to 1, and are taken for log f; " +
		"of probabilities their logs would do"
	for _, command := range []string{"exact -T 5", "sample -T 5 --chains 2", "exact --certify -T 3",
		"aide -T 3 --runs 10", "validate --kernel metropolis", "score --kernel metropolis -N 5", "sweep -T 3"} {
		r := program(t, dir, strings.Fields(command+" --target g.csv")...)
		ended(t, r, result{stdout: r.stdout, stderr: "breadboard: " + probable + "\n"})
	}
	for _, command := range []string{"exact -T 5", "exact --certify -T 3", "sample -T 5 --chains 2"} {
		r := program(t, dir, strings.Fields(command+" --format json --target g.csv")...)
		holds(t, r.stdout, probable)
	}
}

// The certified digits do not depend on the machine, and float64 agrees with them to 13 digits.
func TestCertifyProves(t *testing.T) {
	var rows []struct {
		Quantity, Certified        string
		Value, Within, Digits, Off float64
		Bits, T                    int
	}
	worksJSON(t, &rows, "", "exact", "--certify", "--toy", "barrier", "-T", "3")
	want := map[string]string{"J": "2.6506304913314551730", "B": "4.0552406696155732180",
		"log_r": "1.4446134340800062206"}
	if len(rows) != 7 {
		t.Errorf("%d rows, want 7", len(rows))
	}
	for _, r := range rows {
		if want[r.Quantity] != "" && r.Certified != want[r.Quantity] || !(r.Within < 1e-19) || r.T != 3 ||
			r.Bits != 256 || !(r.Digits > 13) || !(r.Off < 1e-13) {
			t.Errorf("%+v, want %s within 1e-19, found with 256 bits", r, want[r.Quantity])
		}
	}
}
