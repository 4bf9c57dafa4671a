package score

import (
	"hash/fnv"

	"breadboard/chains"
	"breadboard/chains/sample"
)

// A Drawer draws chains of a subject. One goroutine at a time may use it.
type Drawer struct {
	subject Subject
	paths   sample.Paths
	seed    uint64
}

// Drawer returns one for this seed.
func (s Subject) Drawer(seed uint64) Drawer {
	return Drawer{s, sample.NewPaths(s.Operator(), s.Chain().States()), seed}
}

// From returns what draws chain k from a start: it sets cells to those after steps 1, 2, ... A chain
// depends on the seed, on the names of the density, the kernel and the start, and on its number alone.
func (d Drawer) From(start Start) func(cells []int32, k int) {
	law := chains.NewLaw(d.subject.OnStates(start.Law))
	return func(cells []int32, k int) {
		d.paths.Draw(cells, law, d.seed, word(d.subject.Density), word(d.subject.Kernel), word(start.Name), uint64(k))
		for i, x := range cells {
			cells[i] = x / int32(d.subject.share)
		}
	}
}

// word is a name as a word of a seed.
func word(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}
