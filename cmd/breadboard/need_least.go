package main

import (
	"fmt"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments"
)

// What commands take whose flags hardly change it, measured: all toys as pictures take 48 MiB, the
// full study of BREAD 216 MiB, the quick ones up to 86 MiB, and the proofs of the catalogue 174 MiB.
const (
	leastPictures = 56 << 20
	leastStudy    = 224 << 20
	leastQuick    = 96 << 20
	leastProofs   = 176 << 20
)

// affordLeast returns bad input if the memory does not suffice for what a command takes at least.
func affordLeast(command string, bytes float64) error {
	if free, known := system.FreeMemory(); known && free < bytes {
		return bad(fmt.Errorf("%s takes %s of memory, and %s are free; a larger limit would do", command, amount(bytes),
			amount(free)))
	}
	return nil
}

// affordFolder returns bad input if the memory does not suffice for the matrices of a folder. It is asked before
// they are read. Without a folder it returns nil.
func (w *world) affordFolder(path string) error {
	if path == "" {
		return nil
	}
	bytes := experiments.FolderBytes(path)
	return w.affordBytes(fmt.Sprintf("the matrices of %s and a run take %s of memory", path, amount(bytes)),
		"fewer or smaller matrices", bytes, false, false)
}
