package parquet

import (
	"encoding/binary"
	"errors"
)

// A decoder fills dst with the next numbers of a page, of one encoding. They are read a thousand at a time, where the
// library has all numbers of a page at once.
type decoder interface{ decode(dst []int64) error }

// A plain page has its numbers one after the other, of 4 or 8 bytes each, the lowest byte first. If it is split, it has
// the first bytes of all numbers, then their second bytes, and so on.
type plain struct {
	data  []byte
	width int
	split bool
	next  int
}

// len is the number of numbers.
func (p plain) len() int { return len(p.data) / p.width }

func (p plain) at(i int) int64 {
	b := p.data[i*p.width:]
	if p.split {
		var all [8]byte
		for k := range p.width {
			all[k] = p.data[k*p.len()+i]
		}
		b = all[:]
	}
	if p.width == 4 {
		return int64(int32(binary.LittleEndian.Uint32(b)))
	}
	return int64(binary.LittleEndian.Uint64(b))
}

func (p *plain) decode(dst []int64) error {
	if p.next+len(dst) > p.len() {
		return errShort
	}
	for i := range dst {
		dst[i] = p.at(p.next + i)
	}
	p.next += len(dst)
	return nil
}

// runs decode the hybrid of runs and packed numbers in which levels and places in a dictionary are
// written. It begins with a varint h: h>>1 times the number that follows, or, if h is odd, 8 (h>>1)
// numbers of width bits each.
type runs struct {
	data  []byte
	width int

	left   int    // in the run
	bits   []byte // the packed numbers; nil in a run of one number
	at     int    // the bits before the next number
	number int64
}

// decode fills dst with the next numbers.
func (r *runs) decode(dst []int64) error {
	for len(dst) > 0 {
		if r.left == 0 {
			if err := r.next(); err != nil {
				return err
			}
			continue
		}
		some := dst[:min(len(dst), r.left)]
		for i := range some {
			if r.bits != nil {
				r.number = int64(bitsAt(r.bits, r.at, r.width))
				r.at += r.width
			}
			some[i] = r.number
		}
		dst = dst[len(some):]
		r.left -= len(some)
	}
	return nil
}

// next begins the next run.
func (r *runs) next() error {
	head, n := binary.Uvarint(r.data)
	if n <= 0 {
		return errShort
	}
	r.data = r.data[n:]
	count := int(min(head>>1, mostRows))
	if head&1 == 0 {
		bytes := (r.width + 7) / 8
		if bytes > len(r.data) {
			return errShort
		}
		r.left = count
		r.bits = nil
		r.number = int64(bitsAt(r.data[:bytes], 0, r.width))
		r.data = r.data[bytes:]
		return nil
	}
	if count*r.width > len(r.data) {
		return errShort
	}
	r.left = 8 * count
	r.bits = r.data[:count*r.width]
	r.at = 0
	r.data = r.data[count*r.width:]
	return nil
}

// bitsAt returns the number of width bits, up to 64, from bit at on; the lowest is first. The bits
// must be there.
func bitsAt(data []byte, at, width int) uint64 {
	if width == 0 {
		return 0
	}
	first, shift := at>>3, at&7
	var v uint64
	if first+8 <= len(data) {
		v = binary.LittleEndian.Uint64(data[first:]) >> shift
	} else {
		var last [8]byte
		copy(last[:], data[first:])
		v = binary.LittleEndian.Uint64(last[:]) >> shift
	}
	if shift+width > 64 {
		v |= uint64(data[first+8]) << (64 - shift)
	}
	return v & (1<<width - 1)
}

var errOutside = errors.New("a place outside the dictionary; a whole file would do")

// A lookup finds numbers in a dictionary by their places.
type lookup struct {
	places runs
	dict   plain
}

func (l *lookup) decode(dst []int64) error {
	if err := l.places.decode(dst); err != nil {
		return err
	}
	for i, at := range dst {
		if at >= int64(l.dict.len()) {
			return errOutside
		}
		dst[i] = l.dict.at(int(at))
	}
	return nil
}

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
		dst[i] = int64(d.last)
		if d.width == 4 {
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
		d.least = uint64(least)
		d.widths = d.data[n : n+d.parts]
		d.data = d.data[n+d.parts:]
	}
	d.bit, d.widths = int(d.widths[0]), d.widths[1:]
	if d.bit > 64 {
		return errDelta
	}
	n := min(d.length*d.bit/8, len(d.data))
	d.bits = d.data[:n]
	d.data = d.data[n:]
	d.at = 0
	d.left = d.length
	return nil
}
