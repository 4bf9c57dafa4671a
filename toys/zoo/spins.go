package zoo

import (
	"fmt"

	"breadboard/toys"
)

// spins are Ising and Potts models with up to 512 states.
func spins() (all []Density) {
	ising := func(rows, cols int, coupling float64, about string) {
		all = append(all, Density{fmt.Sprintf("ising:%dx%d:%v", rows, cols, coupling), "spins", about,
			func() toys.Target { return toys.Ising(rows, cols, coupling) }})
	}
	potts := func(rows, cols, states int, coupling float64, about string) {
		all = append(all, Density{fmt.Sprintf("potts:%dx%d:%d:%v", rows, cols, states, coupling), "spins", about,
			func() toys.Target { return toys.Potts(rows, cols, states, coupling) }})
	}
	ising(3, 3, 0.2, "nine spins on a torus, hot")
	ising(3, 3, 0.44, "nine spins on a torus, near the critical coupling of a large one")
	ising(2, 4, 0.5, "eight spins on a torus, cold: all up or all down")
	ising(2, 3, 0.5, "six spins on a torus")
	ising(1, 8, 0.5, "eight spins in a ring")
	ising(1, 7, 1, "seven spins in a ring, cold")
	ising(1, 7, -1, "seven spins in a ring, whose neighbours would all differ and cannot")
	potts(1, 5, 3, 1, "five sites of three states in a ring")
	potts(1, 5, 3, 2, "five sites of three states in a ring, cold")
	potts(2, 2, 4, 0.5, "four sites of four states on a torus")
	potts(2, 2, 4, 1, "four sites of four states on a torus, cold")
	potts(2, 2, 3, 1.5, "four sites of three states on a torus, very cold")
	return all
}
