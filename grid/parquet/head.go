package parquet

import (
	"errors"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go/format"
)

// A head is what a page says of itself. None of its numbers is negative.
type head struct {
	is           format.PageType
	size, packed int // in bytes, without the head
	crc          uint32
	hasCRC       bool

	numbers       int
	encoding      format.Encoding
	levelEncoding format.Encoding
	unpacked      bool // whatever the codec

	repetition, levels int // bytes of repetition levels, and of all levels, before the numbers of version 2
}

// parseHead reads the head of a page. n is its length.
func parseHead(data []byte) (h head, n int, err error) {
	t := &thrift{data: data}
	h.is = -1
	for at := range t.fields() {
		switch at {
		case field{1, typeI32}:
			h.is = format.PageType(t.int())
		case field{2, typeI32}:
			h.size = t.count()
		case field{3, typeI32}:
			h.packed = t.count()
		case field{4, typeI32}:
			h.crc, h.hasCRC = uint32(t.int()), true
		case field{5, typeStruct}, field{7, typeStruct}:
			h.parseNumbers(t)
		case field{8, typeStruct}:
			h.parseNumbersV2(t)
		default:
			t.skip(at.of)
		}
	}
	if t.err == nil && h.is < 0 {
		t.fail(errors.New("it has no type"))
	}
	return h, len(data) - len(t.data), t.err
}

// parseNumbers reads what a page of version 1 or a dictionary says of its numbers.
func (h *head) parseNumbers(t *thrift) {
	for at := range t.fields() {
		switch at {
		case field{1, typeI32}:
			h.numbers = t.count()
		case field{2, typeI32}:
			h.encoding = format.Encoding(t.int())
		case field{3, typeI32}:
			h.levelEncoding = format.Encoding(t.int())
		default:
			t.skip(at.of)
		}
	}
}

func (h *head) parseNumbersV2(t *thrift) {
	definition := 0
	for at := range t.fields() {
		switch at {
		case field{1, typeI32}:
			h.numbers = t.count()
		case field{4, typeI32}:
			h.encoding = format.Encoding(t.int())
		case field{5, typeI32}:
			definition = t.count()
		case field{6, typeI32}:
			h.repetition = t.count()
		case field{7, typeFalse}:
			h.unpacked = true
		default:
			t.skip(at.of)
		}
	}
	h.levels = h.repetition + definition
}

// count reads a number that is not negative.
func (t *thrift) count() int {
	v := t.int()
	if v < 0 || v > math.MaxInt32 {
		t.fail(fmt.Errorf("it claims %d; a number from 0 on would do", v))
		return 0
	}
	return int(v)
}
