package experiments

import (
	"errors"
	"math"

	"breadboard/grid/text"
)

// MostBytes is the size of an annealing from which on a command asks before it begins: 2 GiB.
const MostBytes = 2 << 30

// TooLarge returns, for each number of levels, why annealings on so many states are too large to begin unasked: states
// x levels x eight bytes are more than MostBytes. Without levels one counts. The states are known before a target is
// made (Found.Grid), so that one that has no room is never begun.
func TooLarge(name string, states int, levels ...int) error {
	const number, gib = 8, 1 << 30
	if len(levels) == 0 {
		levels = []int{1}
	}
	var faults []error
	for _, T := range levels {
		bytes := number * float64(states) * float64(T)
		if bytes <= MostBytes {
			continue
		}
		at := ""
		if T > 1 {
			at = " at T = " + text.Thousands(T)
		}
		faults = append(faults, Faultf("%s%s has %s states: states x levels x eight bytes is %s GiB, above %d GiB",
			name, at, text.Thousands(states), text.Thousands(int(math.Ceil(bytes/gib))), MostBytes/gib))
	}
	return errors.Join(faults...)
}
