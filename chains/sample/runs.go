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

// Append adds the chains of a run that continues these: with the same seed, and with Options.After the number of these.
// The two together are one run of all of them, bit for bit.
func (r *Runs) Append(more Runs) {
	if r.T == 0 {
		*r = more
		return
	}
	r.Forward.append(more.Forward)
	r.Reverse.append(more.Reverse)
}

func (b *Batch) append(more Batch) {
	b.LogW = append(b.LogW, more.LogW...)
	b.Cells = append(b.Cells, more.Cells...)
}

// First returns the first n chains of each direction.
func (r Runs) First(n int) Runs {
	for _, b := range []*Batch{&r.Forward, &r.Reverse} {
		n := min(n, len(b.LogW)) // a direction that was not run has none
		*b = Batch{LogW: b.LogW[:n], Cells: b.Cells[:n]}
	}
	return r
}
