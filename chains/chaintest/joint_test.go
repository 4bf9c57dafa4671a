package chaintest

import (
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid/must"
	"breadboard/toys"
)

// joined is the bridge joint of a machine, between any ends that are those of the machine but for a constant.
func joined(t *testing.T, m *toys.Machine) Bridging {
	return func(from, to []float64) chains.Bridge {
		return must.Have(chains.NewJoint(from, to, m.Visible, m.Hidden, m.Weights))(t)
	}
}

// machinePlace goes from the uniform density to a machine's.
func machinePlace(target toys.Target) Place {
	return Place{target.Name, target.Grid, make([]float64, len(target.LogF)), target.LogF}
}

// TestJoint holds the bridge to the laws of every bridge, and chains along it to theirs.
func TestJoint(t *testing.T) {
	for _, size := range [][2]int{{2, 1}, {3, 2}, {4, 3}, {2, 5}} {
		target := toys.RBM(size[0], size[1], 5)
		b := joined(t, target.Machine)
		at := machinePlace(target)
		report(t, kernels.Metropolis{}, bridgeBreaches(b, at))
		if size[0] == 2 {
			s := at.Scene(kernels.Metropolis{}, b, 4)
			report(t, kernels.Metropolis{}, Enumerate(s.Annealing, Annealer).Breaches(s.Name))
		}
	}
}

// TestJointSlopeCanFail: the laws notice a slope at another beta.
func TestJointSlopeCanFail(t *testing.T) {
	target := toys.RBM(3, 2, 5)
	b := joined(t, target.Machine)
	found := broken(func(from, to []float64) chains.Bridge { return late{b(from, to).(*chains.Joint)} },
		machinePlace(target))
	if len(found) != 1 {
		t.Errorf("broken are %v, and only the slope is", found)
	}
}

type late struct{ *chains.Joint }

func (b late) Slope(dst []float64, beta float64) { b.Joint.Slope(dst, beta+0.01) }
