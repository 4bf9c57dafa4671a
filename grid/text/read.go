package text

import (
	"fmt"
	"io"
)

// ReadAll reads all of r, up to most bytes. A longer text is an error, so that an endless stream is refused too.
func ReadAll(r io.Reader, most int64) (string, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return "", err
	}
	if int64(len(data)) > most {
		return "", fmt.Errorf("longer than %d MiB", most>>20)
	}
	return string(data), nil
}
