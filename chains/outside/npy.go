package outside

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"breadboard/grid/text"
)

// magic begins every NPY file (NumPy Enhancement Proposal 1).
const magic = "\x93NUMPY"

// readNPY reads an n x n matrix as numpy.save writes it: versions 1 to 3 of the
// format, float64 or float32, little-endian, in C or Fortran order.
func readNPY(r io.Reader, name string, n int) ([]float64, error) {
	err := tooLarge(n)
	if err == nil {
		var p []float64
		if p, err = parseNPY(r, n); err == nil {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

func parseNPY(r io.Reader, n int) ([]float64, error) {
	h, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	width := map[string]int{"<f8": 8, "<f4": 4}[h.descr]
	if width == 0 {
		return nil, fmt.Errorf("entries are %s; little-endian float64 (<f8) or float32 (<f4) would do",
			text.Quote(h.descr))
	}
	if len(h.shape) != 2 || h.shape[0] != n || h.shape[1] != n {
		return nil, fmt.Errorf("the shape is %s; the target has %s, and (%d, %d) would do",
			h.tuple(), text.Count(n, "cell"), n, n)
	}
	data := make([]byte, n*n*width)
	got, err := io.ReadFull(r, data)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		x := h.place(got/width, n)
		return nil, fmt.Errorf("the file ends at row %d, column %d; %d bytes of entries, instead of %d, would do",
			x/n+1, x%n+1, len(data), got)
	case err != nil:
		return nil, err
	}
	if extra, _ := io.ReadFull(r, make([]byte, 1)); extra > 0 {
		return nil, fmt.Errorf("the file goes on after row %d, column %d, the last; %d bytes of entries would do",
			n, n, len(data))
	}
	p := make([]float64, n*n)
	for i := range p {
		if width == 8 {
			p[h.place(i, n)] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		} else {
			p[h.place(i, n)] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
		}
	}
	return p, nil
}

// place is the row-major index of entry i of the file: i itself in C order, and the
// index of the transposed entry in Fortran order.
func (h header) place(i, n int) int {
	if h.fortran {
		return i%n*n + i/n
	}
	return i
}
