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
		dst, r.left = dst[len(some):], r.left-len(some)
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
	bytes := (r.width + 7) / 8 // of the number that follows
	if head&1 == 1 {
		bytes = count * r.width
	}
	if bytes > len(r.data) {
		return errShort
	}
	r.left, r.bits, r.at, r.data = 8*count, r.data[:bytes], 0, r.data[bytes:]
	if head&1 == 0 {
		r.left, r.number, r.bits = count, int64(bitsAt(r.bits, 0, r.width)), nil
	}
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
			return errors.New("a place outside the dictionary")
		}
		dst[i] = l.dict.at(int(at))
	}
	return nil
}

// A delta page has the length of a block, the number of its parts, that of all numbers and the first of them, and then
// the differences of neighbours in blocks: the least difference of the block, the width in bits of each of its parts,
// and the differences above the least.
type delta struct {
	data  []byte
	width int // of a number, in bytes: sums wrap around
	rest  int // numbers still to come; fewer than the page's rows may be as many as are not null

	parts, length int // of a block, and the differences of a part; 0 before the first number
	last          uint64

	least  uint64
	widths []byte // of the parts still to come
	bits   []byte // of this part
	at     int    // the bits before the next difference
	left   int    // the differences of this part still to come
	bit    int    // the width of each
}

var errDelta = errors.New("a block of differences is not as DELTA_BINARY_PACKED has it")

// begin reads the head of the page, and its first number.
func (d *delta) begin() error {
	var head [4]uint64
	for i := range head {
		v, n := binary.Uvarint(d.data)
		if n <= 0 {
			return errShort
		}
		head[i], d.data = v, d.data[n:]
	}
	block, parts := head[0], head[1]
	if block == 0 || block > 1<<16 || parts == 0 || parts > block || block%parts != 0 || block/parts%8 != 0 ||
		head[2] > uint64(d.rest) {
		return errDelta
	}
	d.parts, d.length, d.rest = int(parts), int(block/parts), int(head[2])
	d.last = head[3]>>1 ^ -(head[3] & 1) // the signs are in the lowest bits
	return nil
}

func (d *delta) decode(dst []int64) error {
	first := d.length == 0
	if first {
		if err := d.begin(); err != nil {
			return err
		}
	}
	if d.rest -= len(dst); d.rest < 0 {
		return errShort
	}
	for i := range dst {
		if !first {
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
		first = false
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
