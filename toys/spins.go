package toys

import (
	"fmt"
	"slices"
	"strings"

	"breadboard/grid"
	"breadboard/grid/text"
)

// Ising returns the Ising model on a torus of rows x cols spins: log f is coupling times the sum of s s' over the
// bonds. Each spin is an axis of length 2 and of the kind Any: a move flips one spin. Spin (i, j) is axis i cols + j,
// and coordinate 1 is up.
//
// Every spin has a bond to the spin on its right and to the one below; the last of a row
// or column has a bond to the first. So in a row of two the spins have two bonds. In a
// row of one the bond would lead to the spin itself, and is left out.
//
// At strong coupling all up and all down are modes, and no chain passes from one to the other. J does not show that: by
// symmetry each chain falls into one of the two with the right probability. On 3x3 spins with coupling 1, J is 2e-5 at
// T = 1000.
//
// A field adds field times the sum of the spins to log f. All up and all down are then no longer images of each other,
// and a chain falls into one of them with the wrong probability. On 3x3 spins with coupling 1 and a field of 0.05 J at
// T = 100 by single moves is 0.21; without a field it is 0.077.
func Ising(rows, cols int, coupling, field float64) Target {
	name := fmt.Sprintf("ising:%dx%d:%v", rows, cols, coupling)
	if field != 0 {
		name += fmt.Sprintf(":field=%v", field)
	}
	return torus(name, rows, cols, 2, func(at []int, agree, bonds int) float64 {
		logf := coupling * float64(2*agree-bonds)
		if field == 0 {
			return logf
		}
		sum := 0
		for _, up := range at {
			sum += 2*up - 1
		}
		return logf + field*float64(sum)
	})
}

// field reads the setting of a field; it is 0 if there is none.
func (p *parameters) field() float64 {
	if len(p.words) == 0 {
		return 0
	}
	value, named := strings.CutPrefix(p.words[0], "field=")
	if !named {
		p.refuse("%s is no setting that it has; use field=NUMBER", text.Quote(p.words[0]))
	}
	p.words[0] = value
	return p.real("field", -1e6)
}

func isingOf(p *parameters) Made {
	rows, cols := p.box()
	coupling := p.real("COUPLING", -1e6)
	field := p.field()
	return Made{Grid: p.cube(2, rows*cols), Target: func(uint64) Target { return Ising(rows, cols, coupling, field) }}
}

// cube returns the grid of sites that have this many states each, if it is not too large.
func (p *parameters) cube(states, sites int) (g grid.Grid) {
	if p.fit(states, sites); p.err == nil {
		g = cube(states, sites)
	}
	return g
}

// cube returns the grid of sites with this many states each, an axis for each site, whose states have no order.
func cube(states, sites int) grid.Grid {
	return grid.New(slices.Repeat([]int{states}, sites)...).Of(grid.Any)
}

// torus returns a target of sites on a torus. Its log f is a function of the cell, of the number of bonds, and of the
// number of bonds that have both ends in the same state.
func torus(name string, rows, cols, states int, logf func(at []int, agree, bonds int) float64) Target {
	bonds := bondsOf(rows, cols)
	g := cube(states, rows*cols)
	return cellwise(name, g, func(at []int) float64 {
		agree := 0
		for _, b := range bonds {
			if at[b[0]] == at[b[1]] {
				agree++
			}
		}
		return logf(at, agree, len(bonds))
	})
}

// bondsOf returns the bonds of a torus, site by site: to the right, and then below. A row or column of one has none.
func bondsOf(rows, cols int) (bonds [][2]int) {
	for i := range rows {
		for j := range cols {
			site := i*cols + j
			if cols > 1 {
				bonds = append(bonds, [2]int{site, i*cols + (j+1)%cols})
			}
			if rows > 1 {
				bonds = append(bonds, [2]int{site, (i+1)%rows*cols + j})
			}
		}
	}
	return bonds
}

// Potts returns the Potts model on a torus of rows x cols sites: log f is coupling times the number of bonds whose two
// ends are in the same state. It has the bonds of Ising. Each site is an axis with a cell for each state, of the kind
// Any: a move takes one site to any other state, each equally likely, and heat-bath redraws a site.
//
// With many states the kernel fails, and not the landscape: a site must find the state of its neighbours among others,
// all equally bad. On 2x2 sites of 10 states with coupling 4, J at T = 100 is 3.8 by single moves and 3e-4 by
// heat-bath. On lines, where a site goes from state to state in their order, it is 11.
func Potts(rows, cols, states int, coupling float64) Target {
	name := fmt.Sprintf("potts:%dx%d:%d:%v", rows, cols, states, coupling)
	return torus(name, rows, cols, states, func(_ []int, agree, _ int) float64 {
		return coupling * float64(agree)
	})
}

func pottsOf(p *parameters) Made {
	rows, cols := p.box()
	states := p.integer("STATES", 2, MostCells)
	coupling := p.real("COUPLING", -1e6)
	return Made{Grid: p.cube(states, rows*cols), Target: func(uint64) Target {
		return Potts(rows, cols, states, coupling)
	}}
}
