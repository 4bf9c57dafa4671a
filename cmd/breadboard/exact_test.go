package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
)

// at returns the chain's annealing of T levels.
func at(t *testing.T, c experiments.Chain, T int) chains.Annealing {
	t.Helper()
	a, _, err := c.At(t.Context(), T)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// JSON holds the numbers that package exact returns, to the last bit.
func TestExactJSON(t *testing.T) {
	var rows []map[string]any
	worksJSON(t, &rows, t.TempDir(),
		"exact", "--toy", "easy", "--seed", "3", "-T", "10,2,40", "--kernel", "barker", "--skip-last-kernel", "--steps")
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
		if len(q) != 49 {
			t.Fatalf("T = %d: %d cells, want 49", T, len(q))
		}
		if len(steps) != T-1 {
			t.Fatalf("T = %d: %d steps, want %d", T, len(steps), T-1)
		}
		if q[5] != r.Q[5] {
			t.Errorf("T = %d: q of cell 5 is %v, want %v", T, q[5], r.Q[5])
		}
		testLastStep(t, T, steps[T-2].(map[string]any), r)
	}
}

// testLastStep holds the last of T - 1 steps to what package exact returns.
func testLastStep(t *testing.T, T int, last map[string]any, r exact.Result) {
	t.Helper()
	part := r.Steps[T-2].Part
	for key, want := range map[string]float64{
		"t":           float64(T),
		"path_kl_fwd": part.Forward,
		"share":       part.Jeffreys() / r.B(),
	} {
		if last[key] != want {
			t.Errorf("T = %d: %s of the last step is %v, want %v", T, key, last[key], want)
		}
	}
}

// barkerRow returns the row of TestExactJSON at T levels, without its lists.
func barkerRow(T int, r exact.Result) map[string]any {
	return map[string]any{
		"target": "easy", "grid": "7x7", "rows": 7.0, "cols": 7.0, "seed": 3.0, "initial": "uniform",
		"kernel": "barker", "bridge": "geometric", "schedule": "linear", "skip_last_kernel": true, "T": float64(T),
		"J": r.J(), "B": r.B(), "b_minus_j": r.Paths.Less(r.Final), "kl_q_p": r.Final.Forward, "kl_p_q": r.Final.Reverse,
		"path_kl_fwd": r.Paths.Forward, "path_kl_rev": r.Paths.Reverse, "log_r": r.LogR,
		"e_log_w_fwd": r.FwdLogW(), "e_log_w_rev": r.RevLogW(), "b_pairwise": r.Pairwise.Jeffreys(),
		"mean_w": r.MeanW, "mean_inv_w": r.MeanInvW, "ess": r.ESS, "defect": r.Defect, "warnings": []any{},
		"near_b": nil, "near_b_floor": nil, "density": nil, "j_off": above0(r.Final.Off), "b_off": above0(r.Paths.Off),
		"log_w_fwd_var": r.FwdLaw.Variance, "log_w_fwd_skew": r.FwdLaw.Skewness,
		"log_w_rev_var": r.RevLaw.Variance, "log_w_rev_skew": r.RevLaw.Skewness,
		"schedule_start": nil, "schedule_converged": nil, "schedule_gradient": nil, "schedule_evaluations": nil,
	}
}

// above0 is a bound, and nil if it was not found.
func above0(off float64) any {
	if off > 0 {
		return off
	}
	return nil
}

// An infinite B is null, every null of a column that applies is named in a warning that
// gives the reason, and the exit code is 0.
func TestInfiniteIsNull(t *testing.T) {
	dir := files(t, map[string]string{
		"wall.csv": "0,1,-inf\n2,3,1\n",
		"all.csv":  "0,0,0\n0,0,0\n",
		"not.csv":  "-inf,0,0\n0,0,0\n",
	})
	for _, initial := range []string{"all.csv", "not.csv"} {
		for _, kernel := range []string{"metropolis", "identity", "perfect"} {
			var rows []map[string]any
			worksJSON(t, &rows, dir,
				"exact", "--target", "wall.csv", "--initial", initial, "--kernel", kernel, "-T", "3,20")
			for _, row := range rows {
				nullsAreTold(t, initial+", "+kernel, row)
			}
		}
	}
}

// nullsAreTold checks the warnings of a row in which B is infinite.
func nullsAreTold(t *testing.T, name string, row map[string]any) {
	t.Helper()
	var warnings []string
	for _, w := range row["warnings"].([]any) {
		warnings = append(warnings, w.(string))
	}
	all := strings.Join(warnings, "\n")
	if row["B"] != nil {
		t.Errorf("%s: B is %v, want null", name, row["B"])
	}
	for _, says := range []string{
		"B infinite: the initial density has mass",
		"where the target has none, first in cell [0 2]",
	} {
		if !strings.Contains(all, says) {
			t.Errorf("%s: no warning says %q: %s", name, says, all)
		}
	}
	for key, v := range row {
		applies := key != "seed" && !strings.HasPrefix(key, "schedule_") && !strings.HasPrefix(key, "near_b") &&
			!strings.HasSuffix(key, "_off")
		if v == nil && applies && !strings.Contains(warnings[len(warnings)-1], key+" = ") {
			t.Errorf("%s: %s is null, and the last warning does not name it: %s", name, key, all)
		}
	}
}

// p and log f come out beside q, cell by cell.
func TestExactLaws(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "1,3,-inf,4\n", "p.csv": "2,0,6\n"})
	var rows []struct {
		Q, P    []float64
		LogF    []*float64 `json:"log_f"`
		Density string
	}
	worksJSON(t, &rows, dir, strings.Fields("exact --target g.csv -T 5 --initial uniform")...)
	if f := rows[0].LogF; len(f) != 4 || *f[1] != 3 || f[2] != nil {
		t.Errorf("log f is %v", f)
	}
	if len(rows[0].Q) != 4 || len(rows[0].P) != 4 {
		t.Errorf("q and p have %d and %d cells, want 4", len(rows[0].Q), len(rows[0].P))
	}
	if rows[0].Density != "log" {
		t.Errorf("the density is %q, want log", rows[0].Density)
	}
	worksJSON(t, &rows, dir, strings.Fields("exact --target p.csv --density p --kernel perfect -T 5")...)
	if p := rows[0].P; p[1] != 0 || p[0] < 0.25-1e-15 || p[0] > 0.25+1e-15 { // exp(log 2) over a sum: a few roundings
		t.Errorf("p is %v, want 1/4, 0, 3/4", p)
	}
	if rows[0].Density != "p" {
		t.Errorf("the density is %q, want p", rows[0].Density)
	}
}

// The J of a perfect kernel is 0, without a ratio. Programs see the bound on its error, and a warning.
func TestExactWithoutJ(t *testing.T) {
	args := strings.Fields("exact --toy barrier --kernel perfect -T 10")
	out := works(t, "", append(args, "--format", "markdown")...)
	for _, says := range []string{"| 10 | 0 |       0 |       0 | 0.52357 |     |", "J is 0 where it is rounding alone"} {
		if !strings.Contains(out, says) {
			t.Errorf("there is no %q: %s", says, out)
		}
	}
	var rows []struct {
		J        float64
		Off      float64 `json:"j_off"`
		Warnings []string
	}
	worksJSON(t, &rows, "", args...)
	if rows[0].J != 0 || !(0 < rows[0].Off && rows[0].Off < 1e-26) {
		t.Errorf("J is %g within %g", rows[0].J, rows[0].Off)
	}
	if w := strings.Join(rows[0].Warnings, "; "); !strings.Contains(w, "is rounding alone") {
		t.Errorf("the warnings are %q", w)
	}
}
