package experiments

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// A kernel that moves along bonds gets those of the target, in the measure in which log f has them: the chain keeps the
// laws of its density to rounding, several steps a level and axes of any kind too. With half of each coupling, which is
// the slip of whoever gives Ising's c for Potts' J, it would not.
func TestBondedKernels(t *testing.T) {
	product := must.File(t, "product.csv", productOfSites)
	for _, s := range []Setting{{Toy: "ising:2x3:0.4"}, {Toy: "ising:1x5:-0.7"}, {Toy: "potts:2x2:3:1"},
		{Toy: "spin-glass:2x3:1"}, {Toy: "ising:2x2:0.4", Repeat: 2}, {Toy: "ising:2x2:0.4", Axes: "ring"},
		{Toy: "ising:2x2:0.4", StepsByLevel: "dwell:3"}, {Toy: "ising:2x2:0.4", Initial: "tempered:0"},
		{Toy: "ising:2x3:0.4:field=0.3"}, {Toy: "ising:2x3:0.4:field=-0.3", Orbits: OwnOrbits},
		{Toy: "curie-weiss:9:1.2"}, {Toy: "curie-weiss:30:1.2:field=0.1", Repeat: 2},
		{Toy: "ising:1x2:0.4:field=0.2", Initial: product}, {Toy: "ising:1x2:0.4", Initial: product},
	} {
		for _, s.Kernel = range []string{"swendsen-wang", "wolff"} {
			if r := runOf(t, s, 5); !(r.Defect < 1e-12 && r.J() > 0) {
				t.Errorf("%+v: J %v, and what should be equal is off by %v", s, r.J(), r.Defect)
			}
		}
	}
	alone := Setting{Toy: "curie-weiss:9:0:field=0.5", Initial: "tempered:0.5", Kernel: "wolff"}
	if r := runOf(t, alone, 5); !(r.Defect < 1e-12 && r.J() > 0) {
		t.Errorf("%+v: J %v, and what should be equal is off by %v", alone, r.J(), r.Defect)
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

// An initial density of two spins that are independent of each other, and of two that are not.
const (
	productOfSites = "0,1\n2,3\n"
	noProduct      = "0,1\n2,4\n"
)

// Where there are no bonds, or levels are not those of bonds, the fault says so, and what would do.
func TestNoBonds(t *testing.T) {
	for says, s := range map[string]Setting{
		"--kernel wolff has no form on barrier: it moves along bonds between sites, which ising, potts, " +
			"spin-glass and curie-weiss have; --kernel metropolis would do": {Toy: "barrier"},
		"has no form on mean-field-potts:4:3:1: it moves along bonds": {Toy: "mean-field-potts:4:3:1"},
		"has no form on curie-weiss:4:-1: a cluster of spins that can be exchanged has one value, and a coupling " +
			"below 0": {Toy: "curie-weiss:4:-1"},
		"for up to 1,000 spins and not for 3,000; --kernel metropolis would do, or breadboard sample, which draws " +
			"its steps": {Toy: "curie-weiss:3000:1"},
		"a coupling below 0, here -1, joins sites that differ":      {Toy: "potts:1x3:3:-1"},
		"from each of 65,536 cells; up to 64 bonds and 4,096 cells": {Toy: "spin-glass:4x4:1"},
		"--bridge mixture: wolff goes by beta, as the --bridge geometric has it; that one would do": {
			Toy: "ising:2x2:1", Bridge: "mixture"},
		"--bridge moments:mean: wolff goes by beta": {
			Toy: "ising:2x2:1", Bridge: "moments:mean", Initial: "tempered:0.1"},
		"--initial tempered:0.5: wolff goes by beta, from where sites are independent; --initial uniform would do": {
			Toy: "ising:2x2:1", Initial: "tempered:0.5"},
		"p.csv: wolff goes by beta, from where sites are independent": {
			Toy: "ising:1x2:1", Initial: must.File(t, "p.csv", noProduct)},
		"--initial tempered:0.2: wolff goes by beta": {Toy: "ising:2x2:1", Initial: "tempered:0.2", Orbits: OwnOrbits},
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
	must.Have(s.Chain())(t)
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
		on := must.Have(onParts(kernels.Wolff{}, target.Parts, statesOf(target), false))(t)
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

// TestSlopedKernels: the kernel gets the gradient of the target. On bonds it is informed, whatever the kinds of axes;
// on a machine, from a seed or a file, it is the annealing that is made by hand, along both of its bridges.
func TestSlopedKernels(t *testing.T) {
	for _, s := range []Setting{{Toy: "ising:2x3:0.4"}, {Toy: "potts:1x3:3:1"}, {Toy: "potts:1x3:3:-1"},
		{Toy: "ising:2x3:0.4:field=0.3"},
		{Toy: "spin-glass:2x3:1"}, {Toy: "ising:2x2:0.4", Repeat: 2}, {Toy: "ising:2x2:0.4", Axes: "line"},
		{Toy: "potts:1x3:3:1", Axes: "ring"}, {Toy: "ising:2x2:0.4", Initial: "tempered:0"}} {
		s.Kernel = "informed"
		want := runOf(t, s, 5)
		s.Kernel = "informed-gradient"
		sameJB(t, runOf(t, s, 5), want, fmt.Sprintf("%+v", s))
	}
	for _, s := range []Setting{{Toy: "rbm:4:3:1"}, {Toy: "rbm:4:3:1", Bridge: joint}} {
		s.Kernel = "informed-gradient"
		c := must.Have(s.Chain())(t)
		m := c.Target.Machine
		slope := kernels.SlopeOfMachine(c.Target.Grid, m.Visible, m.Hidden, m.Weights)
		a := c.Base(chains.Linear(6))
		if s.Bridge == joint {
			slope = slope.AlongJoint()
		}
		a.Kernel = kernels.InformedGradient{Slope: slope}
		want := must.Have(exact.Measure(t.Context(), a))(t)
		a.Kernel = kernels.Informed{}
		other := must.Have(exact.Measure(t.Context(), a))(t)
		r := runOf(t, s, 6)
		sameJB(t, r, want, fmt.Sprintf("%+v", s))
		if math.Abs(r.B()-other.B()) <= roundings {
			t.Errorf("%+v: B is %v, and by informed it is the same", s, r.B())
		}
	}
}

// TestNoGradient: of a table, a file of log f, a model and orbits nobody knows the gradient, and of levels of other
// bridges neither. The fault says so, and what would do.
func TestNoGradient(t *testing.T) {
	table := must.File(t, "f.csv", "0,1\n2,0.5\n")
	for says, s := range map[string]Setting{
		"--kernel informed-gradient has no form on barrier: it guesses by the gradient of log f, which ising, potts, " +
			"spin-glass and rbm have, as files of weights do, and tables do not; --kernel informed would do": {
			Toy: "barrier"},
		"f.csv: it guesses by the gradient of log f, which":            {Target: table},
		"clustering:3:2: it guesses by the gradient of log f, which":   {Toy: "clustering:3:2"},
		"states are orbits of cells; --kernel informed would do":       {Toy: "ising:2x2:1", Orbits: OwnOrbits},
		"the states are orbits of cells; --kernel informed would do":   {Toy: "curie-weiss:4:1"},
		"its guesses reach 8e+06 nats, and up to 4e+06 would do":       {Toy: "ising:2x2:1e6"},
		"--bridge mixture: informed-gradient goes by beta, as the":     {Toy: "rbm:3:2:1", Bridge: "mixture"},
		"--bridge moments:mean: informed-gradient goes by beta":        {Toy: "ising:2x2:1", Bridge: "moments:mean"},
		"--initial tempered:0.5: informed-gradient goes by beta, from": {Toy: "ising:2x2:1", Initial: "tempered:0.5"},
	} {
		s.Kernel = "informed-gradient"
		_, err := s.Chain()
		if err == nil || !strings.Contains(flagged(err), says) {
			t.Errorf("%+v: %v, want %s", s, err, says)
		}
	}
	rbm := toys.RBM(3, 2, 1)
	must.Do(t, FitsOn("informed-gradient", kernels.InformedGradient{}, rbm))
	must.Have(Walked(rbm, kernels.InformedGradient{}, chains.Geometric{From: rbm.Uniform(), To: rbm.LogF}))(t)
	must.Fail(t, FitsOn("informed-gradient", kernels.InformedGradient{}, toys.Barrier()), "informed would do",
		"a table")
}
