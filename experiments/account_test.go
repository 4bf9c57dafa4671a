package experiments

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestMassesBelowAnyFloatAreRightOrSaid: where p_1 has a mass below any float B bounds J for every program, or a
// warning says what is left out or may be there.
func TestMassesBelowAnyFloatAreRightOrSaid(t *testing.T) {
	target := must.File(t, "target.csv", "0,0\n1,-1\n")
	initial := must.File(t, "initial.csv", "0,-900\n-2,0\n")
	specs := []string{"importance", "ais", "sir:2", "smc:2", "smc:2:ess=0.5", "rejection", "posterior", "vb", "ns:2",
		"ns:2:1", "hme-chain:2", "cms:2"}
	for _, kernel := range []string{"identity", "metropolis"} {
		an := must.Have(Setting{Target: target, Initial: "file:" + initial, Kernel: kernel}.Annealer())(t)
		rows := must.Have(an.Measure(t.Context(), []int{2}, Ask{Programs: specs}, nil))(t)
		for _, row := range rows {
			said := strings.Join(row.Warnings, "; ")
			if j, b := row.J(), row.B(); b < j-row.Account.Off && !math.IsInf(j, 1) {
				t.Errorf("%s, %s: B is %g and J is %g", kernel, row.Program, b, j)
			}
			if math.IsInf(row.J(), 1) && !strings.Contains(said,
				"J are infinite: q(x_T) is 0, or below the smallest float") {
				t.Errorf("%s, %s: J is infinite, and the warnings are %q", kernel, row.Program, said)
			}
			if math.IsNaN(row.MeanW) && !strings.Contains(said, "mean_w is left out") {
				t.Errorf("%s, %s: there is no mean of w, and the warnings are %q", kernel, row.Program, said)
			}
			if row.Program == "ais" && kernel == "identity" && !(math.Abs(row.B()-row.J()) <= 1e-9) {
				t.Errorf("ais that stands still: J is %g, and B is %g", row.J(), row.B())
			}
		}
	}
}

// TestSampledMeansOfMassesBelowAnyFloatAreLeftOut: a sampled account has no mean of w where p_1 has masses that no run
// draws, and none of 1/w where the target has.
func TestSampledMeansOfMassesBelowAnyFloatAreLeftOut(t *testing.T) {
	for _, deep := range []struct {
		from, to   []float64
		w, inverse bool // left out
	}{{[]float64{0, -900}, []float64{0, 0}, true, false}, {[]float64{0, 0}, []float64{0, -900}, false, true},
		{[]float64{0, 0}, []float64{0, -9}, false, false}} {
		p := programs.Problem{Annealing: chains.Annealing{Grid: grid.New(2), Kernel: kernels.Identity{},
			Schedule: chains.Linear(2), Bridge: chains.Geometric{From: deep.from, To: deep.to}}}
		run := must.Have(sampledRun(t.Context(), programs.NewSIR(p, 2), p, accounts.ErrTooLarge, nil))(t)
		if math.IsNaN(run.MeanW) != deep.w || math.IsNaN(run.MeanInvW) != deep.inverse {
			t.Errorf("from %v to %v: the means are %g and %g", deep.from, deep.to, run.MeanW, run.MeanInvW)
		}
		if said := strings.Join(run.Warnings, " "); strings.Contains(said,
			"left out: it needs") != (deep.w || deep.inverse) {
			t.Errorf("from %v to %v: the warnings are %s", deep.from, deep.to, said)
		}
	}
}

// TestSampledAccountsAreRight: a sampled account is within 4 standard errors of the exact one, whatever constant is in
// the log densities.
func TestSampledAccountsAreRight(t *testing.T) {
	an := must.Have(Setting{Toy: "easy"}.Annealer())(t)
	for _, spec := range []string{"sir:5", "ais", "importance", "smc:2"} {
		a, _, err := an.At(t.Context(), 6)
		must.Do(t, err)
		first, last := a.Ends()
		to := slices.Clone(last)
		floats.AddConst(1e15, to)
		a.Bridge = chains.Geometric{From: first, To: to}
		e, p, rise, err := ProgramOn(an, a, spec)
		must.Do(t, err)
		if !(math.Abs(rise-1e15) <= 100) {
			t.Errorf("%s: %v is taken off, where 1e15 was added", spec, rise)
		}
		exactly := must.Have(accounts.Of(t.Context(), e, p, nil))(t)
		run := must.Have(sampledRun(t.Context(), e, p, accounts.ErrTooLarge, nil))(t)
		got := run.Estimates
		for name, c := range map[string]struct {
			got  sample.Estimate
			want float64
		}{
			"B": {got["b"], exactly.B()}, "E_fwd[log w]": {got["e_log_w_fwd"], exactly.FwdLogW()},
			"E_rev[log w]": {got["e_log_w_rev"], exactly.RevLogW()}, "mean w": {got["mean_w"], exactly.MeanW},
			"mean 1/w": {got["mean_inv_w"], exactly.MeanInvW}, "rmse": {got["rmse_fwd"], exactly.RMSEFwd()},
			"rmse in reverse": {got["rmse_rev"], exactly.RMSERev()},
		} {
			if z := (c.got.Value - c.want) / c.got.StdErr; !(math.Abs(z) < 4) {
				t.Errorf("%s of %s is %v sampled and %v exactly: z = %v", name, spec, c.got, c.want, z)
			}
		}
		if !math.IsNaN(run.J()) {
			t.Errorf("J of %s is %v, but a sampled distribution has none", spec, run.J())
		}
	}
}

