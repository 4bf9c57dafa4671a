package experiments

import (
	"math"
	"testing"
)

// Programs by dice are within 4 standard errors of their accounts. Without an account there
// are estimates and no z.
func TestProgramChecks(t *testing.T) {
	c := chainOf(t, Setting{Toy: "easy"})
	specs := []string{"ais", "sir:4", "smc:50:ess=0.5", "vb"}
	checks, err := c.ProgramChecks(t.Context(), []int{4}, specs, Sampling{Chains: 500, Seed: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := []int{9, 9, 9, 9}
	for i, check := range checks {
		if check.Program != specs[i] {
			t.Errorf("check %d is of %s, want %s", i, check.Program, specs[i])
		}
		if got := len(check.Comparisons); got != rows[i] {
			t.Errorf("%s has %d comparisons, want %d", specs[i], got, rows[i])
		}
		if check.Unknown() != (i == 2) {
			t.Errorf("%s has no account: %v", specs[i], check.Unknown())
		}
		for _, e := range check.Comparisons {
			if math.IsNaN(e.Z) != check.Unknown() {
				t.Errorf("%s: z of %s is %v", specs[i], e.Name, e.Z)
			}
			if math.Abs(e.Z) > 4 {
				t.Errorf("%s: %s is %v and %v exactly, z = %v", specs[i], e.Name, e.Estimate, e.Exact, e.Z)
			}
		}
		if !check.Unknown() && !(check.Fit.P > 1e-3) {
			t.Errorf("%s: the cells fit their law with p = %v only", specs[i], check.Fit.P)
		}
	}
}

// A run that is held to the account of another program fails.
func TestProgramChecksCanFail(t *testing.T) {
	c := chainOf(t, Setting{Toy: "easy"})
	checks, err := c.ProgramChecks(t.Context(), []int{4}, []string{"sir:4", "sir:8"}, Sampling{Chains: 2000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	four, eight := checks[0].Comparisons[0], checks[1].Comparisons[0]
	if z := (four.Estimate - eight.Exact) / four.StdErr; !(math.Abs(z) > 4) {
		t.Errorf("sir:4 passes as sir:8, z = %v", z)
	}
}

// Without a reverse there are forward estimates alone.
func TestProgramChecksForward(t *testing.T) {
	c := chainOf(t, Setting{Toy: "barrier"})
	checks, err := c.ProgramChecks(t.Context(), []int{4}, []string{"ns:3"}, Sampling{Chains: 500, Seed: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"e_log_w_fwd", "log_r_lower", "mean_w", "rmse_fwd"} {
		if got := checks[0].Comparisons[i].Name; got != name {
			t.Errorf("comparison %d is of %s, want %s", i, got, name)
		}
	}
	if n := len(checks[0].Comparisons); n != 4 {
		t.Errorf("%d comparisons, want 4", n)
	}
}
