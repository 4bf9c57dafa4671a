// Package faulty runs a reader on sources that go wrong, in the manner of SQLite: the source fails at its
// first read, then at its second, and so on until the reader needs no more of them; or the text ends at any
// of its places, or comes byte by byte, or never ends. It is for tests alone.
//
// A reader must return what it read, whole, or an error of one line that names the file; and it must not
// panic. Bytes measures how much memory it takes for that. Seeds and Within are for fuzz targets.
package faulty

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// Name is the name of the file that a reader is given.
const Name = "dir/faulty.txt"

// errInjected is what a failing source says.
var errInjected = errors.New("an injected failure")

// A Reader reads a file called name.
type Reader[T any] func(r io.Reader, name string) (T, error)

// Test injects every fault into the reading of a text that read takes. mayEnd reports whether a part of the
// text, from its beginning, is a text that read may take too, such as a file without its last line; nil is
// never.
func Test[T any](t *testing.T, text string, read Reader[T], mayEnd func(part string) bool) {
	t.Helper()
	c := &count[T]{t: t, read: read}
	want, err := read(strings.NewReader(text), Name)
	if err != nil {
		t.Fatalf("%.40q: %v", text, err)
	}
	c.failing(text)
	c.short(text, mayEnd)
	got, err := read(iotest.OneByteReader(strings.NewReader(text)), Name)
	if c.injected++; err != nil || !reflect.DeepEqual(got, want) {
		c.fail("byte by byte, %.40q is %v, %v; want %v", text, got, err, want)
	}
	got, err = read(iotest.DataErrReader(strings.NewReader(text)), Name)
	if c.injected++; err != nil || !reflect.DeepEqual(got, want) {
		c.fail("with io.EOF at its last bytes, %.40q is %v, %v; want %v", text, got, err, want)
	}
	t.Logf("injected %d faults into a text, %d failures", c.injected, c.failures)
}

// count counts the faults.
type count[T any] struct {
	t                  *testing.T
	read               Reader[T]
	injected, failures int
}

func (c *count[T]) fail(format string, args ...any) {
	c.t.Helper()
	c.failures++
	c.t.Errorf(format, args...)
}

// failing lets the source fail at each of its reads, of a few bytes each.
func (c *count[T]) failing(text string) {
	c.t.Helper()
	for n := 0; ; n++ {
		from := &source{text: text, left: n}
		got, err := c.read(from, Name)
		if !from.failed {
			return
		}
		if c.injected++; !errors.Is(err, errInjected) {
			c.fail("at read %d the source failed, and the error is %v", n+1, err)
			continue
		}
		c.refused(fmt.Sprintf("the source failed at read %d", n+1), got, err)
	}
}

// short lets the text end at each of its places.
func (c *count[T]) short(text string, mayEnd func(part string) bool) {
	c.t.Helper()
	for n := range len(text) {
		c.injected++
		got, err := c.read(strings.NewReader(text[:n]), Name)
		if err == nil && (mayEnd == nil || !mayEnd(text[:n])) {
			c.fail("of %d bytes only %d, %.40q, came, and were read as %v", len(text), n, text[:n], got)
		}
		if err != nil {
			c.refused(fmt.Sprintf("the text ended after %d bytes", n), got, err)
		}
	}
}

// refused checks an error, and that it comes alone.
func (c *count[T]) refused(fault string, got T, err error) {
	c.t.Helper()
	if wrong := Unlike(err); wrong != "" {
		c.fail("%s: %s: %v", fault, wrong, err)
	}
	if v := reflect.ValueOf(&got).Elem(); !v.IsZero() {
		c.fail("%s: beside the error the reader returned %v", fault, got)
	}
}

// Unlike says in what an error is not one line that begins with Name; "" if it is one.
func Unlike(err error) string {
	switch s := err.Error(); {
	case !strings.HasPrefix(s, Name+":"):
		return "the error does not begin with the file"
	case strings.ContainsAny(s, "\n\r"):
		return "the error is more than a line"
	case len(s) > 1000:
		return "the error is longer than 1000 bytes"
	}
	return ""
}

// A source gives a text in pieces, and fails after some reads.
type source struct {
	text   string
	left   int // reads until it fails
	failed bool
}

// Read gives up to seven bytes: a text of forty fails in seven ways.
func (s *source) Read(p []byte) (int, error) {
	if s.left--; s.left < 0 {
		s.failed = true
		return 0, errInjected
	}
	if s.text == "" {
		return 0, io.EOF
	}
	n := copy(p, s.text[:min(7, len(s.text))])
	s.text = s.text[n:]
	return n, nil
}

// Endless is a stream that repeats a text for ever.
func Endless(text string) io.Reader { return &endless{text: strings.Repeat(text, 1<<15)} }

type endless struct {
	text string
	at   int
}

// Read gives as much as is left of the text.
func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	return n, nil
}
