package experiments

import (
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid/must"
	"breadboard/toys"
)

// A kernel that moves along bonds gets those of the target, in the measure in which log f has them: the chain keeps the
// laws of its density to rounding, several steps a level and axes of any kind too. With half of each coupling, which is
// the slip of whoever gives Ising's c for Potts' J, it would not.
func TestBondedKernels(t *testing.T) {
	for _, s := range []Setting{{Toy: "ising:2x3:0.4"}, {Toy: "ising:1x5:-0.7"}, {Toy: "potts:2x2:3:1"},
		{Toy: "spin-glass:2x3:1"}, {Toy: "ising:2x2:0.4", Repeat: 2}, {Toy: "ising:2x2:0.4", Axes: "ring"},
		{Toy: "ising:2x2:0.4", StepsByLevel: "dwell:3"}, {Toy: "ising:2x2:0.4", Initial: "tempered:0"}} {
		for _, s.Kernel = range []string{"swendsen-wang", "wolff"} {
			if r := runOf(t, s, 5); !(r.Defect < 1e-12 && r.J() > 0) {
				t.Errorf("%+v: J %v, and what should be equal is off by %v", s, r.J(), r.Defect)
			}
		}
	}
	half := toys.Ising(2, 3, 0.4)
	for i := range half.Bonds {
		half.Bonds[i].Coupling /= 2
	}
	chain := must.Have(Setting{Toy: "half", Kernel: "wolff"}.On(half))(t)
	if r := must.Have(chain.Exactly(t.Context(), []int{5}, nil))(t)[0]; !(r.Defect > 1e-6) {
		t.Errorf("with half of each coupling what should be equal is off by %v", r.Defect)
	}
}

// Where there are no bonds, or levels are not those of bonds, the fault says so, and what would do.
func TestNoBonds(t *testing.T) {
	for says, s := range map[string]Setting{
		"--kernel wolff has no form on barrier: it moves along bonds between sites, which ising, potts and " +
			"spin-glass have; --kernel metropolis would do": {Toy: "barrier"},
		"has no form on curie-weiss:4:1: it moves along bonds":      {Toy: "curie-weiss:4:1"},
		"a coupling below 0, here -1, joins sites that differ":      {Toy: "potts:1x3:3:-1"},
		"from each of 65,536 cells; up to 64 bonds and 4,096 cells": {Toy: "spin-glass:4x4:1"},
		"--bridge mixture: wolff puts bonds by beta, as the --bridge geometric has it; that one would do": {
			Toy: "ising:2x2:1", Bridge: "mixture"},
		"--bridge moments:mean: wolff puts": {Toy: "ising:2x2:1", Bridge: "moments:mean", Initial: "tempered:0.1"},
		"--initial tempered:0.5: wolff puts bonds by beta, from none where chains begin; --initial uniform would do": {
			Toy: "ising:2x2:1", Initial: "tempered:0.5"},
		"--initial tempered:0.2: wolff puts": {Toy: "ising:2x2:1", Initial: "tempered:0.2", Orbits: OwnOrbits},
	} {
		s.Kernel = "wolff"
		_, err := s.Chain()
		if err == nil || !strings.Contains(flagged(err), says) {
			t.Errorf("%+v: %v, want %s", s, err, says)
		}
	}
}

// Where steps alone are asked of a kernel it need have no rows; a schedule that is found by them is a fault.
func TestDrawnBonds(t *testing.T) {
	s := Setting{Toy: "spin-glass:4x4:1", Kernel: "wolff", Drawn: true}
	chain := must.Have(s.Chain())(t)
	if cost := CostOf(chain.Base(chains.Linear(3)), 100); !truthByCost.LeavesOut(cost) {
		t.Errorf("exact numbers of steps that are drawn: %v", cost)
	}
	s.Schedule = "best-j"
	_, err := s.Chain()
	if err == nil || !strings.Contains(flagged(err), "--schedule best-j is found by the rows of the kernel") {
		t.Error(err)
	}
}

// FitsOn looks at the bonds of a target, also where its states are orbits; and Walked gives them to the kernel.
func TestFitsOn(t *testing.T) {
	orbits := must.Have(Setting{Toy: "ising:2x2:0.4", Orbits: OwnOrbits}.Chain())(t).Target
	for _, target := range []toys.Target{toys.Ising(2, 2, 0.4), orbits} {
		if err := FitsOn("wolff", kernels.Wolff{}, target); err != nil {
			t.Error(err)
		}
		b := chains.Geometric{From: target.Uniform(), To: target.LogF}
		k := must.Have(Walked(target, kernels.Wolff{}, b))(t)
		on := must.Have(onBonds(kernels.Wolff{}, target.Bonds, statesOf(target).box(), false))(t)
		must.Have(Walked(target, on, b))(t)
		if err := chains.Fits(k, target.Grid); err != nil {
			t.Error(err)
		}
	}
	if FitsOn("wolff", kernels.Wolff{}, toys.Barrier()) == nil {
		t.Error("wolff has a form without bonds")
	}
	if FitsOn("king", kernels.King{}, toys.Potts(1, 2, 3, 1)) == nil {
		t.Error("king has a form on labels")
	}
}
