package chains

import (
	"runtime"
	"sync/atomic"

	"breadboard/chains/crew"
)

// Parallel hands out PieceSize cells at a time, on any number of cores. A sum that is
// taken piece by piece, and then over the pieces in order, is therefore the same on
// every machine.
const PieceSize = 1 << 14

// ParallelFrom is the number of cells from which work is divided among the cores.
const ParallelFrom = 2 * PieceSize

// Parallel calls do for all cells from 0 to n, on as many cores as there are: once for
// each piece from..to of PieceSize cells (the last may be shorter), in any order and
// several at a time. Below ParallelFrom cells it only calls do(0, n). A func literal in
// the call is allocated even then; keep the func to avoid that.
func Parallel(n int, do func(from, to int)) {
	ParallelGroups(n, 1, do)
}

// ParallelGroups is Parallel for n groups, such as lines, of that many cells each: it
// calls do for groups from..to.
func ParallelGroups(n, cells int, do func(from, to int)) {
	if n*cells < ParallelFrom {
		do(0, n)
		return
	}
	piece := max(1, PieceSize/cells)
	pieces := (n + piece - 1) / piece
	var taken atomic.Int64
	work := func() error {
		for i := int(taken.Add(1)) - 1; i < pieces; i = int(taken.Add(1)) - 1 {
			do(i*piece, min(n, (i+1)*piece))
		}
		return nil
	}
	others := crew.New()
	for range min(runtime.GOMAXPROCS(0), pieces) - 1 {
		others.Go(work)
	}
	_ = work()
	_ = others.Wait()
}

// Reduce adds up the results of do on the cells from 0 to n, on all cores: piece by piece
// and then the pieces in their order, so that the sum is the same on any number of cores.
func Reduce[T any](n int, do func(from, to int) T, add func(a, b T) T) T {
	if n < ParallelFrom {
		return do(0, n)
	}
	parts := make([]T, (n+PieceSize-1)/PieceSize)
	Parallel(n, func(from, to int) { parts[from/PieceSize] = do(from, to) })
	sum := parts[0]
	for _, part := range parts[1:] {
		sum = add(sum, part)
	}
	return sum
}
