package parquet

import (
	"encoding/binary"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// numbersOf are all numbers that runs and bits stand for, bit by bit.
func numbersOf(data []byte, width int) (all []uint32) {
	for len(data) > 0 {
		head, n := binary.Uvarint(data)
		data = data[n:]
		count := int(head >> 1)
		bytes := (width + 7) / 8
		if head&1 == 1 {
			count *= few
			bytes = count * width / 8
		}
		bit := func(at int) uint32 { return uint32(data[at/8] >> (at % 8) & 1) }
		for i := range count {
			from := i * width
			if head&1 == 0 { // one number, count times
				from = 0
			}
			v := uint32(0)
			for b := range width {
				v |= bit(from+b) << b
			}
			all = append(all, v)
		}
		data = data[bytes:]
	}
	return all
}

// Runs and bits of any width are read as they were written, and take no more than each of them alone.
func TestAppendRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 20).Draw(t, "width")
		number := rapid.Uint32Range(0, 1<<width-1)
		var all []uint32
		for _, v := range rapid.SliceOfN(number, 1, 30).Draw(t, "numbers") {
			all = append(all, slices.Repeat([]uint32{v}, rapid.IntRange(1, 20).Draw(t, "again"))...)
		}
		data := appendRuns(nil, all, width)
		got := numbersOf(data, width)
		if len(got) < len(all) || len(got) >= len(all)+few || !slices.Equal(got[:len(all)], all) {
			t.Fatalf("%v is read as %v", all, got)
		}
		const heads = 4 // bytes before each run or row of bits
		if bits := (len(all)+few)*width/8 + heads*(1+len(all)/few); len(data) > bits {
			t.Errorf("%d bytes for what takes %d as bits", len(data), bits)
		}
	})
}
