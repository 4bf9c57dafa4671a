package toys

import (
	"fmt"
	"math/bits"

	"breadboard/grid"
)

// mostSpins is how many spins MostCells allows.
const mostSpins = 30

// Ising is the Ising model on a torus of rows x cols spins, an axis of length 2
// each, so that a move flips one spin: log f = coupling times the sum of s s' over
// the bonds. Every spin has a bond to its right and one below, where the torus
// leads back to the first of the row or column: with two of them, the two are
// bonded twice; with one, its bond would be to itself, and is left out. Spin
// (i, j) is axis i cols + j, and coordinate 1 is up. It panics unless there are 2 to
// mostSpins spins.
//
// At strong coupling all up and all down are modes that no chain passes between,
// and J does not see it: by symmetry each chain falls into one of them with the
// right probability. On 3x3 spins with coupling 1, J is 1e-4 at T = 1000.
func Ising(rows, cols int, coupling float64) Target {
	n := rows * cols
	if rows < 1 || cols < 1 || n < 2 || n > mostSpins {
		panic(fmt.Sprintf("toys: an Ising model of %dx%d spins", rows, cols))
	}
	g := cube(2, n)
	logf := make([]float64, g.Size())
	bonds := torus(rows, cols)
	for x := range logf {
		sum := len(bonds)
		for _, b := range bonds { // spin i is bit n-1-i
			sum -= 2 * ((x>>(n-1-b[0]) ^ x>>(n-1-b[1])) & 1)
		}
		logf[x] = coupling * float64(sum)
	}
	return Target{Name: fmt.Sprintf("ising:%dx%d:%v", rows, cols, coupling), Grid: g, LogF: logf}
}

// cube is the grid of sites with this many states each, an axis a site.
func cube(states, sites int) grid.Grid {
	lens := make([]int, sites)
	for i := range lens {
		lens[i] = states
	}
	return grid.New(lens...)
}

// torus lists the bonds of sites on a torus: to the right and below.
func torus(rows, cols int) [][2]int {
	var bonds [][2]int
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

// Magnetisation is the mean of the spins in state x of an Ising model.
func Magnetisation(spins, x int) float64 {
	return float64(2*bits.OnesCount(uint(x))-spins) / float64(spins)
}
