package parquet

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"

	"github.com/dsnet/compress/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"breadboard/grid/text"
)

const (
	// mostBytes is the size of the largest page of a file of one column. Columns share it.
	mostBytes = 128 << 20
	// mostHead is the length of the longest head of a page.
	mostHead = 8 << 10
	// A page has at most bytesEach for each of its numbers and bytesMore besides: 8 for the number
	// itself, its level, and blocks that are not full. A word has up to 64 bytes more, and its length.
	bytesEach, bytesWord, bytesMore = 16, 84, 4 << 10
	// A dictionary may have so many numbers that no row has.
	mostUnused = 4096
	// plainDictionary is the old name of RLE_DICTIONARY, and of PLAIN in a dictionary. Spark still writes it.
	plainDictionary format.Encoding = 2
)

var (
	errNull = errors.New("null")
	errCut  = errors.New("a page is cut short; a whole file would do")
)

// pages reads the pages of one column, chunk by chunk.
type pages struct {
	file  *File
	leaf  node
	most  int // the size of the largest page, in bytes
	width int // of a number, in bytes
	kind  Kind
	words words

	chunk meta
	in    *bufio.Reader
	rest  int64 // bytes of the chunk still to come
	rows  int   // rows of the chunk still to come, without this page's

	page    []byte // unpacked
	dict    plain
	left    int   // numbers of the page still to come
	levels  *runs // which say which of them are null; nil if none may be
	numbers decoder
}

// open begins a chunk.
func (p *pages) open(c meta) {
	section := io.NewSectionReader(p.file.in, c.start(), c.Size)
	if p.in == nil {
		p.in = bufio.NewReaderSize(section, 2*mostHead)
	}
	p.in.Reset(section)
	p.chunk = c
	p.rest = c.Size
	p.rows = int(c.Rows)
	p.left = 0
	p.dict = plain{data: p.dict.data[:0], width: p.width}
}

// read fills dst with the next numbers. done are those before the fault.
func (p *pages) read(dst []int64) (done int, err error) {
	for done < len(dst) {
		for p.left == 0 {
			if err := p.next(); err != nil {
				return done, err
			}
		}
		n := min(p.left, len(dst)-done)
		some := dst[done : done+n]
		if p.levels != nil {
			if err := p.levels.decode(some); err != nil {
				return done, fmt.Errorf("the nulls of a page: %w; a whole file would do", err)
			}
			for i, level := range some {
				if level != int64(p.leaf.definition) {
					return done + i, errNull
				}
			}
		}
		if err := p.numbers.decode(some); err != nil {
			return done, cutShort(err)
		}
		if p.kind == Real && p.width == 4 {
			for i, bits := range some {
				some[i] = int64(math.Float64bits(float64(math.Float32frombits(uint32(bits)))))
			}
		}
		if p.kind == Whole && p.width == 4 && p.leaf.unsigned() {
			for i, bits := range some {
				some[i] = int64(uint32(bits)) // every encoding has spread the highest bit, as if it were a sign
			}
		}
		done, p.left = done+n, p.left-n
	}
	return done, nil
}

// A head is what a page says of itself. None of its numbers is negative.
type head struct {
	size, packed int // in bytes, without the head
	crc          uint32
	codec        format.CompressionCodec
	numbers      int
	encoding     format.Encoding
	nulls        format.Encoding // of the levels, with their length before them; in version 2 they are bare
	bare         bool
	from, levels int // the bytes before the bare levels, and these with them: no codec packs them
}

