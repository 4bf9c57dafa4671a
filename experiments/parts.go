package experiments

import (
	"errors"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/toys"
)

// declaredParts says of what log f of a cell of the toy is made, if the toy does.
func (s Setting) declaredParts() toys.Parts {
	toy, params, err := findToy(s.Toy)
	if err != nil || toy.Parts == nil {
		return toys.Parts{}
	}
	return toy.Parts(params, s.seedOrZero())
}

// goesByParts reports whether a kernel goes by the parts of a target's log f, and has no form without them.
func goesByParts(k chains.Kernel) bool {
	_, bonded := k.(kernels.Bonded)
	_, sloped := k.(kernels.Sloped)
	return bonded || sloped
}

// onParts gives a kernel what it goes by of a target on these states: bonds, or a gradient. Any other kernel, and one
// that has it already, it leaves as it is. If its steps are drawn, it has a form on more cells. The error says why
// there is none.
func onParts(k chains.Kernel, of toys.Parts, on stateSpace, drawn bool) (made chains.Kernel, err error) {
	if !goesByParts(k) || on.byCell() && chains.Fits(k, on.box()) == nil {
		return k, nil
	}
	switch k := k.(type) {
	case kernels.Bonded:
		made, err = onBonds(k, of.Bonds, on.box(), drawn)
	case kernels.Sloped:
		made, err = onSlope(k, of, on)
	}
	if err != nil {
		return nil, err
	}
	return made, chains.Fits(made, on.box())
}

func onBonds(k kernels.Bonded, bonds []toys.Bond, g grid.Grid, drawn bool) (chains.Kernel, error) {
	if bonds == nil {
		having := toysWith(func(p toys.Parts) bool { return p.Bonds != nil })
		return nil, errors.New("it moves along bonds between sites, which " + having + " have")
	}
	b, err := kernels.NewBonds(g, bondsOf(bonds))
	if err != nil {
		return nil, err
	}
	made := k.OnBonds(b)
	if drawn && chains.Fits(made, g) != nil {
		made = k.OnBonds(b.Drawn())
	}
	return made, nil
}

// onSlope gives no gradient to orbits: the cells of one may have different gradients where log f is the same.
func onSlope(k kernels.Sloped, of toys.Parts, on stateSpace) (chains.Kernel, error) {
	m := of.Machine
	switch {
	case !on.byCell():
		return nil, errors.New("it guesses by the gradient of log f in a cell, and the states are orbits of cells")
	case m != nil:
		return k.OnSlope(kernels.SlopeOfMachine(on.box(), m.Visible, m.Hidden, m.Weights)), nil
	case of.Bonds != nil:
		return k.OnSlope(kernels.SlopeOfBonds(on.box(), bondsOf(of.Bonds))), nil
	}
	having := toysWith(func(toys.Parts) bool { return true })
	return nil, errors.New("it guesses by the gradient of log f, which " + having + " have, as files of weights do, " +
		"and tables do not")
}

// bondsOf are the bonds of a target as kernels take them.
func bondsOf(bonds []toys.Bond) (all []kernels.Bond) {
	for _, b := range bonds {
		all = append(all, kernels.Bond(b))
	}
	return all
}

// toysWith lists the toys that say parts of some kind: "ising, potts and spin-glass".
func toysWith(some func(p toys.Parts) bool) string {
	var names []string
	for _, t := range toys.Catalogue {
		if t.Parts != nil && some(t.Parts(strings.Split(t.Example, ":"), t.Seed)) {
			names = append(names, t.Name)
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// giveParts gives the kernel what it goes by of the target.
func (f *Found) giveParts() error {
	if f.kernel.bare == nil { // of matrices, or of a program
		return nil
	}
	k, err := onParts(f.kernel.bare, f.parts, f.states, f.Drawn)
	if err != nil {
		return noParts(f.Kernel, f.kernel.bare, f.TargetName(), f.states, err)
	}
	f.kernel = f.catalogued(k)
	if f.facts().Drawn && f.schedule.truth != nil && f.schedule.truth.byKernel() {
		return Faultf("%v %s is found by the rows of the kernel, and %v %s has too many on %v; one that no kernel has "+
			"a part in, such as %s, would do", FieldSchedule, f.Schedule, FieldKernel, f.Kernel, f.Grid,
			Specs(FieldSchedule)[0])
	}
	return nil
}

// noParts is the fault of a kernel that has no form by the parts of a target, and why. Informed looks at the densities
// that another guesses.
func noParts(name string, k chains.Kernel, target string, on stateSpace, why error) error {
	would := Specs(FieldKernel)[0]
	if _, sloped := k.(kernels.Sloped); sloped && on.walks(kernels.Informed{}) == nil {
		would = "informed"
	}
	return Faultf("%v %s has no form on %s: %v; %v %s would do", FieldKernel, name, target, why, FieldKernel, would)
}

// FitsOn is Fits, of a target that may say its parts.
func FitsOn(name string, k chains.Kernel, t toys.Target) error {
	if !goesByParts(k) {
		return Fits(name, k, t.Grid)
	}
	on := statesOf(t)
	_, err := onParts(k, t.Parts, on, false)
	if err != nil {
		return noParts(name, k, t.Name, on, err)
	}
	return nil
}

// along is a kernel along a bridge to t. If it goes by beta, its levels must be the target to the power beta, up to a
// constant, and another bridge is a fault. A gradient is known on the bridge joint too.
func (s Setting) along(k chains.Kernel, b chains.Bridge, t toys.Target) (chains.Kernel, error) {
	if !chains.ByBeta(k) {
		return k, nil
	}
	sloped, guesses := k.(kernels.Sloped)
	_, joint := b.(*chains.Joint)
	if guesses && joint {
		return sloped.OnSlope(sloped.Along().AlongJoint()), nil
	}
	if t.Orbits != nil {
		b = ofCells(b, t)
	}
	g, geometric := b.(chains.Geometric)
	if !geometric {
		return nil, Faultf("%v %s: %s goes by beta, as the %v %s has it; that one would do", FieldBridge, s.Bridge,
			s.Kernel, FieldBridge, chains.Bridges[0].Name)
	}
	if slices.Min(g.From) != slices.Max(g.From) {
		return nil, Faultf("%v %s: %s goes by beta, from a uniform density where chains begin; %v %s would do",
			FieldInitial, s.Initial, s.Kernel, FieldInitial, uniform)
	}
	return k, nil
}
