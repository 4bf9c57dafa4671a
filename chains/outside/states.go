package outside

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"breadboard/grid"
	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// The states of chains make moves too: each state and the next of the same chain.

// mostChains is the largest number of chains. Of each the last state is kept.
const mostChains = 1 << 20

// mostDraws is the largest number of a draw: whole numbers up to it are the same in every language.
const mostDraws = 1 << 53

// follow returns a visitor of states, cell x of a chain, that makes these moves.
func follow(visit func(x, y int)) func(x, chain int) {
	last := map[int]int{}
	return func(x, chain int) {
		if before, ok := last[chain]; ok {
			visit(before, x)
		}
		last[chain] = x
	}
}

// openStates reads the states of chains from an array of NumPy, in a .npz archive or not: one chain,
// or a chain a row. Of each chain the last state alone is kept.
func openStates(f *os.File, member string, archive bool, g grid.Grid, visit func(x, y int)) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !archive {
		return readStates(io.NewSectionReader(f, 0, info.Size()), g, visit)
	}
	in, err := npy.OpenArchive(f, info.Size(), member)
	if err != nil {
		return err
	}
	defer in.Close()
	return readStates(in, g, visit)
}

func readStates(r io.Reader, g grid.Grid, visit func(x, y int)) error {
	var shape []int
	check := func(is []int) error {
		switch shape = is; {
		case len(shape) != 1 && len(shape) != 2:
			return fmt.Errorf("the shape is %s; states of one chain, or a chain a row, would do", npy.Tuple(shape))
		case len(shape) == 2 && shape[0] > mostChains:
			return fmt.Errorf("the shape is %s; up to %s chains would do", npy.Tuple(shape), text.Thousands(mostChains))
		}
		return npy.Most(mostStates)(shape)
	}
	add := follow(visit)
	return npy.Each(r, check, func(at int, v float64) error {
		if x := int(v); float64(x) != v || x < 0 || x >= g.Size() {
			return fmt.Errorf("%s is %s; a whole number from 0 to %d would do", npy.Place(shape, at),
				strconv.FormatFloat(v, 'g', -1, 64), g.Size()-1)
		}
		add(int(v), at/shape[len(shape)-1])
		return nil
	})
}

// mostStates is the largest number of states in an array, 2^27: they can be packed into a few bytes.
const mostStates = 1 << 27