// next reads the next page. Its packed bytes are in the chunk.
func (p *pages) next() error {
	if p.rest == 0 {
		return errors.New("it ends; a whole file would do")
	}
	data, err := p.in.Peek(int(min(p.rest, mostHead)))
	if err != nil {
		return unread(err)
	}
	var h format.PageHeader
	n, err := decode(data, &h)
	if err != nil {
		return fmt.Errorf("the head of a page: %w; a whole file would do", err)
	}
	v1 := h.DataPageHeader.V
	v2 := h.DataPageHeaderV2.V
	dict := h.DictionaryPageHeader.V
	for _, claim := range []int32{
		h.UncompressedPageSize, h.CompressedPageSize, v1.NumValues, dict.NumValues, v2.NumValues,
		v2.RepetitionLevelsByteLength, v2.DefinitionLevelsByteLength} {
		if claim < 0 {
			return fmt.Errorf("the head of a page: it claims %d; a number from 0 on would do; a whole file would do",
				claim)
		}
	}
	if _, err := p.in.Discard(n); err != nil {
		return unread(err)
	}
	is := head{size: int(h.UncompressedPageSize), packed: int(h.CompressedPageSize), crc: uint32(h.CRC),
		codec: p.chunk.Codec}
	if p.rest -= int64(n); int64(is.packed) > p.rest {
		return fmt.Errorf("a page claims %s, and %d are left; a whole file would do",
			text.Count(is.packed, "byte"), p.rest)
	}
	p.rest -= int64(is.packed)
	switch h.Type {
	case format.DictionaryPage:
		is.numbers, is.encoding = int(dict.NumValues), dict.Encoding
		return p.readDictionary(is)
	case format.DataPage:
		is.numbers = int(v1.NumValues)
		is.encoding = v1.Encoding
		is.nulls = v1.DefinitionLevelEncoding
		return p.readData(is)
	case format.DataPageV2:
		is.numbers = int(v2.NumValues)
		is.encoding = v2.Encoding
		is.bare = true
		is.from = int(v2.RepetitionLevelsByteLength)
		is.levels = is.from + int(v2.DefinitionLevelsByteLength)
		if v2.IsCompressed.Valid && !v2.IsCompressed.V {
			is.codec = format.Uncompressed
		}
		return p.readData(is)
	}
	if _, err = p.in.Discard(is.packed); err != nil {
		return unread(err)
	}
	return nil
}

// readDictionary reads the numbers that the pages to come name by their places.
func (p *pages) readDictionary(h head) error {
	switch {
	case len(p.dict.data) > 0 || p.rows < int(p.chunk.Rows):
		return errors.New("a dictionary after the first page; a whole file would do")
	case h.encoding != format.Plain && h.encoding != plainDictionary:
		return fmt.Errorf("a dictionary is encoded as %v; PLAIN would do", h.encoding)
	case h.size > p.most/4:
		return fmt.Errorf("a dictionary of %.1f MiB; one of up to %d MiB would do", float64(h.size)/(1<<20), p.most>>22)
	case h.numbers > max(int(p.chunk.Rows), mostUnused) || p.kind != Word && h.size != h.numbers*p.width:
		return fmt.Errorf("a dictionary of %s in %s for %s; a whole file would do", text.Count(h.numbers, "number"),
			text.Count(h.size, "byte"), text.Count(int(p.chunk.Rows), "row"))
	}
	var err error
	if p.kind != Word {
		p.dict.data, err = p.unpack(h, p.dict.data)
		return err
	}
	if p.page, err = p.unpack(h, p.page); err == nil {
		err = p.words.begin(p.page, false, 0)
	}
	for one := make([]int64, 1); h.numbers > 0 && err == nil; h.numbers-- { // it becomes one of their places
		err = p.words.decode(one)
		p.dict.data = binary.LittleEndian.AppendUint64(p.dict.data, uint64(one[0]))
	}
	return cutShort(err)
}

// cutShort is err, or errCut if that is errShort.
func cutShort(err error) error {
	if err == errShort {
		return errCut
	}
	return err
}

