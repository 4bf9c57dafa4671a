package sample

// A Batch holds the results of the chains of one direction.
type Batch struct {
	LogW []float64 // the forward log weight of each chain, less Runs.Rise
	// Cells has x_T of each chain: where a forward chain ended, and a reverse one began. So in both directions it is
	// the cell that log w belongs to.
	Cells []int32
}

// Counts returns how many chains have x_T in each of so many cells.
func (b Batch) Counts(cells int) []int {
	counts := make([]int, cells)
	for _, x := range b.Cells {
		counts[x]++
	}
	return counts
}

// Runs are the chains of an annealing. Their methods estimate what package exact
// computes.
type Runs struct {
	T       int
	Forward Batch
	Reverse Batch
	// Rise is the part of log R and of every log weight that comes from constants in the
	// log densities (chains.Annealing.Lowered). It is kept apart, because a large one
	// would take away the digits in which the chains differ.
	Rise float64
}
