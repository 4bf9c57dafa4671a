package experiments

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"

	"breadboard/chains"
)

// Fingerprint returns the SHA-256 of all numbers that were read from files, in hexadecimal digits: log f, data,
// matrices, the initial density and betas. It is empty if there are none. How a file writes them does not change it.
func (f Resolved) Fingerprint() string {
	read := slices.Concat(f.read, f.matrices)
	if f.schedule.own > 0 {
		read = append(read, f.schedule.curve(f.schedule.own).Betas())
	}
	if read == nil {
		return ""
	}
	h := sha256.New()
	for _, numbers := range read {
		fmt.Fprintln(h, f.Grid, len(numbers))
		addNumbers(h, numbers)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// RowsFingerprint returns the SHA-256 of the rows of a command at ten betas, 0.1 to 1, in hexadecimal digits. It
// changes with the command, unless the rows differ only at other betas.
func (an Annealer) RowsFingerprint(ctx context.Context) (string, error) {
	a := an.Base(chains.Linear(11))
	h := sha256.New()
	for t := 2; t <= a.T(); t++ {
		rows, err := an.commandRows.atLevel(ctx, a, t, an.Exec)
		if err != nil {
			return "", err
		}
		addNumbers(h, rows.p)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// addNumbers adds the bits of the numbers to a hash.
func addNumbers(h hash.Hash, numbers []float64) {
	for some := range slices.Chunk(numbers, 4096) { // each is copied
		_ = binary.Write(h, binary.LittleEndian, some)
	}
}
