package experiments_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/stat"

	"breadboard/experiments"
)

// grow returns all that Grow tells.
func grow(t *testing.T, c experiments.Chain, T int, program string, s experiments.Sampling) []experiments.CrossCheck {
	t.Helper()
	var all []experiments.CrossCheck
	err := c.Grow(t.Context(), T, program, s, func(c experiments.CrossCheck) error {
		all = append(all, c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestGrowEndsAsARunOfAll: the last cross-check has the numbers of a run of all chains, bit for bit. Chains double until
// then.
func TestGrowEndsAsARunOfAll(t *testing.T) {
	for _, c := range []struct {
		setting experiments.Setting
		chains  int
		rounds  string
	}{
		{experiments.Setting{Toy: "barrier"}, 10_000, "[64 128 256 512 1024 2048 4096 8192 10000]"},
		{experiments.Setting{Toy: "staircase", Kernel: "lifted"}, 100, "[64 100]"},
		{experiments.Setting{Toy: "barrier", Program: "sir:4"}, 700, "[64 128 256 512 700]"},
		{experiments.Setting{Toy: "barrier", Program: "ais"}, 5000, "[64 128 256 512 1024 2048 4096 5000]"},
		{experiments.Setting{Toy: "clustering:3:2", Program: "bic"}, 2, "[2]"},
	} {
		const T = 12
		chain, err := c.setting.Chain()
		if err != nil {
			t.Fatal(err)
		}
		s := experiments.Sampling{Chains: c.chains, Seed: 4}
		var want []experiments.CrossCheck
		if c.setting.Program == "" {
			want, err = chain.CrossChecks(t.Context(), []int{T}, s, nil)
		} else {
			want, err = chain.ProgramChecks(t.Context(), []int{T}, []string{c.setting.Program}, s, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		all := grow(t, chain, T, c.setting.Program, s)
		var rounds []int
		for _, check := range all {
			rounds = append(rounds, check.Chains)
		}
		if fmt.Sprint(rounds) != c.rounds {
			t.Errorf("%+v: rounds of %v chains; %s are expected", c.setting, rounds, c.rounds)
		}
		got := all[len(all)-1]
		if diff := cmp.Diff(want[0].Comparisons, got.Comparisons, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%+v: the last differs (-run +grown):\n%s", c.setting, diff)
		}
		if diff := cmp.Diff(want[0].Warnings, got.Warnings); diff != "" {
			t.Errorf("%+v: the last has other warnings (-run +grown):\n%s", c.setting, diff)
		}
	}
}

// TestGrowIsOneRun: every cross-check is of the first chains of the last, and its estimate their mean.
func TestGrowIsOneRun(t *testing.T) {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	all := grow(t, chain, 20, "", experiments.Sampling{Chains: 9000, Seed: 1})
	last := all[len(all)-1].Runs
	for _, c := range all {
		if diff := cmp.Diff(last.Forward.LogW[:c.Chains], c.Runs.Forward.LogW); diff != "" {
			t.Errorf("%d chains are not the first of the last run", c.Chains)
		}
		mean := last.Rise + stat.Mean(last.Reverse.LogW[:c.Chains], nil)
		if got := c.Comparisons[1].Estimate; math.Abs(got-mean) > 1e-12 {
			t.Errorf("E_rev[log w] of %d chains is %v; their mean is %v", c.Chains, got, mean)
		}
	}
}

// TestGrowStops: an error of the listener ends the run.
func TestGrowStops(t *testing.T) {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	gone, told := errors.New("gone"), 0
	err = chain.Grow(t.Context(), 20, "", experiments.Sampling{Chains: 9000, Seed: 1}, func(experiments.CrossCheck) error {
		told++
		return gone
	})
	if !errors.Is(err, gone) || told != 1 {
		t.Errorf("%d cross-checks were told, and the error is %v", told, err)
	}
}