// readData reads a page of numbers.
func (p *pages) readData(h head) (err error) {
	each := bytesEach
	if p.kind == Word {
		each = bytesWord
	}
	switch {
	case h.numbers > p.rows:
		return fmt.Errorf("a page of %s, and %s are left; a whole file would do", text.Count(h.numbers, "number"),
			text.Count(p.rows, "row"))
	case h.size > each*h.numbers+bytesMore:
		return fmt.Errorf("a page claims %s for %s; a whole file would do", text.Count(h.size, "byte"),
			text.Count(h.numbers, "number"))
	case h.levels > min(h.size, h.packed):
		return fmt.Errorf("a page of %d bytes claims %d of levels; a whole file would do", h.size, h.levels)
	}
	if p.page, err = p.unpack(h, p.page); err != nil {
		return err
	}
	p.rows -= h.numbers
	p.left = h.numbers
	p.levels = nil
	if h.numbers == 0 {
		return nil
	}
	data := p.page[h.levels:]
	levels := p.page[h.from:h.levels]
	if p.leaf.definition > 0 && !h.bare {
		if h.nulls != format.RLE {
			return fmt.Errorf("its nulls are encoded as %v; RLE would do", h.nulls)
		}
		if len(data) < 4 || int64(binary.LittleEndian.Uint32(data)) > int64(len(data)-4) {
			return errCut
		}
		n := 4 + int(binary.LittleEndian.Uint32(data))
		levels, data = data[4:n], data[n:]
	}
	if p.leaf.definition > 0 {
		p.levels = &runs{data: levels, width: bits.Len(uint(p.leaf.definition))}
	}
	p.numbers, err = p.decoderOf(h, data)
	return cutShort(err)
}

// decoderOf returns a decoder of a page's numbers, by their encoding.
func (p *pages) decoderOf(h head, data []byte) (decoder, error) {
	word := p.kind == Word
	switch is := h.encoding; {
	case word && (is == format.Plain || is == format.DeltaLengthByteArray):
		return &p.words, p.words.begin(data, is != format.Plain, h.numbers)
	case is == plainDictionary, is == format.RLEDictionary:
		if len(data) == 0 {
			return nil, errShort
		}
		if data[0] > 32 {
			return nil, fmt.Errorf("places of %d bits in a dictionary; up to 32 would do", data[0])
		}
		return &lookup{runs{data: data[1:], width: int(data[0])}, p.dict}, nil
	case word:
		return nil, fmt.Errorf("a page of words is encoded as %v; PLAIN, RLE_DICTIONARY or DELTA_LENGTH_BYTE_ARRAY "+
			"would do",
			is)
	case is == format.Plain:
		return &plain{data: data, width: p.width}, nil
	case is == format.DeltaBinaryPacked && p.kind == Whole:
		return newDelta(data, p.width, h.numbers)
	case is == format.ByteStreamSplit:
		return &plain{data: data, width: p.width, split: true}, nil
	}
	return nil, fmt.Errorf("a page is encoded as %v; PLAIN, RLE_DICTIONARY, DELTA_BINARY_PACKED or BYTE_STREAM_SPLIT "+
		"would do", h.encoding)
}

// unpack reads the bytes of a page into into, and unpacks them, but for the bare levels that they begin
// with.
func (p *pages) unpack(h head, into []byte) ([]byte, error) {
	switch size, packed := h.size-h.levels, h.packed-h.levels; {
	case max(h.size, h.packed) > p.most:
		return into, fmt.Errorf("a page of %.1f MiB; pages of up to %d MiB would do",
			float64(max(h.size, h.packed))/(1<<20),
			p.most>>20)
	case size/ratios[h.codec] > packed+64: // the heads of blocks and streams aside
		return into, fmt.Errorf("a page claims %s, which %s cannot be of %v; a whole file would do",
			text.Count(size, "byte"), text.Count(packed, "byte"), h.codec)
	}
	c := &p.file.codecs
	c.packed = resized(c.packed, h.packed, p.most)
	if _, err := io.ReadFull(p.in, c.packed); err != nil {
		return into, unread(err)
	}
	if h.crc != 0 && crc32.ChecksumIEEE(c.packed) != h.crc { // 0 is none
		return into, errors.New("a page is not what its checksum says; a whole file would do")
	}
	into = resized(into, h.size, p.most)
	copy(into, c.packed[:h.levels])
	if h.size == h.levels {
		return into, nil
	}
	return into, c.unpack(h.codec, into[h.levels:], c.packed[h.levels:])
}

