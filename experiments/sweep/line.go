package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
)

// A line of a journal is a row as one JSON object. Its last key is the CRC-32 (IEEE) of
// the object without that key, in eight hexadecimal digits. A disk that changes one digit
// of a number leaves a row that can be read and is wrong; the checksum tells.

var (
	errNoRow   = errors.New("no row")
	errChanged = errors.New("a row that is not what was written")
)

// checked returns the row as a line, with its checksum and its end.
func checked(r Row) ([]byte, error) {
	object, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	line := object[: len(object)-1 : len(object)-1]
	return append(append(line, checksum(object)...), '\n'), nil
}

// checksum returns the end of the line that holds this object.
func checksum(object []byte) []byte {
	return fmt.Appendf(nil, `,"crc32":"%08x"}`, crc32.ChecksumIEEE(object))
}

// readChecked reads a line with its end. The error is errNoRow, or errChanged for a row
// whose checksum is missing or does not fit.
func readChecked(line []byte) (Row, error) {
	var row Row
	if json.Unmarshal(line, &row) != nil {
		return Row{}, errNoRow
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	at := len(line) - len(checksum(nil))
	if at < 0 {
		return Row{}, errChanged
	}
	object := append(bytes.Clone(line[:at]), '}')
	if !bytes.Equal(line[at:], checksum(object)) {
		return Row{}, errChanged
	}
	return row, nil
}
