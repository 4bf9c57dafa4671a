package sample

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
	b.LogW, b.Cells = append(b.LogW, more.LogW...), append(b.Cells, more.Cells...)
	for x := range b.Starts {
		b.Starts[x] += more.Starts[x]
	}
	for x := range b.Ends {
		b.Ends[x] += more.Ends[x]
	}
}

// First returns the first n chains of each direction, whose cells were kept. Of the counts it has those of x_T alone:
// Forward.Ends and Reverse.Starts.
func (r Runs) First(n int) Runs {
	cells := len(r.Forward.Ends)
	forward, reverse := r.Forward.first(n), r.Reverse.first(n)
	forward.Ends, reverse.Starts = countCells(forward.Cells, cells), countCells(reverse.Cells, cells)
	r.Forward, r.Reverse = forward, reverse
	return r
}

// first is the log weights and the cells of the first n chains. A direction that was not run has none.
func (b Batch) first(n int) Batch {
	if b.LogW == nil {
		return Batch{}
	}
	return Batch{LogW: b.LogW[:n], Cells: b.Cells[:n]}
}

// countCells counts the chains in each cell.
func countCells(at []int32, cells int) []int {
	counts := make([]int, cells)
	for _, x := range at {
		counts[x]++
	}
	return counts
}
