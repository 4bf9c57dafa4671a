package parquet

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/format"

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
)

var errNull = errors.New("null")

// A decoder fills dst with the next numbers of a page.
type decoder interface{ decode(dst []int64) error }

// pages reads the pages of one column, chunk by chunk.
type pages struct {
	file *File
	leaf leaf
	most int // the size of the largest page, in bytes

	chunk chunk
	in    *bufio.Reader
	rest  int64 // bytes of the chunk still to come
	rows  int   // rows of the chunk still to come, without this page's

	page    []byte // unpacked
	dict    plain
	left    int // numbers of the page still to come
	levels  *runs
	numbers decoder
}

// width is the number of bytes of a number.
func (p *pages) width() int {
	if p.leaf.of == format.Int32 {
		return 4
	}
	return 8
}

// open begins a chunk.
func (p *pages) open(c chunk) {
	section := io.NewSectionReader(p.file.in, c.start(), c.size)
	if p.in == nil {
		p.in = bufio.NewReaderSize(section, 2*mostHead)
	}
	p.in.Reset(section)
	p.chunk, p.rest, p.rows, p.left = c, c.size, int(c.rows), 0
	p.dict = plain{data: p.dict.data[:0], width: p.width()}
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
		if err := p.numbers.decode(some); err == errShort {
			return done, errors.New("a page is cut short; a whole file would do")
		} else if err != nil {
			return done, err
		}
		done, p.left = done+n, p.left-n
	}
	return done, nil
}

// next reads the next page.
func (p *pages) next() error {
	if p.rest == 0 {
		return errors.New("it ends; a whole file would do")
	}
	h, err := p.head()
	switch {
	case err != nil:
		return err
	case h.is == format.DictionaryPage:
		return p.readDictionary(h)
	case h.is == format.DataPage || h.is == format.DataPageV2:
		return p.readData(h)
	}
	if _, err = p.in.Discard(h.packed); err != nil {
		return unread(err)
	}
	return nil
}

// head reads the head of the next page. Its packed bytes are in the chunk.
func (p *pages) head() (head, error) {
	data, err := p.in.Peek(int(min(p.rest, mostHead)))
	if err != nil {
		return head{}, unread(err)
	}
	h, n, err := parseHead(data)
	if err != nil {
		return h, fmt.Errorf("the head of a page: %w; a whole file would do", err)
	}
	_, err = p.in.Discard(n)
	p.rest -= int64(n)
	if err == nil && int64(h.packed) > p.rest {
		err = fmt.Errorf("a page claims %s, and %d are left; a whole file would do", text.Count(h.packed, "byte"), p.rest)
	}
	p.rest -= int64(h.packed)
	return h, err
}
