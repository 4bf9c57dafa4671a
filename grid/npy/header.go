package npy

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"breadboard/grid/text"
)

// Magic begins every .npy file, and MagicZip every archive that is not empty.
const (
	Magic    = "\x93NUMPY"
	MagicZip = "PK\x03\x04"
)

// A header describes the entries.
type header struct {
	Descr   *string // the type of an entry, such as <f8
	Fortran *bool   // the first axis runs fastest, not the last
	Shape   []int
}

// failed reports whether err is a source's failure, and not its end.
func failed(err error) bool { return err != nil && err != io.EOF && err != io.ErrUnexpectedEOF }

// unread is the error of a source that failed.
func unread(err error) error { return fmt.Errorf("%w; a whole file would do", text.Pathless(err)) }

// shortHeader is the error of a header that could not be read to its end.
func shortHeader(err error) error {
	if failed(err) {
		return unread(err)
	}
	return errors.New("the header is cut short; a whole file would do")
}

// readHeader reads what is before the entries: the magic word, the version, the length
// of the description (two bytes in version 1, four later), and the description.
func readHeader(r io.Reader) (header, error) {
	var head [8]byte
	switch n, err := io.ReadFull(r, head[:]); {
	case failed(err):
		return header{}, unread(err)
	case n < len(head) || string(head[:6]) != Magic:
		return header{}, errors.New(`the file does not begin with "\x93NUMPY"; one written by numpy.save would do`)
	}
	var bytes [4]byte
	width := 4
	switch head[6] {
	case 1:
		width = 2
	case 2, 3:
	default:
		return header{}, fmt.Errorf("version %d of the format; 1, 2 or 3 would do", head[6])
	}
	if _, err := io.ReadFull(r, bytes[:width]); err != nil {
		return header{}, shortHeader(err)
	}
	length := binary.LittleEndian.Uint32(bytes[:])
	if length > 1<<16 {
		return header{}, fmt.Errorf("a header of %d bytes; the description of an array of numbers would do", length)
	}
	description := make([]byte, length)
	if _, err := io.ReadFull(r, description); err != nil {
		return header{}, shortHeader(err)
	}
	return parseHeader(string(description))
}

// A Python literal becomes JSON with other quotes, brackets and words, and without the
// comma after the last entry.
var (
	toJSON    = strings.NewReplacer("'", `"`, "(", "[", ")", "]", "True", "true", "False", "false")
	lastComma = regexp.MustCompile(`,\s*([\]}])`)
)

// parseHeader reads the description: the literal of a Python dictionary with the keys
// descr, fortran_order and shape, each once and in any order.
func parseHeader(description string) (h header, err error) {
	all, err := text.Object(lastComma.ReplaceAllString(toJSON.Replace(description), "$1"))
	for key, into := range map[string]any{"descr": &h.Descr, "fortran_order": &h.Fortran, "shape": &h.Shape} {
		if err == nil {
			err = json.Unmarshal(all[key], into)
		}
	}
	if errors.As(err, new(*text.Twice)) {
		return h, fmt.Errorf("the header: %w; one of the two would do", err)
	}
	incomplete := h.Descr == nil || *h.Descr == "" || h.Fortran == nil || h.Shape == nil || len(all) != 3
	if err != nil || incomplete || slices.ContainsFunc(h.Shape, func(n int) bool { return n < 0 }) {
		return h, fmt.Errorf("the header is %s; {'descr': '<f8', 'fortran_order': False, 'shape': (7, 7)} would do",
			text.Quote(description))
	}
	return h, nil
}
