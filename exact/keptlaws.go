package exact

import "breadboard/chains"

// lawBytes bounds the memory of the reverse chain's laws in a Run, and of the moves of a step.
const lawBytes = 64 << 20

// mostMoves is the largest number of moves of a step that are written out, at 96 bytes each.
const mostMoves = lawBytes / 96

// mostPaired is the largest T at which pairs of states are compared, which takes four times as long as J and B. A
// definition that holds over two thousand steps is taken to hold over more.
const mostPaired = 2000

// keptLaws has the laws of the reverse chain's states at all levels from 1 on, one behind the other.
type keptLaws struct {
	n    int
	laws []float64
}

// paired reports whether pairs of states are compared: not where they need masses below any float.
func paired(a chains.Annealing) bool {
	first, last := a.Ends()
	deepest := max(chains.LogSpan(first), chains.LogSpan(last))
	return reverseLawBytes(a.Grid.Size(), a.T()) > 0 && deepest < depth
}

// keep returns room for the laws.
func keep(a chains.Annealing) *keptLaws {
	n := a.Grid.Size()
	return &keptLaws{n, make([]float64, n*(a.PathEnd()+1))}
}

func (l *keptLaws) at(t int) []float64  { return l.laws[t*l.n : (t+1)*l.n] }
func (l *keptLaws) mark(t int, w *pass) { copy(l.at(t), w.q) }

// reverseLawBytes returns the memory of the reverse chain's laws in a Run. It is 0 where no pairs are compared: above
// mostPaired levels, and where the laws would take more than lawBytes.
func reverseLawBytes(n, T int) int {
	bytes := 8 * n * (T + 1)
	if T > mostPaired || bytes > lawBytes {
		return 0
	}
	return bytes
}
