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

// onBonds gives a kernel that moves along bonds those of a target whose cells are on g. Any other kernel, and one that
// has them already, it leaves as it is. If its steps are drawn, it has a form on more cells. The error says why there
// is none.
func onBonds(k chains.Kernel, bonds []toys.Bond, g grid.Grid, drawn bool) (chains.Kernel, error) {
	moving, ok := k.(kernels.Bonded)
	if !ok || chains.Fits(k, g) == nil {
		return k, nil
	}
	if bonds == nil {
		return nil, errors.New("it moves along bonds between sites, which " + bondedToys() + " have")
	}
	var all []kernels.Bond
	for _, b := range bonds {
		all = append(all, kernels.Bond(b))
	}
	b, err := kernels.NewBonds(g, all)
	if err != nil {
		return nil, err
	}
	on := moving.OnBonds(b)
	err = chains.Fits(on, g)
	if err != nil && drawn {
		on = moving.OnBonds(b.Drawn())
		err = chains.Fits(on, g)
	}
	return on, err
}

// bondedToys lists the toys that have bonds: "ising, potts and spin-glass".
func bondedToys() string {
	var names []string
	for _, t := range toys.Catalogue {
		if t.Symmetric == nil {
			continue
		}
		of, err := t.Symmetric(strings.Split(t.Example, ":"), t.Seed)
		if err == nil && of.Bonds != nil {
			names = append(names, t.Name)
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// giveBonds gives the kernel the bonds of the target, if it moves along bonds.
func (f *Found) giveBonds() error {
	if f.kernel.bare == nil { // of matrices, or of a program
		return nil
	}
	k, err := onBonds(f.kernel.bare, f.bonds, f.states.box(), f.Drawn)
	if err != nil {
		return noBonds(f.Kernel, f.TargetName(), err)
	}
	f.kernel = f.catalogued(k)
	if f.facts().Drawn && f.schedule.truth != nil && f.schedule.truth.byKernel() {
		return Faultf("%v %s is found by the rows of the kernel, and %v %s has too many on %v; one that no kernel has "+
			"a part in, such as %s, would do", FieldSchedule, f.Schedule, FieldKernel, f.Kernel, f.Grid,
			Specs(FieldSchedule)[0])
	}
	return nil
}

// noBonds is the fault of a kernel that has no form along the bonds of a target, and why.
func noBonds(kernel, target string, why error) error {
	return Faultf("%v %s has no form on %s: %v; %v %s would do", FieldKernel, kernel, target, why, FieldKernel,
		Specs(FieldKernel)[0])
}

// FitsOn is Fits, of a target that may have bonds.
func FitsOn(name string, k chains.Kernel, t toys.Target) error {
	if _, bonded := k.(kernels.Bonded); !bonded {
		return Fits(name, k, t.Grid)
	}
	_, err := onBonds(k, t.Bonds, statesOf(t).box(), false)
	if err != nil {
		return noBonds(name, t.Name, err)
	}
	return nil
}

// checkBeta is the fault of a bridge to t whose levels are not those of a kernel that sees beta alone: the target to
// the power beta, up to a constant.
func (s Setting) checkBeta(k chains.Kernel, b chains.Bridge, t toys.Target) error {
	if !chains.ByBeta(k) {
		return nil
	}
	if t.Orbits != nil {
		b = ofCells(b, t)
	}
	g, geometric := b.(chains.Geometric)
	if !geometric {
		return Faultf("%v %s: %s puts bonds by beta, as the %v %s has it; that one would do", FieldBridge, s.Bridge,
			s.Kernel, FieldBridge, chains.Bridges[0].Name)
	}
	if slices.Min(g.From) != slices.Max(g.From) {
		return Faultf("%v %s: %s puts bonds by beta, from none where chains begin; %v uniform would do", FieldInitial,
			s.Initial, s.Kernel, FieldInitial)
	}
	return nil
}
