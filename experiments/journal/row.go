package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A Row is a finished job with its numbers. In JSON it is one object.
type Row interface {
	// Origin returns the row's key, and the job and the build of which it is the Key.
	Origin() (key string, job any, by Build)
}

// A line of a journal is a row as one JSON object. Its last key is the CRC-32 (IEEE) of
// the object without that key, in eight hexadecimal digits. A disk error that changes one
// digit of a number leaves a readable but wrong row, which the checksum detects.

var (
	errNoRow   = errors.New("no row")
	errChanged = errors.New("a row that is not what was written")
)

// checked returns the row as a line, with its checksum and a line break.
func checked(r Row) ([]byte, error) {
	object, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	line := object[: len(object)-1 : len(object)-1]
	return append(append(line, checksum(object)...), '\n'), nil
}

// checksum returns the end of the line of this object.
func checksum(object []byte) []byte {
	return fmt.Appendf(nil, `,"crc32":"%08x"}`, crc32.ChecksumIEEE(object))
}

// readChecked reads a line with its line break. The error is errNoRow, also if the key does
// not fit the job and the build beside it, or errChanged if the checksum is missing or wrong.
func readChecked[R Row](line []byte) (R, error) {
	var row, none R
	if json.Unmarshal(line, &row) != nil {
		return none, errNoRow
	}
	if key, job, by := row.Origin(); key != Key(job, by) {
		return none, errNoRow
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	at := len(line) - len(checksum(nil))
	if at < 0 {
		return none, errChanged
	}
	object := append(bytes.Clone(line[:at]), '}')
	if !bytes.Equal(line[at:], checksum(object)) {
		return none, errChanged
	}
	return row, nil
}

// readRows reads the rows of a journal in the order in which they were finished. The last
// row ends at good; the rest was torn while it was written. bad counts the lines before
// good that are no rows, or have a wrong checksum; all lines, if none is a row. Of good
// rows with the same key the first counts. The error is r's.
func readRows[R Row](r io.Reader) (rows []R, good int64, bad int, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	seen := map[string]bool{}
	at, lines := int64(0), 0
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF { // a last line without its line break is torn
			if good == 0 {
				bad = lines
			}
			return rows, good, bad, nil
		} else if err != nil {
			return nil, 0, 0, err
		}
		at += int64(len(line))
		row, err := readChecked[R](line)
		if err != nil {
			lines++
		}
		if err == errNoRow {
			continue
		}
		good, bad = at, lines
		if err != nil {
			continue
		}
		if key, _, _ := row.Origin(); !seen[key] {
			seen[key] = true
			rows = append(rows, row)
		}
	}
}
