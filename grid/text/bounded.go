package text

import (
	"fmt"
	"io"
)

// ReadAll reads all of r, up to most bytes. The error of a longer text says how long it may be, as in
// "longer than 64 MiB"; no more than that is read, so that an endless stream is refused too.
func ReadAll(r io.Reader, most int64) (string, error) {
	switch all, err := io.ReadAll(io.LimitReader(r, most+1)); {
	case err != nil:
		return "", err
	case int64(len(all)) > most:
		return "", tooLong(most)
	default:
		return string(all), nil
	}
}

// tooLong is the error of a text of more than so many bytes.
func tooLong(most int64) error {
	if most < 1<<20 {
		return fmt.Errorf("longer than %d KiB", most>>10)
	}
	return fmt.Errorf("longer than %d MiB", most>>20)
}

// A bounded reader gives an error instead of more bytes than all of the text, or its present row, may have.
type bounded struct {
	from       io.Reader
	read       int64
	most, stop int64 // how many bytes the text may have, and where the present row must have ended
}

// Read reads on.
func (b *bounded) Read(p []byte) (int, error) {
	switch {
	case b.read > b.most:
		return 0, tooLong(b.most)
	case b.read > b.stop:
		return 0, errLongRow
	}
	n, err := b.from.Read(p)
	b.read += int64(n)
	return n, err
}
