package experiments_test

import (
	"context"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/experiments"
)

// An inside program moves by a kernel of the catalogue.
type inside struct {
	op   chains.Operator
	dice chains.Dice
}

func (m inside) Aim(_ context.Context, beta float64, logf []float64) error {
	l := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
	l.Move(1, beta)
	m.op.Aim(l)
	return nil
}

func (m inside) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = m.op.Step(x, m.dice)
	}
	return nil
}

// A claim of detailed balance is tested: of every kernel of the catalogue that claims it the truth is its operator's
// word. A program that does not claim it is not told of it.
func TestClaimOfDetailedBalance(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	g, found := c.Target.Grid, 0
	for _, e := range kernels.Catalogue {
		if chains.States(e.Make, g) != g.Size() {
			continue
		}
		op := e.Make.On(g)
		for _, claims := range []bool{true, false} {
			by := experiments.Outsider{Mover: inside{op, sample.Seeded(5)}, Command: "./mine", Reversible: claims}
			all, err := c.MovedChecks(t.Context(), []int{12}, by, experiments.Sampling{Chains: 20_000, Seed: 3}, nil)
			if err != nil {
				t.Fatal(err)
			}
			says := strings.Contains(strings.Join(all[0].Warnings, "; "), "not reversible, though it is said to be")
			if lies := claims && op.Reversal() != op; says != lies {
				t.Errorf("%s, claims to be reversible: %v; it is told that it is not: %v", e.Name, claims, says)
			}
			if says {
				found++
			}
			if k := all[0].Chain.Kernel; k != "" {
				t.Errorf("%s: the results name the kernel %q, which nobody told them", e.Name, k)
			}
		}
	}
	if found == 0 {
		t.Error("no kernel of the catalogue is told that it lies: the test tests nothing")
	}
}

// A claim that is true is not doubted, in 200 samplings with few chains and many.
func TestTrueClaimsAreBelieved(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(200) {
		by := experiments.Outsider{Mover: inside{kernels.Metropolis{}.On(c.Target.Grid), sample.Seeded(seed, 7)},
			Reversible: true}
		n := []int{2, 20, 500}[seed%3]
		all, err := c.MovedChecks(t.Context(), []int{8}, by, experiments.Sampling{Chains: n, Seed: seed}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if w := strings.Join(all[0].Warnings, "; "); strings.Contains(w, "not reversible") {
			t.Errorf("seed %d, %d chains: %s", seed, n, w)
		}
	}
}
