// Package journal runs long lists of jobs on many machines, and survives being stopped at any
// moment.
//
//	jobs, costs --NewWork(shard)--> Work --Run--> rows, into a Journal
//	                                the dearest   one line a job,
//	                                job first     synced before it counts
//
// The caller says what a job is, what it costs and how it is run. A Key is a hash of a job and
// of the Build, the program that runs it. The Journal keeps the Row of every finished job under
// its key. A run goes on with the jobs that have no row, so that the same command always ends
// in the same rows. Run computes on all cores and hands all rows that are ready to one Commit,
// which is one write and one sync.
//
// What is read back is checked whole. The file of a Plan ends in its SHA-256, and a line in its CRC-32. Both are
// taken only if they would be written as the same bytes, and two rows of one job must be alike.
//
// A Shard is a part of the jobs for another machine. All shards cost about the same. The rows
// of all shards together make up the whole.
package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"

	"breadboard/experiments/disk"
)

// A Journal keeps the rows of a run as they come, one a line, in a file that only grows
// and that one process at a time holds open. Once Commit has returned a row is on the
// disk, even if the power fails.
type Journal[R Row] struct {
	Path string
	Rows map[string]R // by key, as they were when it was opened
	Torn int64        // bytes of a torn end that were cut off at opening
	Bad  int          // lines before the end that are no rows, or were changed; they are skipped

	file *os.File
	end  int64 // end of the last whole line
}

// Open opens the journal at path, or makes it, and locks it. The end is cut off
// after the last whole line, for a write may have been stopped in the middle. A file that
// is no journal is an error and left alone.
func Open[R Row](path string) (*Journal[R], error) {
	f, err := open(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	j := &Journal[R]{Path: path, file: f}
	var c content[R]
	var size int64
	if err = disk.Lock(f); err == nil {
		c, err = readRows[R](f)
	}
	if err == nil {
		size, err = f.Seek(0, io.SeekEnd)
	}
	j.Rows = c.known
	j.Bad = c.bad
	j.end = c.end
	j.Torn = size - c.end
	if err == nil && j.Torn > 0 {
		err = f.Truncate(j.end)
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		f.Close()
		return nil, j.fault(err)
	}
	return j, nil
}

// Commit writes rows at the end and waits once until the disk has them all. If they
// cannot be written, for example on a full disk, the journal stays as before.
func (j *Journal[R]) Commit(rows []R) error {
	var lines []byte
	for _, r := range rows {
		line, err := checked(r)
		if err != nil {
			return j.fault(err)
		}
		lines = append(lines, line...)
	}
	_, err := j.file.WriteAt(lines, j.end)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		return j.fault(errors.Join(err, j.file.Truncate(j.end)))
	}
	j.end += int64(len(lines))
	return nil
}

// Close closes the file, and releases its lock.
func (j *Journal[R]) Close() error { return j.file.Close() }

func (j *Journal[R]) fault(err error) error { return fmt.Errorf("%s: %w", j.Path, disk.Worded(err)) }

// Read reads the rows of the journal at path, and changes nothing. It locks the journal, or it glimpses the rows that
// are there now, though a process may be writing to it: a line that is there in part is no row yet.
func Read[R Row](path string, locks bool) (rows []R, err error) {
	f, err := open(path, os.O_RDONLY)
	if err == nil {
		defer f.Close()
		if locks {
			err = disk.Lock(f)
		}
	}
	if err == nil {
		var c content[R]
		c, err = readRows[R](f)
		rows = c.rows
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, disk.Worded(err))
	}
	return rows, nil
}

// open opens a file, unless path is a directory, or something that may never end or never answer.
func open(path string, flag int) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return nil, fmt.Errorf("not a file (%v); another directory would do", info.Mode())
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, disk.Worded(err)
	}
	f, err := os.OpenFile(path, flag, 0o666)
	return f, disk.Worded(err)
}

// ErrNoJournal says that a file of a journal's name is something else, such as a user's own.
var ErrNoJournal = errors.New("not a journal of such rows in the format known here; another directory would do")

// A content is what is read of a journal's file.
type content[R Row] struct {
	rows  []R // in the order in which they were finished, each key once
	known map[string]R
	end   int64 // of the last line that a journal has written; what follows was torn while it was written
	bad   int   // lines before end that are no such rows, or were changed
}

// readRows reads a journal line by line. The error is r's, or says that this is no journal of such
// rows, or that two rows differ and have one key.
func readRows[R Row](r io.Reader) (content[R], error) {
	c := content[R]{known: map[string]R{}}
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 1<<16), math.MaxInt)
	in.Split(withBreaks)
	read := int64(0)             // bytes so far
	wrong := 0                   // lines that are no row or were changed
	ours, others := false, false // a line has the key of such a row, be it changed; one is of something else
	for first := true; in.Scan(); first = false {
		line := in.Bytes()
		others = others || first && !tornRow(line)
		if !bytes.HasSuffix(line, []byte("\n")) {
			break // it was torn
		}
		read += int64(len(line))
		row, err := readChecked[R](line)
		if err != nil {
			wrong++
		}
		ours = ours || err == nil || err == errChanged
		others = others || err == errOther
		if err != errNoRow {
			c.end, c.bad = read, wrong
		}
		if err != nil {
			continue
		}
		n := len(c.known)
		if err := Join(c.known, row); err != nil {
			return c, err
		}
		if len(c.known) > n {
			c.rows = append(c.rows, row)
		}
	}
	switch {
	case in.Err() != nil:
		return c, in.Err()
	case others && !ours:
		return c, ErrNoJournal
	}
	return c, nil
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
