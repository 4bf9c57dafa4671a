package outside

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// magic begins every NPY file (NumPy Enhancement Proposal 1).
const magic = "\x93NUMPY"

// ReadNPY reads an n x n matrix as numpy.save writes it: versions 1 to 3 of the
// format, float64 or float32, little-endian, in C or Fortran order.
func ReadNPY(r io.Reader, name string, n int) ([]float64, error) {
	err := room(n)
	if err == nil {
		var p []float64
		if p, err = npy(r, n); err == nil {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

func npy(r io.Reader, n int) ([]float64, error) {
	text, err := npyHeader(r)
	if err != nil {
		return nil, err
	}
	h, err := parseHeader(text)
	if err != nil {
		return nil, err
	}
	width := map[string]int{"<f8": 8, "<f4": 4}[h.descr]
	if width == 0 {
		return nil, fmt.Errorf("entries are %s; little-endian float64 (<f8) or float32 (<f4) would do", quote(h.descr))
	}
	if len(h.shape) != 2 || h.shape[0] != n || h.shape[1] != n {
		return nil, fmt.Errorf("the shape is %s; the target has %s, and (%d, %d) would do", tuple(h.shape), many(n, "cell"), n, n)
	}
	data := make([]byte, n*n*width)
	got, err := io.ReadFull(r, data)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		at := got / width
		row, col := at/n, at%n
		if h.fortran {
			row, col = col, row
		}
		return nil, fmt.Errorf("the file ends at row %d, column %d; %d bytes of entries, instead of %d, would do", row+1, col+1, len(data), got)
	case err != nil:
		return nil, err
	}
	if extra, _ := io.ReadFull(r, make([]byte, 1)); extra > 0 {
		return nil, fmt.Errorf("the file goes on after row %d, column %d, the last; %d bytes of entries would do", n, n, len(data))
	}
	return entries(data, n, width, h.fortran), nil
}

// entries are the numbers in data, row by row.
func entries(data []byte, n, width int, fortran bool) []float64 {
	p := make([]float64, n*n)
	for i := range p {
		at := i
		if fortran {
			at = i%n*n + i/n
		}
		if width == 8 {
			p[at] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		} else {
			p[at] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
		}
	}
	return p
}

// npyHeader is the dictionary that describes the entries.
func npyHeader(r io.Reader) (string, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil || string(head[:6]) != magic {
		return "", errors.New(`the file does not begin with "\x93NUMPY"; one written by numpy.save would do`)
	}
	var length uint32
	switch head[6] {
	case 1:
		var b [2]byte
		_, err := io.ReadFull(r, b[:])
		if err != nil {
			return "", errors.New("the header is cut short; a whole file would do")
		}
		length = uint32(binary.LittleEndian.Uint16(b[:]))
	case 2, 3:
		var b [4]byte
		if _, err := io.ReadFull(r, b[:]); err != nil {
			return "", errors.New("the header is cut short; a whole file would do")
		}
		length = binary.LittleEndian.Uint32(b[:])
	default:
		return "", fmt.Errorf("version %d of the format; 1, 2 or 3 would do", head[6])
	}
	if length > 1<<16 {
		return "", fmt.Errorf("a header of %d bytes; the description of a matrix of numbers would do", length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", errors.New("the header is cut short; a whole file would do")
	}
	return string(text), nil
}

type header struct {
	descr   string
	fortran bool
	shape   []int
}

// parseHeader reads the literal of a Python dictionary with the three keys that
// the format has, in any order.
func parseHeader(text string) (header, error) {
	s := &scanner{rest: text}
	var h header
	seen := map[string]bool{}
	s.expect("{")
	for s.err == nil && !s.take("}") {
		key := s.quoted()
		s.expect(":")
		switch {
		case s.err != nil:
		case seen[key]:
			s.fail("two entries %s", quote(key))
		case key == "descr":
			h.descr = s.quoted()
		case key == "fortran_order":
			h.fortran = s.truth()
		case key == "shape":
			h.shape = s.numbers()
		default:
			s.fail("an entry %s", quote(key))
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

// A scanner takes words off the front of a text, until the first fault.
type scanner struct {
	rest string
	err  error
}

func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("the header has %s; {'descr': '<f8', 'fortran_order': False, 'shape': (n, n)} would do", fmt.Sprintf(format, args...))
	}
}

func (s *scanner) take(word string) bool {
	s.rest = strings.TrimLeft(s.rest, " \n")
	rest, ok := strings.CutPrefix(s.rest, word)
	if ok && s.err == nil {
		s.rest = strings.TrimLeft(rest, " \n")
	}
	return ok && s.err == nil
}

func (s *scanner) expect(word string) {
	if !s.take(word) {
		s.fail("%s instead of %q", quote(s.rest), word)
	}
}

func (s *scanner) quoted() string {
	for _, q := range []string{"'", `"`} {
		if s.take(q) {
			if text, rest, ok := strings.Cut(s.rest, q); ok {
				s.rest = strings.TrimLeft(rest, " \n")
				return text
			}
		}
	}
	s.fail("%s instead of a word in quotes", quote(s.rest))
	return ""
}

func (s *scanner) truth() bool {
	if s.take("True") {
		return true
	}
	s.expect("False")
	return false
}

func (s *scanner) numbers() (all []int) {
	s.expect("(")
	for s.err == nil && !s.take(")") {
		end := strings.IndexFunc(s.rest, func(r rune) bool { return r < '0' || r > '9' })
		v, err := strconv.Atoi(s.rest[:max(end, 0)])
		if err != nil {
			s.fail("%s instead of a length", quote(s.rest))
			return nil
		}
		all, s.rest = append(all, v), s.rest[end:]
		if !s.take(",") && s.err == nil && !strings.HasPrefix(s.rest, ")") {
			s.fail("%s instead of a comma", quote(s.rest))
		}
	}
	return all
}

// tuple writes a shape as Python does.
func tuple(shape []int) string {
	var s []string
	for _, n := range shape[:min(len(shape), 4)] {
		s = append(s, strconv.Itoa(n))
	}
	if len(shape) > 4 {
		s = append(s, "...")
	}
	if len(s) == 1 {
		return "(" + s[0] + ",)"
	}
	return "(" + strings.Join(s, ", ") + ")"
}
