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

	"github.com/andybalholm/brotli"
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
	// itself, its level, and blocks that are not full.
	bytesEach, bytesMore = 16, 4 << 10
	// A dictionary may have so many numbers that no row has.
	mostUnused = 4096
	// plainDictionary is the old name of RLE_DICTIONARY, and of PLAIN in a dictionary. Spark still writes it.
	plainDictionary format.Encoding = 2
)

// pages reads the pages of one column, chunk by chunk.
type pages struct {
	file  *File
	leaf  node
	most  int // the size of the largest page, in bytes
	width int // of a number, in bytes

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
	p.chunk, p.rest, p.rows, p.left = c, c.Size, int(c.Rows), 0
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
					return done + i, errors.New("a null; a whole number would do")
				}
			}
		}
		if err := p.numbers.decode(some); err != nil {
			return done, fmt.Errorf("the numbers of a page: %w; a whole file would do", err)
		}
		done, p.left = done+n, p.left-n
	}
	return done, nil
}

// A head is what a page says of itself.
type head struct {
	size, packed int // in bytes, without the head
	crc          uint32
	codec        format.CompressionCodec
	numbers      int
	encoding     format.Encoding
	prefixed     bool // its levels begin with their length, and are packed with the numbers; in version 2 they are bare
	from, levels int  // the bytes before the bare levels, and these with them: no codec packs them
}

// next reads the next page: a dictionary, numbers, or one that is passed over. No claim of its head is believed that
// the rest of the column, or the page itself, cannot have.
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
	_, _ = p.in.Discard(n) // what was looked at is there
	p.rest -= int64(n)
	is := head{size: int(h.UncompressedPageSize), packed: int(h.CompressedPageSize), crc: uint32(h.CRC),
		codec: p.chunk.Codec}
	most, rows, fits := p.most, p.rows, true
	switch h.Type {
	case format.DictionaryPage:
		dict := h.DictionaryPageHeader.V
		is.numbers, is.encoding = int(dict.NumValues), dict.Encoding
		most, rows, fits = p.most/4, max(int(p.chunk.Rows), mostUnused), is.size == is.numbers*p.width
	case format.DataPage:
		v1 := h.DataPageHeader.V
		is.numbers, is.encoding, is.prefixed = int(v1.NumValues), v1.Encoding, p.leaf.definition > 0
		if is.prefixed && v1.DefinitionLevelEncoding != format.RLE {
			return fmt.Errorf("its nulls are encoded as %v; RLE would do", v1.DefinitionLevelEncoding)
		}
	case format.DataPageV2:
		v2 := h.DataPageHeaderV2.V
		is.numbers, is.encoding = int(v2.NumValues), v2.Encoding
		is.from = int(v2.RepetitionLevelsByteLength)
		is.levels = is.from + int(v2.DefinitionLevelsByteLength)
		if v2.IsCompressed.Valid && !v2.IsCompressed.V {
			is.codec = format.Uncompressed
		}
	default:
		is.size = 0
	}
	switch {
	case max(is.size, is.packed) > most:
		return fmt.Errorf("a page of %.1f MiB; pages of up to %d MiB would do", float64(max(is.size, is.packed))/(1<<20),
			most>>20)
	case min(is.size, is.packed, is.numbers, is.from, is.levels-is.from) < 0, !fits, is.numbers > rows,
		int64(is.packed) > p.rest, is.size > bytesEach*is.numbers+bytesMore, is.levels > min(is.size, is.packed),
		(is.size-is.levels)/ratios[is.codec] > is.packed-is.levels+64: // the heads of blocks and streams aside
		return fmt.Errorf("a page claims %s in %s, of them %d of levels, packed by %v into %d, where there are %s and %s; "+
			"a whole file would do", text.Count(is.numbers, "number"), text.Count(is.size, "byte"), is.levels, is.codec,
			is.packed, text.Count(p.rows, "row"), text.Count(int(p.rest), "byte"))
	}
	p.rest -= int64(is.packed)
	if h.Type != format.DictionaryPage {
		if p.page, err = p.unpack(is, p.page); err != nil {
			return err
		}
		return p.begin(is)
	}
	switch {
	case len(p.dict.data) > 0 || p.rows < int(p.chunk.Rows):
		return errors.New("a dictionary after the first page; a whole file would do")
	case is.encoding != format.Plain && is.encoding != plainDictionary:
		return fmt.Errorf("a dictionary is encoded as %v; PLAIN would do", is.encoding)
	}
	p.dict.data, err = p.unpack(is, p.dict.data)
	return err
}

