package npy_test

import (
	"encoding/binary"
	"fmt"

	"breadboard/grid/npy"
)

// An array of two rows, as numpy.save writes it.
func Example() {
	header := fmt.Sprintf("%-117s\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }")
	file := npy.Magic + "\x01\x00\x76\x00" + header
	for _, bits := range []uint64{0x3ff0000000000000, 0x4000000000000000} { // 1 and 2
		file += string(binary.LittleEndian.AppendUint64(nil, bits))
	}
	a, err := npy.Read(file)
	fmt.Println(a.Shape, a.Values, err)
	// Output:
	// [2 1] [1 2] <nil>
}
