package sample

// A Batch holds the results of the chains of one direction.
type Batch struct {
	LogW []float64 // the forward log weight of each chain, less Runs.Offset
	// Cells has x_T of each chain: the end of a forward chain, and the start of a reverse one. In both directions it is
	// the cell that log w belongs to.
	Cells []int32
}

// Counts returns, for each of cells cells, the number of chains with x_T there.
func (b Batch) Counts(cells int) []int {
	counts := make([]int, cells)
	for _, x := range b.Cells {
		counts[x]++
	}
	return counts
}

// Runs holds the chains of an annealing. Its methods estimate the numbers that package exact computes.
type Runs struct {
	Forward Batch
	Reverse Batch
	// Offset is the part of log R and of every log weight that comes from constants in the log densities
	// (chains.Annealing.WithoutConstants). It is kept separately: a large one would cost the digits in which chains
	// differ.
	Offset float64
}
