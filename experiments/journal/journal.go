// Package journal keeps the results of long work, one a line, in a file that survives a stop at any moment.
//
// A Key is a hash of a job and of the Build that does it. The row of a finished job is one JSON object whose first key
// is "key". A run goes on with the jobs that have no row, so that the same command always ends in the same rows.
package journal

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"breadboard/experiments/disk"
)

// Rows has the rows of finished jobs as they were written, by their keys.
type Rows map[string]json.RawMessage

// A Journal keeps the rows of a run in a file that only grows and that one process at a time holds open. A row is on
// the disk when Commit returns.
type Journal struct {
	Path string
	Rows Rows // as they were when it was opened
	Torn int  // bytes of a torn end that were cut off at opening
	Bad  int  // lines before the end that are no rows or were changed; they are skipped

	file *os.File
	end  int64 // end of the last whole line
}

// Open opens the journal at path, or makes it, and locks it. It cuts off what follows the last complete line, which a
// stopped write may have left. A file that is no journal is an error, and stays as it is.
func Open(path string) (*Journal, error) {
	f, err := openFile(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, disk.Worded(err))
	}
	j := &Journal{Path: path, Rows: Rows{}, file: f}
	err = disk.Lock(f)
	if err == nil {
		err = j.read(f)
	}
	if err == nil && j.Torn > 0 {
		err = f.Truncate(j.end)
	}
	if err != nil {
		f.Close()
		return nil, j.fault(err)
	}
	return j, nil
}

// Read adds the rows of the journal at path, and leaves the file as it is. Another process may be writing it: an
// incomplete line is no row yet. bad counts the lines before it that it skips, as in a Journal.
func (r Rows) Read(path string) (bad int, err error) {
	j := &Journal{Path: path, Rows: r}
	f, err := openFile(path, os.O_RDONLY)
	if err == nil {
		defer f.Close()
		err = j.read(f)
	}
	if err != nil {
		return 0, j.fault(err)
	}
	return j.Bad, nil
}

// openFile opens what may be a journal. Anything but a file is none: reading a pipe would wait for ever.
func openFile(path string, flag int) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, ErrNoJournal
	}
	return os.OpenFile(path, flag, 0o666)
}

// Commit writes a row at the end and waits until the disk has it. If that fails, as on a full disk, the journal stays
// as it was.
func (j *Journal) Commit(row any) error {
	object, err := json.Marshal(row)
	if err != nil {
		return j.fault(err)
	}
	line := sealed(object)
	_, err = j.file.WriteAt(line, j.end)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		return j.fault(errors.Join(err, j.file.Truncate(j.end)))
	}
	j.end += int64(len(line))
	return nil
}

// Close closes the file, and releases its lock.
func (j *Journal) Close() error { return j.file.Close() }

func (j *Journal) fault(err error) error { return fmt.Errorf("%s: %w", j.Path, disk.Worded(err)) }

// rowStart begins every line.
const rowStart = `{"key":"`

// ErrNoJournal says that a file with a journal's name is no journal.
var ErrNoJournal = errors.New("not a journal; use another directory")

// startsRow reports whether the first bytes of a file are those of a row, but for zeros, which a disk has where a write
// was lost, and for one other byte.
func startsRow(first []byte) bool {
	wrong := 0
	for i, b := range first {
		if b != 0 && b != rowStart[i] {
			wrong++
		}
	}
	return wrong <= 1
}

// read reads the rows of the file, and finds its end. The error is r's, or says that the file is no journal (it does
// not begin as one, and has no row), or that two rows of one key differ.
func (j *Journal) read(r io.Reader) error {
	in := bufio.NewReader(r)
	first, _ := in.Peek(len(rowStart)) // ReadBytes returns the error
	isJournal := startsRow(first)
	for {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF && !isJournal:
			return ErrNoJournal
		case err == io.EOF:
			j.Torn = len(line)
			return nil
		case err != nil:
			return err
		}
		j.end += int64(len(line))
		row, ok := opened(line)
		var head struct{ Key string }
		if !ok || json.Unmarshal(row, &head) != nil {
			j.Bad++
			continue
		}
		isJournal = true
		if old, ok := j.Rows[head.Key]; ok && !bytes.Equal(old, row) { // a build gives the same row wherever it runs
			return fmt.Errorf("two rows of the key %s differ, so that one of them is wrong; run the command that made "+
				"them again, with another directory", head.Key)
		}
		j.Rows[head.Key] = row
	}
}

// sealed returns a row as a line. Its last key is the CRC-32 (IEEE) of the object without that key, in eight
// hexadecimal digits. It detects a disk error that changes a digit of a number, and so leaves a row that is readable
// but wrong.
func sealed(object []byte) []byte {
	end := fmt.Appendf(nil, ",\"crc32\":\"%08x\"}\n", crc32.ChecksumIEEE(object))
	return append(bytes.Clone(object[:len(object)-1]), end...)
}

// opened returns the row of a line. ok is false if the checksum is wrong: the line is no row, or was changed.
func opened(line []byte) (object json.RawMessage, ok bool) {
	at := len(line) - len(sealed([]byte("}")))
	if at < 0 {
		return nil, false
	}
	object = append(bytes.Clone(line[:at]), '}')
	return object, bytes.Equal(sealed(object), line)
}

// A Build identifies the program that made a row: the same job in another build has another row.
type Build struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"` // the compiler's version, the system and the processor
}

// rowFormat numbers the version of journals, and rises if the meaning of a number in a row changes.
const rowFormat = 2

// Key returns a hash of the job's whole definition, of the build that runs it, and of the format.
func Key(job any, by Build) string {
	return Hash(struct {
		Format int   `json:"format"`
		Cell   any   `json:"cell"`
		Build  Build `json:"build"`
	}{rowFormat, job, by})
}

// Hash returns the first half of the SHA-256 of a struct as JSON, whose keys are in the order of the fields.
func Hash(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic("journal: " + err.Error())
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}
