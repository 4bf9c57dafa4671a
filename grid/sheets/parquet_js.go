package sheets

import (
	"errors"
	"io"
)

// Parquet reads nothing in a browser: its codecs would make what a page loads half a megabyte longer, and a page opens
// no such file.
func Parquet(io.ReaderAt, int64) (*Sheet, error) {
	return nil, errors.New("a browser reads no Parquet; CSV would do")
}
