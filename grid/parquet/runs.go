package parquet

import (
	"encoding/binary"
	"errors"
)

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
	if head&1 == 0 {
		bytes := (r.width + 7) / 8
		if bytes > len(r.data) {
			return errShort
		}
		r.left, r.bits, r.number = count, nil, int64(bitsAt(r.data[:bytes], 0, r.width))
		r.data = r.data[bytes:]
		return nil
	}
	if count*r.width > len(r.data) {
		return errShort
	}
	r.left, r.bits, r.at = 8*count, r.data[:count*r.width], 0
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
