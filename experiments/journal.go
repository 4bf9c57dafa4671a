package experiments

import (
	"bytes"
	"encoding/json"
	"io"
)

// ReadRows reads the rows of a journal, one a line, in the order they were
// finished, and returns where the last good line ends: what follows was torn
// while it was written. Lines before it that are no rows are passed over and
// counted. Of rows with the same key the first counts. The error is r's.
func ReadRows(r io.Reader) (rows []Row, good int64, bad int, err error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, 0, 0, err
	}
	seen := map[string]bool{}
	at, lines := int64(0), 0
	for len(data) > 0 {
		end := bytes.IndexByte(data, '\n')
		if end < 0 {
			break
		}
		var row Row
		line := data[:end]
		data = data[end+1:]
		at += int64(end) + 1
		if json.Unmarshal(line, &row) != nil {
			lines++
			continue
		}
		good, bad = at, lines
		if !seen[row.Key] {
			seen[row.Key] = true
			rows = append(rows, row)
		}
	}
	return rows, good, bad, nil
}
