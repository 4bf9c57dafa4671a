package experiments

import (
	"fmt"
	"math"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// A foundKernel is a kernel before the target is made on whose states it walks.
type foundKernel struct {
	bare     chains.Kernel // of the catalogue, before it is repeated; nil of others
	onCells  chains.Kernel
	matrices int    // of which it is made
	later    bool   // whether it has a form is known when its bridge is made
	isFor    string // the bridge that it is made for; "" if for all
	// put puts it on the states of the target of a, whose kernel it becomes. The error is a fault.
	put func(on stateSpace, t toys.Target, a chains.Annealing) (chains.Kernel, error)
}

// findKernel looks the kernel up in the catalogue.
func (s Setting) findKernel() (foundKernel, error) {
	k, err := findAnyKernel(s.Kernel)
	if err == nil && !s.Missing {
		err = missing(s.Kernel, k, s.Reversed)
	}
	if err != nil {
		return foundKernel{}, err
	}
	switch of := k.(type) {
	case ofBridge:
		return s.findOfBridge(of), nil
	case ofData:
		return s.findOfData(of), nil
	}
	return s.catalogued(k), nil
}

// catalogued is a kernel of the catalogue, which makes as many steps as the setting says.
func (s Setting) catalogued(bare chains.Kernel) foundKernel {
	put := func(on stateSpace, t toys.Target, a chains.Annealing) (chains.Kernel, error) {
		k := bare
		if chains.ByBeta(bare) {
			var err error
			k, err = s.along(bare, a.Bridge, t)
			if err != nil {
				return nil, err
			}
		}
		walking, err := on.put(s.repeated(k), a.Bridge, t)
		return walking, s.noForm(on, t.Parts, err)
	}
	return foundKernel{bare: bare, onCells: s.repeated(bare), put: put}
}

// An ofBridge is a kernel that is made for one bridge, and has no form before. Along makes it, or says why there is
// none.
type ofBridge interface {
	chains.Kernel
	Along(b chains.Bridge) (chains.Kernel, error)
}

// A stepsOnly kernel has a form on more spaces where nobody asks for its rows.
type stepsOnly interface{ OnlySteps() chains.Kernel }

// Bridged lists the settings in which a kernel is looked up that comes with these bridges: the setting alone, which has
// no bridge, or, where the kernel is made for a bridge, the setting with each of them.
func (s Setting) Bridged(bridges []string) (all []Setting) {
	if k, err := FindKernel(s.Kernel); err == nil {
		if _, ok := k.(ofBridge); ok {
			for _, s.Bridge = range bridges {
				all = append(all, s)
			}
		}
	}
	if all == nil {
		return []Setting{s}
	}
	return all
}

// checkJoint is the fault of a kernel that is made for the bridge joint, where another is asked for. A machine may have
// that bridge, and what is none needs another target too.
func (f Found) checkJoint() error {
	if f.kernel.isFor == "" || f.Bridge == f.kernel.isFor {
		return nil
	}
	const why = "%v %s draws the units of a restricted Boltzmann machine along %v %s, and the bridge is %s; "
	said := []any{FieldKernel, f.Kernel, FieldBridge, joint, f.Bridge, FieldBridge, joint}
	if f.parts.Machine != nil && f.states.byCell() {
		return Faultf(why+"%v %s, or another kernel, would do", said...)
	}
	return Faultf(why+"another kernel, or %v %s on %v %s, say, would do", append(said, FieldToy, aMachine())...)
}

// findOfBridge finds a kernel that is made for the bridge joint.
func (s Setting) findOfBridge(k ofBridge) foundKernel {
	put := func(on stateSpace, t toys.Target, a chains.Annealing) (chains.Kernel, error) {
		made, err := k.Along(a.Bridge)
		if err != nil {
			return nil, s.noForm(on, t.Parts, err)
		}
		if only, ok := made.(stepsOnly); ok && s.Drawn && chains.Fits(made, on.box()) != nil {
			made = only.OnlySteps()
		}
		walking, err := on.put(s.repeated(made), a.Bridge, t)
		return walking, s.noForm(on, t.Parts, err)
	}
	return foundKernel{onCells: s.repeated(k), later: true, isFor: joint, put: put}
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

// noForm is the fault of a kernel that cannot walk on the states of a target that says its parts. It names those that
// do. Without a reason there is no fault.
func (s Setting) noForm(on stateSpace, of toys.Parts, why error) error {
	if why == nil {
		return nil
	}
	var would []string
	for _, e := range kernels.Examples {
		if s.would(e.Make, on, of) {
			would = append(would, e.Name)
		}
	}
	return Faultf("%v %s has no form on the %s of %s: %v; one of %s would do", FieldKernel, s.Kernel, on.name(),
		s.TargetName(), why, strings.Join(would, ", "))
}

// would reports whether a kernel walks on the states, whatever their symmetries are. One that goes by bonds keeps to
// those of the target. It goes by beta too, and is not named where along may refuse the setting.
func (s Setting) would(k chains.Kernel, on stateSpace, of toys.Parts) bool {
	if _, bonded := k.(kernels.Bonded); !bonded {
		return on.always(k) && chains.Fits(k, on.box()) == nil
	}
	if s.Bridge != chains.Bridges[0].Name || s.Initial != uniform {
		return false
	}
	made, err := onParts(k, of, on, false)
	return err == nil && on.walks(made) == nil
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
// that fits, as hamming-ball:2 for hamming-ball:3, or the first of the catalogue.
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

// goesByParts reports whether a kernel goes by the parts of a target's log f, and has no form without them.
func goesByParts(k chains.Kernel) bool {
	_, bonded := k.(kernels.Bonded)
	_, sloped := k.(kernels.Sloped)
	return bonded || sloped
}

// FitsOn is Fits, of a target that may say its parts.
func FitsOn(name string, k chains.Kernel, t toys.Target) error {
	if !goesByParts(k) {
		return Fits(name, k, t.Grid)
	}
	on := statesOf(t)
	_, err := onParts(k, t.Parts, on, false)
	if err != nil {
		return noParts(name, k, t.Parts, t.Name, on, err)
	}
	return nil
}

// Walked puts a kernel of cells on the states of a target, which may be orbits of the cells, along a bridge to it. The
// error says why it has no form there.
func Walked(t toys.Target, k chains.Kernel, b chains.Bridge) (chains.Kernel, error) {
	on := statesOf(t)
	if goesByParts(k) {
		var err error
		k, err = onParts(k, t.Parts, on, false)
		if err != nil {
			return nil, err
		}
	}
	return on.put(k, b, t)
}
