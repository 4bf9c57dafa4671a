package parquettest

import (
	"encoding/binary"
	"slices"
	"testing"
)

// Bomb returns a file of moves, packed by LZ4, of which one byte was changed: the head of the first
// page. Its page then claims other sizes than it has.
func Bomb(t testing.TB) []byte {
	t.Helper()
	data := Written(t, 12, func(f, to int64) delta { return delta{int32(f), to} }, Lz4)
	data[4] = 1
	return data
}

// Spliced returns data with cut bytes at a place replaced by others. The length of the description,
// in the last eight bytes, is then told anew: so the description may grow, and pages move.
func Spliced(data []byte, at, cut int, with []byte) []byte {
	if len(data) < 12 {
		return data
	}
	end := len(data) - 8
	footer := end - int(binary.LittleEndian.Uint32(data[end:]))
	at = min(at, end)
	cut = min(cut, end-at)
	out := slices.Concat(data[:at], with, data[at+cut:])
	if at >= footer {
		binary.LittleEndian.PutUint32(out[len(out)-8:], uint32(end-footer+len(with)-cut))
	}
	return out
}

// Splices are bytes that mean much where they are read as a head, a length or a number: numbers of
// Thrift near the ends of 32 and 64 bits, lists that claim billions, structures inside one another.
var Splices = [][]byte{
	{0x00}, {0x01}, {0x7f}, {0x80}, {0xff},
	{0xff, 0xff, 0xff, 0xff, 0x0f},                               // 2^32-1, or -2^31
	{0xfe, 0xff, 0xff, 0xff, 0x0f},                               // 2^31-1
	{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, // -2^63
	{0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, // 2^63-1
	{0xfc, 0xff, 0xff, 0xff, 0xff, 0x07},                         // a list of 2^31-1 structures
	{0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07},                   // the same as a field
	{0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c},
	{0x80, 0x80, 0x80, 0x40}, // 2^26, also as 2^27 numbers of a run
}
