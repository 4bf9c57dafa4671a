package outside

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// A header describes the entries of an NPY file.
type header struct {
	descr   string // the type of an entry, such as <f8
	fortran bool   // column after column, not row after row
	shape   []int
}

var errShortHeader = errors.New("the header is cut short; a whole file would do")

// readHeader reads what is before the entries: the magic word, the version, the length
// of the description (two bytes in version 1, four later), and the description.
func readHeader(r io.Reader) (header, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil || string(head[:6]) != magic {
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
		return header{}, errShortHeader
	}
	length := binary.LittleEndian.Uint32(bytes[:])
	if length > 1<<16 {
		return header{}, fmt.Errorf("a header of %d bytes; the description of a matrix of numbers would do", length)
	}
	description := make([]byte, length)
	if _, err := io.ReadFull(r, description); err != nil {
		return header{}, errShortHeader
	}
	return parseHeader(string(description))
}

// parseHeader reads the description: the literal of a Python dictionary with the keys
// descr, fortran_order and shape, in any order.
func parseHeader(description string) (header, error) {
	s := &scanner{rest: description}
	var h header
	seen := map[string]bool{}
	s.expect("{")
	for s.err == nil && !s.take("}") {
		key := s.quoted()
		s.expect(":")
		switch {
		case s.err != nil:
		case seen[key]:
			s.fail("two entries %s", text.Quote(key))
		case key == "descr":
			h.descr = s.quoted()
		case key == "fortran_order":
			h.fortran = s.truth()
		case key == "shape":
			h.shape = s.numbers()
		default:
			s.fail("an entry %s", text.Quote(key))
		}
		seen[key] = true
		if !s.take(",") && s.err == nil && !strings.HasPrefix(s.rest, "}") {
			s.fail("no comma")
		}
	}
	if s.err == nil && strings.TrimSpace(s.rest) != "" {
		s.fail("more after the dictionary")
	}
	if s.err == nil && len(seen) != 3 {
		s.fail("%d of the entries descr, fortran_order and shape", len(seen))
	}
	return h, s.err
}

// tuple writes the shape as Python does, with its first four lengths.
func (h header) tuple() string {
	var s []string
	for _, n := range h.shape[:min(len(h.shape), 4)] {
		s = append(s, strconv.Itoa(n))
	}
	if len(h.shape) > 4 {
		s = append(s, "...")
	}
	if len(s) == 1 {
		return "(" + s[0] + ",)"
	}
	return "(" + strings.Join(s, ", ") + ")"
}

// A scanner takes words off the front of a text. After the first fault, which it
// keeps, it takes nothing more.
type scanner struct {
	rest string
	err  error
}

func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("the header has %s; {'descr': '<f8', 'fortran_order': False, 'shape': (n, n)} would do",
			fmt.Sprintf(format, args...))
	}
}

// take takes the word with the blanks around it, and reports whether it was there.
func (s *scanner) take(word string) bool {
	s.rest = strings.TrimLeft(s.rest, " \n")
	rest, ok := strings.CutPrefix(s.rest, word)
	if ok && s.err == nil {
		s.rest = strings.TrimLeft(rest, " \n")
	}
	return ok && s.err == nil
}

// expect takes the word, which must be there.
func (s *scanner) expect(word string) {
	if !s.take(word) {
		s.fail("%s instead of %q", text.Quote(s.rest), word)
	}
}

// quoted takes a word in quotes of either kind.
func (s *scanner) quoted() string {
	for _, q := range []string{"'", `"`} {
		if s.take(q) {
			if word, rest, ok := strings.Cut(s.rest, q); ok {
				s.rest = strings.TrimLeft(rest, " \n")
				return word
			}
		}
	}
	s.fail("%s instead of a word in quotes", text.Quote(s.rest))
	return ""
}

// truth takes True or False.
func (s *scanner) truth() bool {
	if s.take("True") {
		return true
	}
	s.expect("False")
	return false
}

// numbers takes a tuple of whole numbers.
func (s *scanner) numbers() (all []int) {
	s.expect("(")
	for s.err == nil && !s.take(")") {
		end := strings.IndexFunc(s.rest, func(r rune) bool { return r < '0' || r > '9' })
		v, err := strconv.Atoi(s.rest[:max(end, 0)])
		if err != nil {
			s.fail("%s instead of a length", text.Quote(s.rest))
			return nil
		}
		all, s.rest = append(all, v), s.rest[end:]
		if !s.take(",") && s.err == nil && !strings.HasPrefix(s.rest, ")") {
			s.fail("%s instead of a comma", text.Quote(s.rest))
		}
	}
	return all
}
