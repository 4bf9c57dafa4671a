package parquet

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

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
		if c.streams == nil {
			c.streams = map[format.CompressionCodec]stream{}
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
