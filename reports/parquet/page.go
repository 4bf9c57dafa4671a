package parquet

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"

	"github.com/klauspost/compress/snappy"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// The head of a page.
type (
	pageHead struct {
		Type     format.PageType `thrift:"1,required"`
		Unpacked int32           `thrift:"2,required"`
		Packed   int32           `thrift:"3,required"`
		CRC      int32           `thrift:"4,optional"` // of the packed bytes
		Data     *dataHead       `thrift:"5,optional"`
		Words    *wordsHead      `thrift:"7,optional"`
	}
	dataHead struct {
		Values   int32           `thrift:"1,required"` // nulls too
		Encoding format.Encoding `thrift:"2,required"`
		Levels   format.Encoding `thrift:"3,required"`
		Repeats  format.Encoding `thrift:"4,required"`
	}
	wordsHead struct {
		Values   int32           `thrift:"1,required"`
		Encoding format.Encoding `thrift:"2,required"`
	}
)

// chunk writes a column of a group: its words, if most are said again, and one page of all values.
func (f *Writer) chunk(c *filling) columnChunk {
	m := meta{Type: physical(c.Type), Path: c.path(), Codec: format.Snappy, Values: int64(len(c.levels)),
		Encodings: []format.Encoding{format.RLE, format.Plain}}
	start := f.at
	encoding := format.Plain
	if c.again() {
		encoding = format.RLEDictionary
		m.Encodings = append(m.Encodings, encoding)
		m.Words = thrift.New(f.at)
		var page []byte
		for _, w := range c.words {
			page = appendWord(page, w)
		}
		m.Unpacked += f.page(page, pageHead{Type: format.DictionaryPage,
			Words: &wordsHead{int32(len(c.words)), format.Plain}})
	}
	m.Data = f.at
	m.Unpacked += f.page(c.values(encoding), pageHead{Type: format.DataPage,
		Data: &dataHead{int32(len(c.levels)), encoding, format.RLE, format.RLE}})
	m.Packed = f.at - start
	return columnChunk{Start: start, Meta: m}
}

// again reports whether words are said twice or more, as a rule: else their places take more than they save.
func (c *filling) again() bool { return len(c.words) > 0 && 2*len(c.words) <= len(c.which) }

// page packs and writes a page behind its head, and returns how long both are unpacked.
func (f *Writer) page(data []byte, head pageHead) int64 {
	f.packed = snappy.Encode(f.packed[:cap(f.packed)], data)
	head.Unpacked = int32(len(data))
	head.Packed = int32(len(f.packed))
	head.CRC = int32(crc32.ChecksumIEEE(f.packed))
	before := f.marshal(head)
	f.put(before)
	f.put(f.packed)
	return int64(len(before) + len(data))
}

// values is the page of a column: its levels, each kind behind its length, and its values.
func (c *filling) values(encoding format.Encoding) (page []byte) {
	levels := [][]uint32{c.levels}
	if c.List {
		levels = [][]uint32{c.repeats, c.levels}
	}
	for _, l := range levels {
		at := len(page)
		page = append(page, 0, 0, 0, 0)
		page = appendRuns(page, l, 1)
		binary.LittleEndian.PutUint32(page[at:], uint32(len(page)-at-4))
	}
	switch {
	case c.Type == Bool:
		return appendBits(page, c.bits, 1)
	case encoding == format.RLEDictionary:
		width := max(1, bits.Len(uint(len(c.words)-1)))
		return appendRuns(append(page, byte(width)), c.which, width)
	case c.Type == Text:
		for _, place := range c.which {
			page = appendWord(page, c.words[place])
		}
		return page
	}
	return append(page, c.plain...)
}

// appendWord appends a word behind its length.
func appendWord(page []byte, word string) []byte {
	return append(binary.LittleEndian.AppendUint32(page, uint32(len(word))), word...)
}

// few is how many numbers of some bits stand together: they end at a whole byte. So many equal ones are a run.
const few = 8

// appendRuns appends numbers of width bits as runs of equal ones, and bits for what lies between (the RLE of the
// format's Encodings.md). Only the last bits may stand for more numbers than there are.
func appendRuns(page []byte, numbers []uint32, width int) []byte {
	for len(numbers) > 0 {
		if n := equal(numbers); n >= few {
			page = binary.AppendUvarint(page, uint64(n)<<1)
			for b := 0; b < width; b += 8 {
				page = append(page, byte(numbers[0]>>b))
			}
			numbers = numbers[n:]
			continue
		}
		n := few
		for n < len(numbers) && equal(numbers[n:]) < few {
			n += few
		}
		page = binary.AppendUvarint(page, uint64((n/few)<<1|1))
		page = appendBits(page, numbers[:min(n, len(numbers))], width)
		page = append(page, make([]byte, (n-min(n, len(numbers)))*width/8)...)
		numbers = numbers[min(n, len(numbers)):]
	}
	return page
}

// equal is how many numbers at the beginning are equal.
func equal(numbers []uint32) int {
	n := 1
	for n < len(numbers) && numbers[n] == numbers[0] {
		n++
	}
	return n
}

// appendBits appends numbers of width bits, the lowest bit first. The last byte is filled with zeros.
func appendBits(page []byte, numbers []uint32, width int) []byte {
	var waiting uint64
	have := 0
	for _, v := range numbers {
		waiting |= uint64(v) << have
		have += width
		for have >= 8 {
			page = append(page, byte(waiting))
			waiting >>= 8
			have -= 8
		}
	}
	if have > 0 {
		page = append(page, byte(waiting))
	}
	return page
}
