package sheets

import (
	"errors"
	"io"
)

// Parquet reads nothing in a browser: a page opens no such file, and its codecs would be half a megabyte to load.
func Parquet(io.ReaderAt, int64) (*Sheet, error) {
	return nil, errors.New("a browser reads no Parquet; CSV would do")
}
