package text

import (
	"io"
	"io/fs"
	"slices"
	"strings"
)

// ReadAll reads all of r, up to most bytes. A longer text is a TooLong error; no more than that is read, so that
// an endless stream is refused too. A file that says its size takes so much memory, and what does not twice as much.
func ReadAll(r io.Reader, most int64) (string, error) {
	size, err := sizeWithin(r, most)
	if err != nil {
		return "", err
	}
	var all strings.Builder
	all.Grow(int(size))
	if size > 0 {
		_, err = io.Copy(&all, io.LimitReader(r, size))
	}
	rest, wrong := readBlocks(r, most-int64(all.Len())) // of a file that has grown, or has no size
	if err == nil {
		err = wrong
	}
	if err != nil {
		return "", longerThan(most, err)
	}
	more := 0
	for _, block := range rest {
		more += len(block)
	}
	all.Grow(more)
	for _, block := range rest {
		all.Write(block)
	}
	return all.String(), nil
}

// ReadBytes is ReadAll of bytes.
func ReadBytes(r io.Reader, most int64) ([]byte, error) {
	_, err := sizeWithin(r, most)
	if err != nil {
		return nil, err
	}
	blocks, err := readBlocks(r, most)
	if err != nil {
		return nil, longerThan(most, err)
	}
	return slices.Concat(blocks...), nil
}

// sizeWithin is the size of a file, 0 if r has none or does not say it. One above most is an error before it is read.
func sizeWithin(r io.Reader, most int64) (int64, error) {
	file, ok := r.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return 0, nil
	}
	info, err := file.Stat()
	switch {
	case err != nil || !info.Mode().IsRegular():
		return 0, nil
	case info.Size() > most:
		return 0, &TooLong{most}
	}
	return info.Size(), nil
}

// longerThan is an error of reading, where one of a text that is too long names this bound.
func longerThan(most int64, err error) error {
	if _, ok := err.(*TooLong); ok {
		return &TooLong{most}
	}
	return err
}

// readBlocks reads the rest of r, up to most bytes, block by block: no byte is copied as more of them come.
func readBlocks(r io.Reader, most int64) (blocks [][]byte, err error) {
	const first, largest = 4 << 10, 1 << 20
	left := most + 1
	for size := int64(first); left > 0; size = min(2*size, largest) {
		block := make([]byte, min(size, left))
		n := 0
		for n < len(block) && err == nil { // io.ReadFull would hide that a packed text was cut off
			more := 0
			more, err = r.Read(block[n:])
			n += more
		}
		blocks = append(blocks, block[:n])
		left -= int64(n)
		if err == io.EOF && left > 0 {
			return blocks, nil
		}
		if err == io.EOF {
			return nil, &TooLong{most}
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, &TooLong{most}
}
