package parquet

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/text"
)

// A Kind is what the values of a column are read as. Read gives each value as 64 bits: a whole number as itself, a real
// one as the bits of a float64, and a word as its number among the Words of its column.
type Kind int

// Whole numbers have 32 or 64 bits, real ones are floats of as many, and words are byte arrays.
const (
	Whole Kind = iota
	Real
	Word
)

// would says which columns are of a kind.
func (k Kind) would() string {
	return [...]string{"whole numbers of 32 or 64 bits", "floats of 32 or 64 bits", "words"}[k] + " would do"
}

// KindOf is the kind of a column by its place in Names. What is of no kind is Whole, and Read refuses it.
func (f *File) KindOf(at int) Kind {
	switch f.footer.leaves[at].Type.V {
	case format.Float, format.Double:
		return Real
	case format.ByteArray:
		return Word
	}
	return Whole
}

// spelled decodes words that follow one another, each after its length in 4 bytes, or, if lengths are given, bare.
type spelled struct {
	data    []byte
	lengths *delta
	seen    *text.Words
}

// newSpelled reads the head of a page of so many words whose lengths are written as differences. All lengths stand
// before the first word, so they are read twice: once to find where they end.
func newSpelled(data []byte, numbers int, seen *text.Words) (*spelled, error) {
	lengths, err := newDelta(data, 4, numbers)
	if err != nil {
		return nil, err
	}
	passed := *lengths
	var some [batch]int64
	for passed.rest > 0 {
		if err := passed.decode(some[:min(batch, passed.rest)]); err != nil {
			return nil, err
		}
	}
	return &spelled{passed.data, lengths, seen}, nil
}

func (s *spelled) decode(dst []int64) error {
	if s.lengths != nil {
		if err := s.lengths.decode(dst); err != nil {
			return err
		}
	}
	for i := range dst {
		if s.lengths == nil {
			if len(s.data) < 4 {
				return errShort
			}
			dst[i], s.data = int64(binary.LittleEndian.Uint32(s.data)), s.data[4:]
		}
		n := dst[i]
		if n < 0 || n > int64(len(s.data)) {
			return errShort
		}
		word, err := s.seen.Number(s.data[:n])
		if err != nil {
			return err
		}
		dst[i], s.data = int64(word), s.data[n:]
	}
	return nil
}

// numbered decodes a dictionary of words, and returns it as one of their numbers.
func (s *spelled) numbered(dst []byte, words int) ([]byte, error) {
	var one [1]int64
	for range words {
		if err := s.decode(one[:]); err != nil {
			return nil, err
		}
		dst = binary.LittleEndian.AppendUint64(dst, uint64(one[0]))
	}
	return dst, nil
}
