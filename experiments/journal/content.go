package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

var errNoJournal = errors.New("not a journal of such rows in the format known here; another directory would do")

// A content is what is read of a journal's file.
type content[R Row] struct {
	rows []R   // in the order in which they were finished, each key once
	end  int64 // of the last line that a journal has written; what follows was torn while it was written
	bad  int   // lines before end that are no such rows, or were changed

	known        map[string]R
	read         int64  // bytes of all lines so far
	lines, wrong int    // so far, and those that are no row or were changed
	first        []byte // line, or a piece of it
	ours         bool   // a line has the key of such a row, be it changed
	others       bool   // a line is a whole row of something else
}

// readRows reads a journal line by line. The error is r's, or says that this is no journal of such
// rows, that a line is too long, or that two rows differ and have one key.
func readRows[R Row](r io.Reader) (content[R], error) {
	c := content[R]{known: map[string]R{}}
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 1<<16), MostLine)
	in.Split(withBreaks)
	for in.Scan() {
		if err := c.take(in.Bytes()); err != nil {
			return c, err
		}
	}
	switch {
	case errors.Is(in.Err(), bufio.ErrTooLong):
		return c, fmt.Errorf("line %d has more than %d MiB: %w", c.lines+1, MostLine>>20, errNoJournal)
	case in.Err() != nil:
		return c, in.Err()
	case !c.ours && (c.others || c.first != nil && !tornRow(c.first)):
		return c, errNoJournal
	}
	return c, nil
}

// take reads the next line, which has a line break unless it was torn.
func (c *content[R]) take(line []byte) error {
	if c.first == nil {
		c.first = bytes.Clone(line)
	}
	if !bytes.HasSuffix(line, []byte("\n")) {
		return nil
	}
	c.lines++
	c.read += int64(len(line))
	row, err := readChecked[R](line)
	if err != nil {
		c.wrong++
	}
	c.ours, c.others = c.ours || err == nil || err == errChanged, c.others || err == errOther
	if err != errNoRow {
		c.end, c.bad = c.read, c.wrong
	}
	if err != nil {
		return nil
	}
	n := len(c.known)
	err = Join(c.known, row)
	if len(c.known) > n {
		c.rows = append(c.rows, row)
	}
	return err
}

// withBreaks splits into lines with their line breaks, and a rest without one.
func withBreaks(data []byte, atEOF bool) (advance int, line []byte, err error) {
	if n := bytes.IndexByte(data, '\n') + 1; n > 0 {
		return n, data[:n], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// tornRow reports whether the first line of a file may be what a stop has left of a row: its
// beginning, and zeros or nothing in place of the rest.
func tornRow(first []byte) bool {
	head, _, zeros := bytes.Cut(first, []byte{0})
	if !zeros && bytes.HasSuffix(head, []byte("\n")) {
		return false
	}
	return strings.HasPrefix(rowStart, string(head)) || bytes.HasPrefix(head, []byte(rowStart))
}