// TestAccountsThatAreSampled: SMC of many particles is sampled, says so, and has no J; nested sampling has no reverse.
func TestAccountsThatAreSampled(t *testing.T) {
	an := must.Have(Setting{Toy: "ising:1x3:0.7"}.Annealer())(t)
	rows := must.Have(an.Measure(t.Context(), []int{2}, Ask{Programs: []string{"smc:20:ess=0.5", "ns:4"}}, nil))(t)
	if rows[0].Account.How != "sampled" || len(rows[0].Warnings) == 0 {
		t.Errorf("smc is %s, and says %q", rows[0].Account.How, rows[0].Warnings)
	}
	if rows[0].ByCell != nil || rows[0].Unknown == "" || rows[1].ByCell != nil {
		t.Error("an account that is sampled, or of one direction, is known by cell")
	}
	if b, w := rows[1].B(), rows[1].Warnings; !math.IsNaN(b) || !slices.Contains(w, noReverse) {
		t.Errorf("B of nested sampling is %v, and the warnings are %q", b, w)
	}
}

func exactly(t *testing.T, s Setting, T int) Measurement {
	t.Helper()
	annealer := must.Have(s.Annealer())(t)
	return must.Have(annealer.Measure(t.Context(), []int{T}, Ask{Drawn: true, ByCell: true}, nil))(t)[0]
}

// TestExactly: what is drawn adds up to the numbers that are printed, also of a kernel that is not
// its own reversal. Sums of some thousand terms have a rounding of 1e-12.
func TestExactly(t *testing.T) {
	for kernel, T := range map[string]int{"metropolis": 12, "cycle": 3} {
		p := exactly(t, Setting{Toy: "barrier", Kernel: kernel}, T)
		must.Close(t, floats.Sum(p.Q), 1, 1e-12, "%s: the sum of q", kernel)
		must.Close(t, floats.Sum(p.P), 1, 1e-12, "%s: the sum of p", kernel)
		must.Close(t, floats.Sum(p.BParts), p.B(), 1e-11, "%s: the sum of the parts of B", kernel)
		must.Close(t, floats.Sum(p.JParts()), p.J(), 1e-11, "%s: the sum of the parts of J", kernel)
		must.Close(t, p.Difference()[3], p.Q[3]-p.P[3], 0, "%s: q - p of cell 3", kernel)
		must.Close(t, p.LogRatio()[3], math.Log(p.Q[3]/p.P[3]), 0, "%s: log q/p of cell 3", kernel)
		must.Close(t, p.ByCell.B(), p.B(), 1e-11, "%s: B of the account", kernel)
		if len(p.BParts) != 49 {
			t.Errorf("%s: there are %d parts of 49 cells", kernel, len(p.BParts))
		}
	}
}

// TestDrawnSteps: pictures have all steps of B also where only the ends are checked, of an annealing and of chains.
func TestDrawnSteps(t *testing.T) {
	const T = 10_001
	an := must.Have(Setting{Toy: "barrier"}.Annealer())(t)
	for _, chains := range []*Chains{nil, {N: 2, Exact: Always}} {
		m := must.Have(an.Measure(t.Context(), []int{T}, Ask{Drawn: true, Chains: chains}, nil))(t)[0]
		sum := 0.0
		for _, s := range m.Steps {
			sum += s.Part.Jeffreys()
		}
		if len(m.Steps) != T-1 {
			t.Errorf("%d steps of %d levels", len(m.Steps), T)
		}
		must.Close(t, sum, m.B(), 1e-11, "the sum of the steps")
	}
}

// TestJPartsOfNoMass: a cell of the target that is never reached has an infinite part in J, and a wall none.
func TestJPartsOfNoMass(t *testing.T) {
	one := must.File(t, "one.csv", "0,-inf,-inf\n")
	s := Setting{Target: must.File(t, "t.csv", "0,1,-inf\n"), Initial: "file:" + one, Kernel: "identity"}
	if parts := exactly(t, s, 3).JParts(); !math.IsInf(parts[1], 1) || math.IsInf(parts[0], 0) || parts[2] != 0 {
		t.Errorf("the parts of J are %v", parts)
	}
}

// TestJPartsOfRounding: J of the perfect kernel is 0, and so no cell has a part in it, and no map shows anything.
func TestJPartsOfRounding(t *testing.T) {
	p := exactly(t, Setting{Toy: "easy", Kernel: "perfect"}, 10)
	if slices.Equal(p.Q, p.P) {
		t.Error("q is p to the last bit: there is no rounding to leave out")
	}
	for name, of := range map[string][]float64{"J": p.JParts(), "q - p": p.Difference(), "log q/p": p.LogRatio()} {
		if floats.Norm(of, math.Inf(1)) != 0 {
			t.Errorf("%s by cell is %v, want 0", name, of)
		}
	}
}