// resized returns b with n bytes, whatever they are. It grows by doubling, up to most.
func resized(b []byte, n, most int) []byte {
	if n > cap(b) {
		b = make([]byte, max(n, min(2*cap(b), most)))
	}
	return b[:n]
}

// mostWindow is the largest window of zstd: what the format recommends that every decoder has.
const mostWindow = 8 << 20

// ratios are the most bytes that one packed byte can stand for, by codec. A codec that is not among
// them is not read. Brotli has no such limit.
var ratios = map[format.CompressionCodec]int{
	format.Uncompressed: 1,
	format.Snappy:       32,      // a copy of 64 bytes takes 3, or 2
	format.Gzip:         1032,    // a match of 258 bytes takes 2 bits
	format.Lz4Raw:       255,     // a further byte of a length
	format.Zstd:         1 << 15, // a block of 128 KiB takes 4 bytes
	format.Brotli:       math.MaxInt32,
}

func checkCodec(c format.CompressionCodec) error {
	switch {
	case c == format.Lz4:
		return errors.New("it is packed by LZ4 as Hadoop does; LZ4_RAW, snappy or zstd would do")
	case ratios[c] == 0 && c >= format.Uncompressed && c <= format.Lz4Raw:
		return fmt.Errorf("it is packed by %v; snappy or zstd would do", c)
	case ratios[c] == 0:
		return fmt.Errorf("it is packed by a codec of number %d; snappy or zstd would do", c)
	}
	return nil
}

// A stream is a decoder that can begin anew.
type stream interface {
	io.Reader
	Reset(from io.Reader) error
}

// codecs unpack pages, one after the other.
type codecs struct {
	packed  []byte // what a page is read into before it is unpacked
	in      bytes.Reader
	streams map[format.CompressionCodec]stream // those that were needed
}

// unpack fills page from the packed bytes. They must stand for just so many bytes.
func (c *codecs) unpack(by format.CompressionCodec, page, packed []byte) error {
	n, err := len(packed), error(nil)
	switch by {
	case format.Uncompressed:
		copy(page, packed)
	case format.Snappy:
		if n, err = snappy.DecodedLen(packed); err == nil && n == len(page) {
			_, err = snappy.Decode(page, packed)
		}
	case format.Lz4Raw:
		n, err = lz4.UncompressBlock(packed, page)
	default:
		n, err = c.unpackStream(by, page, packed)
	}
	switch {
	case err != nil:
		return fmt.Errorf("a page of %d bytes cannot be unpacked by %v (%v); a whole file would do", len(page), by, err)
	case n != len(page):
		return fmt.Errorf("a page is not of the %d bytes that it claims; a whole file would do", len(page))
	}
	return nil
}

// unpackStream reads a stream to the page's end, and then one byte more, which must not be there.
func (c *codecs) unpackStream(by format.CompressionCodec, page, packed []byte) (n int, err error) {
	from := c.streams[by]
	if from == nil {
		switch by {
		case format.Gzip:
			from = new(gzip.Reader)
		case format.Brotli:
			from = new(brotli.Reader)
		default:
			from, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
				zstd.WithDecoderMaxWindow(mostWindow))
		}
		c.streams[by] = from
	}
	c.in.Reset(packed)
	if err == nil {
		err = from.Reset(&c.in)
	}
	if err == nil {
		n, err = io.ReadFull(from, page)
	}
	if err != nil {
		return n, err
	}
	var more [1]byte
	extra, err := io.ReadFull(from, more[:])
	if err == io.EOF {
		err = nil
	}
	return n + extra, err
}
