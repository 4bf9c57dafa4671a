package experiments

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid/must"
)

// TestJointOfMachines: along the bridge joint a setting has the J, B and log R of the annealing that is made by hand.
// So it is by block-gibbs and by single moves, on a machine that a seed draws, whatever the
// kinds of axes.
func TestJointOfMachines(t *testing.T) {
	for _, s := range []Setting{{Toy: "rbm:4:2:5"}, {Toy: "rbm:4:2:5", Axes: "line"}} {
		for _, s.Kernel = range []string{"block-gibbs", "metropolis"} {
			s.Bridge = joint
			c := must.Have(s.Chain())(t)
			m := c.Target.Machine
			b := must.Have(chains.NewJoint(c.Target.Uniform(), c.Target.LogF, m.Visible, m.Hidden, m.Weights))(t)
			a := chains.Annealing{Grid: c.Target.Grid, Bridge: b, Schedule: chains.Linear(6),
				Kernel: kernels.Metropolis{}}
			if s.Kernel == "block-gibbs" {
				a.Kernel = kernels.BlockGibbs{Of: b}
			}
			want := must.Have(exact.Measure(t.Context(), a))(t)
			got := runOf(t, s, 6)
			sameJB(t, got, want, fmt.Sprintf("%+v", s))
			must.Close(t, got.LogR, want.LogR, roundings, "%+v: log R", s)
		}
	}
	of := Setting{Toy: "rbm:4:2:5", Kernel: "block-gibbs", Bridge: joint}
	of.Repeat = 3
	if once := runOf(t, Setting{Toy: of.Toy, Kernel: of.Kernel, Bridge: joint}, 6); !(runOf(t, of, 6).J() < once.J()) {
		t.Error("three steps a level have no less J than one")
	}
	if cost := must.Have(of.Find())(t).StepCost(); cost != 6 {
		t.Errorf("three steps cost %v", cost)
	}
}

// TestNoJoint: what is no machine, and what is made for its bridge, is refused elsewhere in a sentence.
func TestNoJoint(t *testing.T) {
	flip := must.File(t, "flip.csv", "0,1,2,3\n")
	for _, c := range []struct {
		s    Setting
		says string
	}{
		{Setting{Toy: "barrier", Bridge: joint}, "barrier is no restricted Boltzmann machine by its cells; toy " +
			"rbm:8:4:1, say, would do"},
		{Setting{Toy: "rbm:2:1:1", Bridge: joint, Orbits: flip}, "is no restricted Boltzmann machine by its cells"},
		{Setting{Toy: "rbm:3:1:1", Bridge: joint, Initial: "tempered:0.5"}, "begins at the uniform density, and " +
			"initial is tempered:0.5; initial uniform would do"},
		{Setting{Toy: "rbm:3:1:1", Kernel: "block-gibbs"}, "kernel block-gibbs draws the units of a restricted " +
			"Boltzmann machine along bridge joint, and the bridge is geometric; bridge joint, or another kernel, " +
			"would do"},
		{Setting{Toy: "barrier", Kernel: "block-gibbs"}, "; another kernel, or bridge joint on toy rbm:8:4:1, say, " +
			"would do"},
		{Setting{Toy: "rbm:2:1:1", Kernel: "block-gibbs", Orbits: flip}, "; another kernel, or bridge joint on toy"},
		{Setting{Kernel: "block-gibbs"}, "; another kernel, or bridge joint on toy rbm:8:4:1, say, " +
			"would do\nno target"},
		{Setting{Toy: "barrier", Kernel: "block-gibbs", Bridge: joint}, "barrier is no restricted Boltzmann machine"},
		{Setting{Toy: "rbm:3:11:1", Kernel: "block-gibbs", Bridge: joint}, "has no form on the cells of rbm:3:11:1: " +
			"a row adds up the states of the hidden units, and 11 of them have 2^11; up to 10 hidden units would do; " +
			"one of metropolis"},
	} {
		must.Refuse(c.s.Chain())(t, c.says, "%+v", c.s)
	}
}

// TestNobodyIsToldOfBlockGibbs: where a kernel has no form, those that would do have one by themselves.
func TestNobodyIsToldOfBlockGibbs(t *testing.T) {
	_, err := Setting{Toy: "ising:3x4:0.4", Kernel: "hamming-ball:3"}.Chain()
	if err == nil || strings.Contains(err.Error(), "block-gibbs") {
		t.Error(err)
	}
}
