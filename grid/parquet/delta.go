package parquet

import (
	"encoding/binary"
	"errors"
)

// A delta page has the first number, and then the differences of neighbours in blocks: the least
// difference of the block, the width in bits of each of its parts, and the differences above the
// least.
type delta struct {
	data  []byte
	width int // of a number, in bytes: sums wrap around

	parts, length int // of a block, and the numbers of a part
	last          uint64
	first         bool // the first number is still to come
	rest          int  // numbers still to come

	least  uint64
	widths []byte // of the parts still to come
	bits   []byte // of this part
	at     int    // the bits before the next difference
	left   int    // the differences of this part still to come
	bit    int    // the width of each
}

var errDelta = errors.New("a block of differences is not as DELTA_BINARY_PACKED has it; a whole file would do")

// newDelta reads the head of a page of so many numbers.
func newDelta(data []byte, width, numbers int) (*delta, error) {
	var head [3]uint64 // the length of a block, its parts, and all numbers
	for i := range head {
		v, n := binary.Uvarint(data)
		if n <= 0 {
			return nil, errShort
		}
		head[i], data = v, data[n:]
	}
	first, n := binary.Varint(data)
	block, parts := head[0], head[1]
	switch {
	case n <= 0:
		return nil, errShort
	case block == 0 || block > 1<<16 || parts == 0 || parts > block || block%parts != 0 || block/parts%8 != 0:
		return nil, errDelta
	case head[2] > uint64(numbers): // fewer are as many as are not null
		return nil, errors.New("a page does not have the numbers that it claims; a whole file would do")
	}
	return &delta{data: data[n:], width: width, parts: int(parts), length: int(block / parts), last: uint64(first),
		first: true, rest: int(head[2])}, nil
}

func (d *delta) decode(dst []int64) error {
	if d.rest -= len(dst); d.rest < 0 {
		return errShort
	}
	for i := range dst {
		if !d.first {
			if d.left == 0 {
				if err := d.next(); err != nil {
					return err
				}
			}
			if d.at+d.bit > 8*len(d.bits) {
				return errShort
			}
			d.last += d.least + bitsAt(d.bits, d.at, d.bit)
			d.at, d.left = d.at+d.bit, d.left-1
		}
		d.first = false
		if dst[i] = int64(d.last); d.width == 4 {
			dst[i] = int64(int32(d.last))
		}
	}
	return nil
}

// next begins the next part, and the next block if the last has no more. The last part of a page may
// be cut short after its last number.
func (d *delta) next() error {
	if len(d.widths) == 0 {
		least, n := binary.Varint(d.data)
		if n <= 0 || n+d.parts > len(d.data) {
			return errShort
		}
		d.least, d.widths, d.data = uint64(least), d.data[n:n+d.parts], d.data[n+d.parts:]
	}
	d.bit, d.widths = int(d.widths[0]), d.widths[1:]
	if d.bit > 64 {
		return errDelta
	}
	n := min(d.length*d.bit/8, len(d.data))
	d.bits, d.data, d.at, d.left = d.data[:n], d.data[n:], 0, d.length
	return nil
}
