package parquet

import (
	"encoding/binary"
	"fmt"

	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/text"
)

// A Kind is what the values of a column are read as. Read gives each value as 64 bits: a whole number as itself, a real
// one as the bits of a float64, and a word by its place among the Words of its column.
type Kind int

// Whole numbers and real ones have 32 or 64 bits, and words are byte arrays.
const (
	Whole Kind = iota
	Real
	Word
)

// What would do for a column of each kind, and for one number or word in it.
var (
	wouldDo     = [...]string{"whole numbers of 32 or 64 bits", "floats of 32 or 64 bits", "words"}
	wouldDoOnce = [...]string{"a whole number", "a number", "a word"}
)

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

const (
	// mostWords is the largest number of different words of a column, and mostWord the length of the longest, in bytes.
	mostWords, mostWord = 1 << 16, 64
)

// words decode words that follow one another, each after its length in 4 bytes; or bare, if lengths are given. Every
// different word is kept once.
type words struct {
	data    []byte
	lengths *delta
	at      map[string]int64
	all     []string
}

// begin begins a page. If their lengths are written as differences, these stand before the first word, and are read
// twice: once to find where they end.
func (w *words) begin(data []byte, differences bool, numbers int) (err error) {
	w.data, w.lengths = data, nil
	if !differences {
		return nil
	}
	if w.lengths, err = newDelta(data, 4, numbers); err != nil {
		return err
	}
	passed := *w.lengths
	var some [batch]int64
	for passed.rest > 0 && err == nil {
		err = passed.decode(some[:min(batch, passed.rest)])
	}
	w.data = passed.data
	return err
}

func (w *words) decode(dst []int64) error {
	if w.lengths != nil {
		if err := w.lengths.decode(dst); err != nil {
			return err
		}
	}
	for i := range dst {
		if w.lengths == nil {
			if len(w.data) < 4 {
				return errShort
			}
			dst[i] = int64(binary.LittleEndian.Uint32(w.data))
			w.data = w.data[4:]
		}
		n := dst[i]
		if n < 0 || n > int64(len(w.data)) {
			return errShort
		}
		known := false
		if dst[i], known = w.at[string(w.data[:n])]; !known {
			if n > mostWord || len(w.all) == mostWords {
				return fmt.Errorf("it has a word of %d bytes, after %d others; up to %s words of up to %d bytes "+
					"would do", n,
					len(w.all), text.Thousands(mostWords), mostWord)
			}
			dst[i] = int64(len(w.all))
			w.all = append(w.all, string(w.data[:n]))
			w.at[w.all[dst[i]]] = dst[i]
		}
		w.data = w.data[n:]
	}
	return nil
}