// begin begins a page of numbers.
func (p *pages) begin(h head) (err error) {
	p.rows, p.left, p.levels = p.rows-h.numbers, h.numbers, nil
	if h.numbers == 0 {
		return nil
	}
	levels, data := p.page[h.from:h.levels], p.page[h.levels:]
	if h.prefixed {
		if len(data) < 4 || int64(binary.LittleEndian.Uint32(data)) > int64(len(data)-4) {
			return errors.New("the nulls of a page: cut short; a whole file would do")
		}
		n := 4 + int(binary.LittleEndian.Uint32(data))
		levels, data = data[4:n], data[n:]
	}
	if p.leaf.definition > 0 {
		p.levels = &runs{data: levels, width: bits.Len(uint(p.leaf.definition))}
	}
	switch h.encoding {
	case format.Plain:
		p.numbers = &plain{data: data, width: p.width}
	case plainDictionary, format.RLEDictionary:
		if len(data) == 0 || data[0] > 32 {
			return errors.New("places in a dictionary are not of 0 to 32 bits; a whole file would do")
		}
		p.numbers = &lookup{runs{data: data[1:], width: int(data[0])}, p.dict}
	case format.DeltaBinaryPacked:
		p.numbers = &delta{data: data, width: p.width, rest: h.numbers}
	case format.ByteStreamSplit:
		p.numbers = &plain{data: data, width: p.width, split: true}
	default:
		return fmt.Errorf("a page is encoded as %v; PLAIN, RLE_DICTIONARY, DELTA_BINARY_PACKED or "+
			"BYTE_STREAM_SPLIT would do", h.encoding)
	}
	return nil
}

// unpack reads the bytes of a page into into, and unpacks them, but for the bare levels that they begin
// with. They must stand for just so many bytes.
func (p *pages) unpack(h head, into []byte) ([]byte, error) {
	f := p.file
	f.packed = resized(f.packed, h.packed, p.most)
	if _, err := io.ReadFull(p.in, f.packed); err != nil {
		return into, unread(err)
	}
	if h.crc != 0 && crc32.ChecksumIEEE(f.packed) != h.crc { // 0 is none
		return into, errors.New("a page is not what its checksum says; a whole file would do")
	}
	into = resized(into, h.size, p.most)
	copy(into, f.packed[:h.levels])
	if h.size == h.levels {
		return into, nil
	}
	page, packed := into[h.levels:], f.packed[h.levels:]
	n, err := len(packed), error(nil)
	switch h.codec {
	case format.Uncompressed:
		copy(page, packed)
	case format.Snappy:
		if n, err = snappy.DecodedLen(packed); err == nil && n == len(page) {
			_, err = snappy.Decode(page, packed)
		}
	case format.Lz4Raw:
		n, err = lz4.UncompressBlock(packed, page)
	default:
		n, err = f.unpackStream(h.codec, page, packed)
	}
	switch {
	case err != nil:
		return into, fmt.Errorf("a page of %d bytes cannot be unpacked by %v (%v); a whole file would do", len(page), h.codec,
			err)
	case n != len(page):
		return into, fmt.Errorf("a page is not of the %d bytes that it claims; a whole file would do", len(page))
	}
	return into, nil
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

// A stream is a decoder that can begin anew.
type stream interface {
	io.Reader
	Reset(from io.Reader) error
}

// unpackStream reads a stream to the page's end, and then one byte more, which must not be there.
func (f *File) unpackStream(by format.CompressionCodec, page, packed []byte) (n int, err error) {
	from := f.streams[by]
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
		f.streams[by] = from
	}
	if err == nil {
		err = from.Reset(bytes.NewReader(packed))
	}
	if err == nil {
		n, err = io.ReadFull(from, page)
	}
	if err != nil {
		return n, err
	}
	extra, err := io.ReadFull(from, make([]byte, 1))
	if err == io.EOF {
		err = nil
	}
	return n + extra, err
}
