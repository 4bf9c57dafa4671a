package npy

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"
)

// aligned is what NumPy aligns the entries to.
const aligned = 64

// Write writes an array of float64 as numpy.save does, version 1: entries one after the other, the last axis fastest.
// It panics unless the arrays together have as many entries as the shape.
func Write(w io.Writer, shape []int, arrays ...[]float64) error {
	entries := 0
	for _, a := range arrays {
		entries += len(a)
	}
	want := 1
	for _, length := range shape {
		want *= length
	}
	if entries != want {
		panic(fmt.Sprintf("npy: %d entries for the shape %s", entries, Tuple(shape)))
	}
	out := bufio.NewWriter(w)
	out.WriteString(Head(shape))
	var entry [8]byte
	for _, a := range arrays {
		for _, v := range a {
			binary.LittleEndian.PutUint64(entry[:], math.Float64bits(v))
			out.Write(entry[:])
		}
	}
	return out.Flush() // which has the error of any of them
}

// Head is how a file that Write writes begins: all that stands before the entries.
func Head(shape []int) string {
	head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }", Tuple(shape))
	const before = len(Magic) + 4 // with the version and the length
	head += strings.Repeat(" ", (aligned-(before+len(head)+1)%aligned)%aligned) + "\n"
	return Magic + "\x01\x00" + string(binary.LittleEndian.AppendUint16(nil, uint16(len(head)))) + head
}
