package text

import (
	"fmt"
	"io"
)

// ReadAll reads all of r, up to most bytes. A longer text is a TooLong error; no more than that is read, so that
// an endless stream is refused too.
func ReadAll(r io.Reader, most int64) (string, error) {
	all, err := ReadBytes(r, most)
	return string(all), err
}

// ReadBytes is ReadAll without a copy of the text.
func ReadBytes(r io.Reader, most int64) ([]byte, error) {
	switch all, err := io.ReadAll(io.LimitReader(r, most+1)); {
	case err != nil:
		return nil, err
	case int64(len(all)) > most:
		return nil, &TooLong{most}
	default:
		return all, nil
	}
}

// TooLong is the error of a text of more than so many bytes. It says how long it may be, as in "longer than 64 MiB".
type TooLong struct{ Most int64 }

func (t *TooLong) Error() string {
	if t.Most < 1<<20 {
		return fmt.Sprintf("longer than %d KiB", t.Most>>10)
	}
	return fmt.Sprintf("longer than %d MiB", t.Most>>20)
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
		return 0, &TooLong{b.most}
	case b.read > b.stop:
		return 0, errLongRow
	}
	n, err := b.from.Read(p)
	b.read += int64(n)
	return n, err
}
