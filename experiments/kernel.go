package experiments

import (
	"fmt"
	"math"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// A foundKernel is a kernel before the target is made on whose cells it walks.
type foundKernel struct {
	chains.Kernel
	matrices [][]float64 // of which it is made, if it is
}

// findKernel looks the kernel up in the catalogue. It makes as many steps as the setting says.
func (s Setting) findKernel() (foundKernel, error) {
	k, err := FindKernel(s.Kernel)
	if err != nil {
		return foundKernel{}, err
	}
	return foundKernel{Kernel: s.repeated(k)}, nil
}

// checkRepeat is the fault of a number of steps that no kernel makes.
func (s Setting) checkRepeat() error {
	if checkSteps(s.Repeat) != nil {
		return Faultf("%v is a number of steps at each level; one from 1 to %d would do", FieldRepeat, MostRepeats)
	}
	return nil
}

// repeated returns the kernel that makes as many steps of k at each level as the setting says. T, the schedule and the
// weights stay as they are. All that is computed of a chain follows: the reversal makes as many steps back, the last
// kernel is left out with all of them, and a level costs so many times as much.
func (s Setting) repeated(k chains.Kernel) chains.Kernel {
	if s.Repeat <= 1 {
		return k
	}
	return kernels.Repeat{Times: s.Repeat, Kernel: k}
}

// Fits returns why a kernel has no form on the axes of g, and what would do, or nil.
func Fits(name string, k chains.Kernel, g grid.Grid) error {
	why := chains.Fits(k, g)
	if why == nil {
		return nil
	}
	if chains.Fits(k, g.Of(grid.Line)) != nil { // whatever the kinds
		return Faultf("%v %s has no form on %v: %v; %v %s would do", FieldKernel, name, g, why, FieldKernel,
			lesser(name, func(less chains.Kernel) bool { return chains.Fits(less, g) == nil }))
	}
	return Faultf("%v %s has no form on the %v %s of %v: %v; %v %s, or %v line, would do", FieldKernel, name, FieldAxes,
		axesOf(g), g, why, FieldKernel, Specs(FieldKernel)[0], FieldAxes)
}

// lesser names what would do in place of a kernel that is too large: the same with the largest lesser whole parameter
// that fits, as hamiltonian:2 for hamiltonian:3, or the first of the catalogue.
func lesser(name string, fits func(chains.Kernel) bool) string {
	of, param, err := family(FieldKernel, name, kernels.Named)
	bare, _, _ := strings.Cut(name, ":")
	for less := math.Ceil(param) - 1; err == nil && less >= 1; less-- {
		if fits(of(less)) {
			return fmt.Sprintf("%s:%g", bare, less)
		}
	}
	return Specs(FieldKernel)[0]
}

// MostRepeats is the largest number of steps that a kernel may make at each level.
const MostRepeats = 1000

// checkSteps is the fault of a number of steps that no kernel makes.
func checkSteps(n int) error {
	if n < 1 || n > MostRepeats {
		return fmt.Errorf("%d steps", n)
	}
	return nil
}
