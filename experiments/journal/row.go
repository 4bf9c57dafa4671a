package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
)

// A Row is a finished job with its numbers. In JSON it is one object whose first key is "key".
type Row interface {
	// Origin returns the row's key, and the job and the build of which it is the Key.
	Origin() (key string, job any, by Build)
}

// A line of a journal is a row as one JSON object. Its last key is the CRC-32 (IEEE) of
// the object without that key, in eight hexadecimal digits. A disk error that changes one
// digit of a number leaves a readable but wrong row, which the checksum detects.

// What a line can be that is not taken as a row.
var (
	errNoRow   = errors.New("no row")
	errOther   = errors.New("a row of something else, as it was written")
	errChanged = errors.New("a row that is not what was written")
)

// rowStart begins every line.
const rowStart = `{"key":"`

// checked returns the row as a line, with its checksum and a line break. A row that would not be
// read back is an error.
func checked[R Row](r R) ([]byte, error) {
	object, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	line := sealed(object)
	if _, err := readChecked[R](line); err != nil {
		return nil, fmt.Errorf("a row that does not read back: %w", err)
	}
	return line, nil
}

func sealed(object []byte) []byte {
	return append(append(object[:len(object)-1:len(object)-1], checksum(object)...), '\n')
}

// checksum returns the end of the line of this object.
func checksum(object []byte) []byte {
	return fmt.Appendf(nil, `,"crc32":"%08x"}`, crc32.ChecksumIEEE(object))
}

// readChecked reads a line with its line break. The row is written again as the same line, so
// that no key of it is unknown here or there twice. Otherwise the error is errChanged if its key fits the
// job and the build beside it, errOther if at least the checksum is right, and errNoRow if
// neither is so.
func readChecked[R Row](line []byte) (R, error) {
	var row, none R
	at := len(line) - len(checksum(nil)) - len("\n")
	if at < 0 {
		return none, errNoRow
	}
	object, wrong := append(bytes.Clone(line[:at]), '}'), errNoRow
	sound := bytes.Equal(line, sealed(object))
	if sound {
		wrong = errOther
	}
	if json.Unmarshal(line, &row) != nil {
		return none, wrong
	}
	if key, job, by := row.Origin(); key != Key(job, by) {
		return none, wrong
	}
	if again, err := json.Marshal(row); !sound || err != nil || !bytes.Equal(again, object) {
		return none, errChanged
	}
	return row, nil
}

// Join adds rows to those that are known by their keys. Two rows of one key that differ are an
// error: a build computes a job alike wherever it runs, so that one of them was changed.
func Join[R Row](known map[string]R, rows ...R) error {
	for _, r := range rows {
		key, job, _ := r.Origin()
		old, ok := known[key]
		if !ok {
			known[key] = r
			continue
		}
		a, _ := json.Marshal(old)
		b, _ := json.Marshal(r)
		if !bytes.Equal(a, b) {
			return fmt.Errorf("two rows of %v that differ, of which one is wrong; the command that made them, with "+
				"another directory, would do", job)
		}
	}
	return nil
}

// A Build is the program that made a row: the same job in another build has another row.
type Build struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"` // the compiler's version, the system and the processor
}

// rowFormat is the version of journals, and rises when a number in a row means something else.
const rowFormat = 2

// Key is a hash of the job's whole definition, of the build that runs it, and of the format, so that
// rows whose numbers meant something else are no rows here.
func Key(job any, by Build) string {
	return Hash(struct {
		Format int   `json:"format"`
		Cell   any   `json:"cell"`
		Build  Build `json:"build"`
	}{rowFormat, job, by})
}

// Hash is the first half of the SHA-256 of a struct as JSON, whose keys are in the order of
// the fields.
func Hash(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic("journal: " + err.Error())
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}
