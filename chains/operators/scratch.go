package operators

import (
	"sync"

	"breadboard/chains/lanes"
)

// A scratch is the memory of one worker that pulls flows chunk by chunk.
type scratch struct {
	dst, base, these, u lanes.Pair
	flow                [2]lanes.Pair
	stream              [2]lanes.Stream
}

// scratches holds the scratch that no worker uses at the moment.
var scratches = sync.Pool{New: func() any { return newScratch() }}

func newScratch() *scratch {
	s := &scratch{}
	for i := range s.flow {
		s.flow[i] = lanes.Pair{make([]float64, 2*chunk), make([]float64, 2*chunk)}
	}
	return s
}

// release puts the scratch back, without the views of other people's cells.
func (s *scratch) release() {
	s.dst, s.base, s.these, s.u = lanes.Pair{}, lanes.Pair{}, lanes.Pair{}, lanes.Pair{}
	scratches.Put(s)
}
