package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/text"
)

// plainDictionary is the old name of RLE_DICTIONARY, and of PLAIN in a dictionary. Spark still writes it.
const plainDictionary format.Encoding = 2

// readDictionary reads the numbers that the pages to come name by their places.
func (p *pages) readDictionary(h head) error {
	switch {
	case len(p.dict.data) > 0 || p.rows < int(p.chunk.rows):
		return errors.New("a dictionary after the first page; a whole file would do")
	case h.encoding != format.Plain && h.encoding != plainDictionary:
		return fmt.Errorf("a dictionary is encoded as %v; PLAIN would do", h.encoding)
	case h.size > p.most/4:
		return fmt.Errorf("a dictionary of %.1f MiB; one of up to %d MiB would do", float64(h.size)/(1<<20), p.most>>22)
	case h.numbers > max(int(p.chunk.rows), mostUnused) || h.size != h.numbers*p.width():
		return fmt.Errorf("a dictionary of %s in %s for %s; a whole file would do", text.Count(h.numbers, "number"),
			text.Count(h.size, "byte"), text.Count(int(p.chunk.rows), "row"))
	}
	var err error
	p.dict.data, err = p.unpack(h, 0, p.dict.data)
	return err
}

// readData reads a page of numbers.
func (p *pages) readData(h head) error {
	switch {
	case h.numbers > p.rows:
		return fmt.Errorf("a page of %s, and %s are left; a whole file would do", text.Count(h.numbers, "number"),
			text.Count(p.rows, "row"))
	case h.size > bytesEach*h.numbers+bytesMore:
		return fmt.Errorf("a page claims %s for %s; a whole file would do", text.Count(h.size, "byte"),
			text.Count(h.numbers, "number"))
	case h.levels > min(h.size, h.packed):
		return fmt.Errorf("a page of %d bytes claims %d of levels; a whole file would do", h.size, h.levels)
	}
	var err error
	if p.page, err = p.unpack(h, h.levels, p.page); err != nil {
		return err
	}
	p.rows, p.left = p.rows-h.numbers, h.numbers
	data, err := p.readLevels(h)
	if err != nil || h.numbers == 0 {
		return err
	}
	p.numbers, err = p.newDecoder(h, data)
	if err == errShort {
		err = errors.New("a page is cut short; a whole file would do")
	}
	return err
}

// unpack reads the bytes of a page into into, and unpacks them, but for the plain ones that they begin
// with.
func (p *pages) unpack(h head, plain int, into []byte) ([]byte, error) {
	codec := p.chunk.codec
	if h.unpacked {
		codec = format.Uncompressed
	}
	switch size, packed := h.size-plain, h.packed-plain; {
	case max(h.size, h.packed) > p.most:
		return into, fmt.Errorf("a page of %.1f MiB; pages of up to %d MiB would do", float64(max(h.size, h.packed))/(1<<20),
			p.most>>20)
	case size/ratios[codec] > packed+64: // the heads of blocks and streams aside
		return into, fmt.Errorf("a page claims %s, which %s cannot be of %v; a whole file would do",
			text.Count(size, "byte"), text.Count(packed, "byte"), codec)
	}
	c := &p.file.codecs
	c.packed = resized(c.packed, h.packed, p.most)
	if _, err := io.ReadFull(p.in, c.packed); err != nil {
		return into, unread(err)
	}
	if h.hasCRC && crc32.ChecksumIEEE(c.packed) != h.crc {
		return into, errors.New("a page is not what its checksum says; a whole file would do")
	}
	into = resized(into, h.size, p.most)
	copy(into, c.packed[:plain])
	if h.size == plain {
		return into, nil
	}
	return into, c.unpack(codec, into[plain:], c.packed[plain:])
}

// resized returns b with n bytes, whatever they are. It grows by doubling, up to most.
func resized(b []byte, n, most int) []byte {
	if n > cap(b) {
		b = make([]byte, max(n, min(2*cap(b), most)))
	}
	return b[:n]
}

// readLevels takes the levels off a page, which say which of its numbers are null.
func (p *pages) readLevels(h head) (rest []byte, err error) {
	data, levels := p.page, []byte(nil)
	p.levels = nil
	switch {
	case h.is == format.DataPageV2:
		levels, data = data[h.repetition:h.levels], data[h.levels:]
	case p.leaf.definition == 0 || h.numbers == 0:
	case h.levelEncoding != format.RLE:
		return nil, fmt.Errorf("its nulls are encoded as %v; RLE would do", h.levelEncoding)
	default:
		if len(data) < 4 || int64(binary.LittleEndian.Uint32(data)) > int64(len(data)-4) {
			return nil, errors.New("a page is cut short; a whole file would do")
		}
		n := 4 + int(binary.LittleEndian.Uint32(data))
		levels, data = data[4:n], data[n:]
	}
	if p.leaf.definition > 0 {
		p.levels = &runs{data: levels, width: p.leaf.levelWidth()}
	}
	return data, nil
}

// newDecoder returns the decoder of a page's encoding.
func (p *pages) newDecoder(h head, data []byte) (decoder, error) {
	switch h.encoding {
	case format.Plain:
		return &plain{data: data, width: p.width()}, nil
	case plainDictionary, format.RLEDictionary:
		if len(data) == 0 {
			return nil, errShort
		}
		if data[0] > 32 {
			return nil, fmt.Errorf("places of %d bits in a dictionary; up to 32 would do", data[0])
		}
		return &lookup{runs{data: data[1:], width: int(data[0])}, p.dict}, nil
	case format.DeltaBinaryPacked:
		return newDelta(data, p.width(), h.numbers)
	case format.ByteStreamSplit:
		return &split{plain{data: data, width: p.width()}}, nil
	}
	return nil, fmt.Errorf("a page is encoded as %v; PLAIN, RLE_DICTIONARY, DELTA_BINARY_PACKED or "+
		"BYTE_STREAM_SPLIT would do", h.encoding)
}
