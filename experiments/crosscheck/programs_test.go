package crosscheck

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestProgramChecks: programs by dice are within 4 standard errors of their accounts. Without an account there are
// estimates and no z.
func TestProgramChecks(t *testing.T) {
	an := must.Have(experiments.Setting{Toy: "easy"}.Annealer())(t)
	specs := []string{"ais", "sir:4", "smc:50:ess=0.5", "vb"}
	checks := must.Have(RunEach(t.Context(), an, []int{4}, specs, Plan{Chains: 500, Seed: 2}, nil))(t)
	for i, check := range checks {
		unknown := i == 2
		if check.Program != specs[i] || len(check.Comparisons) != 9 || check.UnknownQ() != unknown {
			t.Errorf("check %d is of %s, with %d comparisons, and has no account: %v", i, check.Program,
				len(check.Comparisons), check.UnknownQ())
		}
		for _, e := range check.Comparisons {
			if math.IsNaN(e.Z) != unknown || math.Abs(e.Z) > 4 {
				t.Errorf("%s: %s is %v and %v exactly, z = %v", specs[i], e.Name, e.Estimate, e.Exact, e.Z)
			}
		}
		if !unknown && !(check.Fit.P > 1e-3) {
			t.Errorf("%s: the cells fit their distribution with p = %v only", specs[i], check.Fit.P)
		}
	}
	// A run that is held to the account of another program fails.
	sir, ais := checks[1].Comparisons[0], checks[0].Comparisons[0]
	if z := (sir.Estimate - ais.Exact) / sir.StdErr; !(math.Abs(z) > 4) {
		t.Errorf("sir:4 passes as ais, z = %v", z)
	}
}

// TestProgramChecksForward: without a reverse there are forward estimates alone.
func TestProgramChecksForward(t *testing.T) {
	an := must.Have(experiments.Setting{Toy: "barrier"}.Annealer())(t)
	check := must.Have(RunEach(t.Context(), an, []int{4}, []string{"ns:3"},
		Plan{Chains: 500, Seed: 1}, nil))(t)[0]
	var names []string
	for _, e := range check.Comparisons {
		names = append(names, e.Name)
	}
	if got := strings.Join(names, " "); got != "e_log_w_fwd log_r_lower mean_w rmse_fwd" {
		t.Errorf("the comparisons are of %s", got)
	}
}

// papers is the paper's annealing of a target.
func papers(target toys.Target, T int) chains.Annealing {
	return chains.Annealing{Grid: target.Grid, Kernel: kernels.Metropolis{}, Schedule: chains.Linear(T),
		Bridge: chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}}
}
