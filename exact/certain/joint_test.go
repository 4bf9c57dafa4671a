package certain_test

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/certain"
	"breadboard/grid/must"
	"breadboard/toys"
)

// alongJoint is an annealing to a machine along the bridge joint, with a constant in both log densities.
func alongJoint(t *testing.T, m *toys.Machine, T int) chains.Annealing {
	t.Helper()
	target := m.Target("a machine")
	from := target.Uniform()
	for x := range from {
		from[x] += 1.25
		target.LogF[x] -= 3
	}
	b := must.Have(chains.NewJoint(from, target.LogF, m.Visible, m.Hidden, m.Weights))(t)
	return chains.Annealing{Grid: target.Grid, Bridge: b, Schedule: chains.Linear(T), Kernel: kernels.HeatBath{}}
}

// TestJointIsProved: along the bridge joint, also by draws of all units and by guesses, the truth is what package exact
// finds. A kernel that draws by the weights of another machine is found out.
func TestJointIsProved(t *testing.T) {
	for _, size := range [][2]int{{3, 2}, {2, 4}} {
		a := alongJoint(t, toys.RBM(size[0], size[1], 3).Machine, 5)
		must.Have(hold(t, a))(t)
		joint := a.Bridge.(*chains.Joint)
		slope := kernels.SlopeOfMachine(a.Grid, joint.Visible, joint.Hidden, joint.Weights)
		a.Kernel = kernels.InformedGradient{Slope: slope.AlongJoint()}
		must.Have(hold(t, a))(t)
		a.Kernel = kernels.BlockGibbs{Of: joint}
		truth := must.Have(hold(t, a))(t)
		other := alongJoint(t, toys.RBM(size[0], size[1], 4).Machine, 5)
		a.Kernel = kernels.BlockGibbs{Of: other.Bridge.(*chains.Joint)}
		off := must.Have(certain.Measure(t.Context(), a, quiet))(t)
		J, _ := truth.J.Mid().Float64()
		if off.J.Digits(J) > 3 {
			t.Errorf("J of the wrong kernel is that of the right one, %v", J)
		}
	}
}

// TestJointRefused: energies that the calculator does not hold are refused, also where log f spans little.
func TestJointRefused(t *testing.T) {
	m := &toys.Machine{Visible: []float64{0.5}, Hidden: []float64{1e8}, Weights: [][]float64{{1}}}
	must.Refuse(certain.Measure(t.Context(), alongJoint(t, m, 3), quiet))(t,
		"the energies of a cell add up to 1e+08 nats", "a hidden unit that is always on")
}
