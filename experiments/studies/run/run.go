// Package run says how a study is run: quickly or whole, on which draws, and where it goes on if it was stopped.
//
// A study is parts, and each part is some pieces of work. What a piece found is put on a Shelf as soon as it is there,
// which is a journal (package experiments/journal). The same study again takes what is there, and works at the rest.
// What another program found is worked at again: a Shelf knows the bytes of the one that runs. What is kept comes back
// as it was, to the last bit (bits.go): a study that was stopped cannot differ from one that was not.
package run

import (
	"breadboard/experiments"
)

// A Setting is how a study is run.
type Setting struct {
	Quick bool   // less of everything; what is printed says so
	Seed  uint64 // other draws; 0 are those of the committed files
	Shelf *Shelf // nil keeps nothing
	Tell  experiments.Progress
}

// Seeded is a seed of the study on the setting's draws.
func (s Setting) Seeded(seed uint64) uint64 { return seed + s.Seed<<32 }
