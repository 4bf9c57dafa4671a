package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"

	"breadboard/experiments/columns"
)

// A Row is a finished job with all its numbers. A number that was not asked for, or does
// not exist, is NaN; Warnings say why, unless it is obvious. Infinite numbers are
// infinite. In JSON a row is one object.
type Row struct {
	Key      string         `json:"key"`
	Job      Job            `json:"cell"`           // one cell of the sweep
	Grid     string         `json:"grid,omitempty"` // "7x7"
	Values   columns.Values `json:"values"`
	How      string         `json:"how,omitempty"`    // how a program's account was got; "" for annealing
	Chosen   *Chosen        `json:"chosen,omitempty"` // nil unless exact results chose the schedule
	Fault    string         `json:"fault,omitempty"`  // why a cell cannot be run; then all numbers are NaN
	Warnings []string       `json:"warnings,omitempty"`
	Build    Build          `json:"build"`
}

// Chosen says how exact results chose a schedule.
type Chosen struct {
	Start       string       `json:"start"` // the schedule from which it was improved; "" if it was not
	Converged   bool         `json:"converged"`
	Gradient    columns.Real `json:"gradient"` // the norm of the gradient at the end
	Evaluations int          `json:"evaluations"`
}

// At returns the number with this name.
func (r Row) At(name string) float64 { return r.Values.At(name) }

// UnmarshalJSON also returns an error if the key does not fit the cell and the build
// beside it.
func (r *Row) UnmarshalJSON(data []byte) error {
	type line Row // without this method
	if err := json.Unmarshal(data, (*line)(r)); err != nil {
		return err
	}
	if r.Key != r.Job.Key(r.Build) {
		return fmt.Errorf("the key %q is not that of its cell", r.Key)
	}
	return nil
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

// readChecked reads a line with its line break. The error is errNoRow, or errChanged if
// the checksum is missing or wrong.
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
