package table

import (
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
)

// Lost counts the rows of a table in CSV that are not among others, and returns the line of the first. A row is told
// from others by its cells in some columns; a column that the table does not have is empty. What is no table has no
// rows. It keeps 16 bytes of each of the others.
func Lost(r io.Reader, columns []Column, others iter.Seq[[]any]) (lost, line int, err error) {
	known, cells := map[[16]byte]bool{}, make([]string, len(columns))
	for row := range others {
		for i, cell := range row {
			cells[i] = strings.ReplaceAll(forCSV(cell), "\r\n", "\n") // as it is read
		}
		known[digest(cells)] = true
	}
	in := csv.NewReader(r)
	in.ReuseRecord = true
	head, err := in.Read()
	places := make([]int, len(columns))
	for i, c := range columns {
		places[i] = slices.Index(head, c.Key)
	}
	for err == nil {
		var row []string
		if row, err = in.Read(); err != nil {
			break
		}
		for i, at := range places {
			if cells[i] = ""; at >= 0 {
				cells[i] = row[at]
			}
		}
		if known[digest(cells)] {
			continue
		}
		if lost++; lost == 1 {
			line, _ = in.FieldPos(0)
		}
	}
	if errors.Is(err, io.EOF) {
		return lost, line, nil
	}
	if errors.As(err, new(*csv.ParseError)) {
		return 0, 0, nil
	}
	return 0, 0, err
}

// digest is the first half of the SHA-256 of some cells.
func digest(cells []string) [16]byte {
	hash := sha256.New()
	for _, cell := range cells {
		io.WriteString(hash, cell)
		hash.Write([]byte{0xFF}) // no text has it
	}
	return [16]byte(hash.Sum(nil)[:16])
}
