package npy

import (
	"encoding/binary"
	"math"
)

// An entry is a type of numbers in a file.
type entry struct {
	width int
	order binary.ByteOrder
	of    func(bits uint64) float64 // from the bits, in the lowest bytes
}

// entries are the types by what follows the byte order in descr: f8 in <f8. Their order is not set.
var entries = map[string]entry{
	"f8": {width: 8, of: math.Float64frombits},
	"f4": {width: 4, of: func(b uint64) float64 { return float64(math.Float32frombits(uint32(b))) }},
	"i8": {width: 8, of: func(b uint64) float64 { return float64(int64(b)) }},
	"i4": {width: 4, of: func(b uint64) float64 { return float64(int32(b)) }},
	"i2": {width: 2, of: func(b uint64) float64 { return float64(int16(b)) }},
	"i1": {width: 1, of: func(b uint64) float64 { return float64(int8(b)) }},
	"u8": {width: 8, of: func(b uint64) float64 { return float64(b) }},
	"u4": {width: 4, of: func(b uint64) float64 { return float64(b) }},
	"u2": {width: 2, of: func(b uint64) float64 { return float64(b) }},
	"u1": {width: 1, of: func(b uint64) float64 { return float64(b) }},
}

// ordered returns the type with the byte order of descr: > is big-endian. NumPy writes < on nearly
// every machine, and | for numbers of one byte.
func (e entry) ordered(descr string) entry {
	e.order = binary.LittleEndian
	if descr[0] == '>' {
		e.order = binary.BigEndian
	}
	return e
}

// decode returns the number in as many bytes as the type has.
func (e entry) decode(b []byte) float64 {
	switch e.width {
	case 8:
		return e.of(e.order.Uint64(b))
	case 4:
		return e.of(uint64(e.order.Uint32(b)))
	case 2:
		return e.of(uint64(e.order.Uint16(b)))
	}
	return e.of(uint64(b[0]))
}
