package sample

// A Batch holds the results of the chains of one direction.
type Batch struct {
	LogW   []float64 // the forward log weight of each chain, less Runs.Rise
	Starts []int     // how many chains began in each cell: exact draws, of p_1 forward and of p_T in reverse
	Ends   []int     // how many chains ended in each cell: forward x_T, in reverse x_1
	// Cells has x_T of each chain, if Options.Keep: where a forward chain ended, and a reverse
	// one began. So in both directions it is the cell that log w belongs to.
	Cells []int32
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
	for b, more := range map[*Batch]Batch{&r.Forward: more.Forward, &r.Reverse: more.Reverse} {
		b.LogW = append(b.LogW, more.LogW...)
		b.Cells = append(b.Cells, more.Cells...)
		for x := range b.Starts {
			b.Starts[x] += more.Starts[x]
		}
		for x := range b.Ends {
			b.Ends[x] += more.Ends[x]
		}
	}
}

// First returns the first n chains of each direction, whose cells were kept. Of the counts it has those of x_T alone:
// Forward.Ends and Reverse.Starts.
func (r Runs) First(n int) Runs {
	cells := len(r.Forward.Ends)
	for _, b := range []*Batch{&r.Forward, &r.Reverse} {
		n := min(n, len(b.LogW)) // a direction that was not run has none
		*b = Batch{LogW: b.LogW[:n], Cells: b.Cells[:n]}
	}
	r.Forward.Ends = countCells(make([]int, cells), r.Forward.Cells)
	r.Reverse.Starts = countCells(make([]int, cells), r.Reverse.Cells)
	return r
}

// countCells adds the number of runs in each cell to counts, and returns them.
func countCells(counts []int, cells []int32) []int {
	for _, x := range cells {
		counts[x]++
	}
	return counts
}
