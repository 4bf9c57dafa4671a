package npy

import (
	"testing"

	"breadboard/grid/must"
)

// FuzzRead: any bytes are an array whose entries fill its shape, or refused in a line.
func FuzzRead(f *testing.F) {
	for _, data := range []string{"", Magic, Magic + "\x01\x00\xff\xff",
		Magic + "\x01\x00\x3b\x00{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }\n" +
			"\x00\x00\x00\x00\x00\x00\xf0\x3f",
		Magic + "\x02\x00\x35\x00\x00\x00{'descr': '|u1', 'fortran_order': True, 'shape': (3,)}\x01\x02\x03",
		Magic + "\x01\x00\x37\x00{'descr': '>i2', 'fortran_order': True, 'shape': (1, 2)}\x01\x02\x03\x04"} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		a, err := Read(data)
		must.Sentence(t, err, "")
		entries := 1
		for _, n := range a.Shape {
			entries *= n
		}
		if err == nil && (entries != len(a.Values) || entries == 0) {
			t.Errorf("%d entries of the shape %v", len(a.Values), a.Shape)
		}
		for i := range a.Values {
			Place(a.Shape, i)
		}
	})
}
