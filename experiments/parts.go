package experiments

import (
	"errors"
	"math"
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

// onParts gives a kernel that goes by parts what it goes by of a target on these states: bonds, or a gradient. One that
// has it already it leaves as it is. If its steps are drawn, it has a form on more cells. The error says why there is
// none.
func onParts(k chains.Kernel, of toys.Parts, on stateSpace, drawn bool) (made chains.Kernel, err error) {
	if on.byCell() && chains.Fits(k, on.box()) == nil {
		return k, nil
	}
	switch k := k.(type) {
	case kernels.Bonded:
		made, err = onBonds(k, of, on.box(), drawn)
	case kernels.Sloped:
		made, err = onSlope(k, of, on)
	}
	if err != nil {
		return nil, err
	}
	return made, chains.Fits(made, on.box())
}

func onBonds(k kernels.Bonded, of toys.Parts, g grid.Grid, drawn bool) (chains.Kernel, error) {
	if !hasBonds(of) {
		return nil, errors.New("it moves along bonds between sites, which " + toysWith(hasBonds) + " have")
	}
	b, err := bondsIn(of, g)
	if err != nil {
		return nil, err
	}
	made := k.OnBonds(b)
	if drawn && chains.Fits(made, g) != nil {
		made = k.OnBonds(b.Drawn())
	}
	return made, nil
}

// hasBonds reports whether a target has bonds, and at most fields beside them.
func hasBonds(of toys.Parts) bool { return of.Bonds != nil || of.Every != nil }

// bondsIn are the bonds of a target, in its fields.
func bondsIn(of toys.Parts, g grid.Grid) (b *kernels.Bonds, err error) {
	if of.Every != nil {
		b, err = kernels.NewBondsOfAll(of.Every.Spins, of.Every.Coupling)
	} else {
		b, err = kernels.NewBonds(g, bondsOf(of.Bonds))
	}
	if err != nil || of.Fields == nil {
		return b, err
	}
	return b.In(of.Fields), nil
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
		return k.OnSlope(kernels.SlopeOfBonds(on.box(), bondsOf(of.Bonds)).In(of.Fields)), nil
	}
	having := toysWith(func(p toys.Parts) bool { return p.Every == nil })
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

// noParts is the fault of a kernel that has no form by the parts of a target, and why. Informed looks at the densities
// that another guesses. Wolff's rows are added up on more cells than those of Swendsen and Wang, and dice take both
// where no rows are added up.
func noParts(name string, k chains.Kernel, of toys.Parts, target string, on stateSpace, why error) error {
	would := Specs(FieldKernel)[0]
	if _, sloped := k.(kernels.Sloped); sloped && on.walks(kernels.Informed{}) == nil {
		would = "informed"
	}
	drawn := ""
	if _, bonded := k.(kernels.Bonded); bonded {
		if wolff, err := onParts(kernels.Wolff{}, of, on, false); err == nil && on.walks(wolff) == nil {
			would = "wolff"
		}
		if made, err := onParts(k, of, on, true); err == nil && on.walks(made) == nil {
			drawn = ", or breadboard sample, which draws its steps"
		}
	}
	return Faultf("%v %s has no form on %s: %v; %v %s would do%s", FieldKernel, name, target, why, FieldKernel, would,
		drawn)
}

// along is a kernel that goes by beta, along a bridge to t. The levels must be the target to the power beta, up to a
// constant, and another bridge is a fault. Who goes by bonds knows fields too, and a product of terms of single sites
// to begin with. A gradient is known on the bridge joint.
func (s Setting) along(k chains.Kernel, b chains.Bridge, t toys.Target) (chains.Kernel, error) {
	sloped, guesses := k.(kernels.Sloped)
	_, joint := b.(*chains.Joint)
	if guesses && joint {
		return sloped.OnSlope(sloped.Along().AlongJoint()), nil
	}
	g, geometric := ofCells(b, t).(chains.Geometric)
	if !geometric {
		return nil, Faultf("%v %s: %s goes by beta, as the %v %s has it; that one would do", FieldBridge, s.Bridge,
			s.Kernel, FieldBridge, chains.Bridges[0].Name)
	}
	if slices.Min(g.From) == slices.Max(g.From) {
		return k, nil
	}
	if bonded, ok := k.(kernels.Bonded); ok {
		if begin := siteTerms(t, g.From); begin != nil {
			return bonded.OnBonds(bonded.Along().From(begin)), nil
		}
		return nil, Faultf("%v %s: %s goes by beta, from where sites are independent; %v %s would do", FieldInitial,
			s.Initial, s.Kernel, FieldInitial, uniform)
	}
	return nil, Faultf("%v %s: %s goes by beta, from a uniform density where chains begin; %v %s would do",
		FieldInitial, s.Initial, s.Kernel, FieldInitial, uniform)
}

// siteTerms are what the value of each site adds to the log density of a cell, if that is a sum of such terms, and
// otherwise nil. logf has a cell of each state.
func siteTerms(t toys.Target, logf []float64) (terms [][]float64) {
	box := t.Grid
	at := func(x int) float64 { return logf[x] }
	if of := t.Orbits; of != nil {
		cells, by := of.Box()
		if by == nil {
			return countTerm(t.Parts, logf)
		}
		box = cells
		at = func(x int) float64 { return logf[of.Orbit(x)] }
	}
	for site := range box.Axes() {
		var here []float64
		for value := range box.Len(site) {
			here = append(here, at(value*box.Stride(site))-at(0))
		}
		terms = append(terms, here)
	}
	for x := range box.Size() {
		sum := at(0)
		for site, here := range terms {
			sum += here[box.Coord(x, site)]
		}
		if !alike(sum, at(x)) {
			return nil
		}
	}
	return terms
}

// countTerm is siteTerms, where states are how many spins are up.
func countTerm(of toys.Parts, logf []float64) [][]float64 {
	if of.Every == nil {
		return nil
	}
	rise := (logf[of.Every.Spins] - logf[0]) / float64(of.Every.Spins)
	for up, v := range logf {
		if !alike(logf[0]+float64(up)*rise, v) {
			return nil
		}
	}
	return [][]float64{{0, rise}}
}

// alike reports whether two log densities are the same but for rounding.
func alike(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(a), math.Abs(b)) }
