package chains

import (
	"runtime"
	"sync/atomic"

	"breadboard/chains/crew"
)

// Piece is how many cells Abreast gives at a time, whatever the number of cores: a
// sum over cells that is taken piece by piece, and then over the pieces in their
// order, is the same on any.
const Piece = 1 << 14

// Wide is the number of cells from which Abreast divides them.
const Wide = 2 * Piece

// Abreast has do called for all cells from 0 to n, on as many cores as there are:
// for each piece from..to of Piece cells once, the last perhaps shorter, in any
// order and several at a time. Below Wide cells it calls do(0, n) itself and does
// nothing else. A func that is made for the call is allocated even then; one that
// is kept is not.
func Abreast(n int, do func(from, to int)) {
	abreast(n, 1, do)
}

// abreast is Abreast for things of so many cells each.
func abreast(n, cells int, do func(from, to int)) {
	if n*cells < Wide {
		do(0, n)
		return
	}
	piece := max(1, Piece/cells)
	pieces((n+piece-1)/piece, func(i int) { do(i*piece, min(n, (i+1)*piece)) })
}

// pieces has do called for each i below n once, on all cores.
func pieces(n int, do func(i int)) {
	var taken atomic.Int64
	work := func() error {
		for i := int(taken.Add(1)) - 1; i < n; i = int(taken.Add(1)) - 1 {
			do(i)
		}
		return nil
	}
	others := crew.New()
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		others.Go(work)
	}
	_ = work()
	_ = others.Wait()
}
