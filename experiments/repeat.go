package experiments

import (
	"fmt"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// MostRepeats is the largest number of steps that a kernel may make at each level.
const MostRepeats = 1000

// repeated returns the kernel that makes as many steps of k at each level as the setting says. T, the schedule and the
// weights stay as they are. All that is computed of a chain follows: the reversal makes as many steps back, the last
// kernel is left out with all of them, and a level costs so many times as much. It is a fault if there is no such
// number.
func (s Setting) repeated(k chains.Kernel) (chains.Kernel, error) {
	if s.Repeat < 1 || s.Repeat > MostRepeats {
		return k, Faultf("%v is a number of steps at each level; one from 1 to %d would do", FieldRepeat, MostRepeats)
	}
	if s.Repeat == 1 || k == nil {
		return k, nil
	}
	return kernels.Repeat{Times: s.Repeat, Kernel: k}, nil
}

// StepCost is the mean number of evaluations of the density in the kernel's steps at a level, without the weight's;
// NaN if it is not known.
func (s Space) StepCost() float64 {
	if s.Grid.Size() <= MostUnasked { // on orbits a kernel has a form of its own
		if c, err := s.Chain(); err == nil {
			s.kernel = c.kernel
		}
	}
	return chains.FactsOf(s.kernel, chains.Box(s.kernel, s.Grid)).Cost
}

// Steps says how many steps the kernel makes at each level, as in "5 steps a level"; "" if that is one.
func (s Setting) Steps() string {
	if s.Repeat < 2 {
		return ""
	}
	return fmt.Sprintf("%d steps a level", s.Repeat)
}

// KernelLabel is the kernel for people, with its steps: "king, 5 steps a level".
func (s Setting) KernelLabel() string { return strings.TrimSuffix(s.Kernel+", "+s.Steps(), ", ") }
