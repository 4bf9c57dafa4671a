// Package faulty runs a reader on sources that go wrong, in the manner of SQLite: the source fails at its
// first read, then at its second, and so on until the reader needs no more of them; or the text ends at any
// of its places, or comes byte by byte, or never ends. It is for tests alone.
//
// A reader must return what it read, whole, or an error of one line that names the file; and it must not
// panic. Bytes measures how much memory it takes for that. Seeds and Within are for fuzz targets.
//
// A Tally counts the faults of any test. The flag -long injects more: go test ./grid/parquet -args -long.
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
	want, err := read(strings.NewReader(text), Name)
	if err != nil {
		t.Fatalf("%.40q: %v", text, err)
	}
	faults := &Tally{What: fmt.Sprintf("faults into the text %.40q", text)}
	failing(faults, text, read)
	short(faults, text, read, mayEnd)
	for how, from := range map[string]io.Reader{
		"byte by byte":                  iotest.OneByteReader(strings.NewReader(text)),
		"with io.EOF at its last bytes": iotest.DataErrReader(strings.NewReader(text)),
	} {
		got, err := read(from, Name)
		if err == nil && !reflect.DeepEqual(got, want) {
			err = fmt.Errorf("it is %v, want %v", got, want)
		}
		faults.Count(how, err)
	}
	faults.Report(t)
}

// failing lets the source fail at each of its reads, of a few bytes each.
func failing[T any](faults *Tally, text string, read Reader[T]) {
	for n := 0; ; n++ {
		from := &source{text: text, left: n}
		got, err := read(from, Name)
		if !from.failed {
			return
		}
		if errors.Is(err, errInjected) {
			err = refused(got, err)
		} else {
			err = fmt.Errorf("the source failed, and the error is %v", err)
		}
		faults.Count(fmt.Sprintf("read %d", n+1), err)
	}
}

// short lets the text end at each of its places.
func short[T any](faults *Tally, text string, read Reader[T], mayEnd func(part string) bool) {
	for n := range len(text) {
		got, err := read(strings.NewReader(text[:n]), Name)
		switch {
		case err != nil:
			err = refused(got, err)
		case mayEnd == nil || !mayEnd(text[:n]):
			err = fmt.Errorf("it is read as %v", got)
		}
		faults.Count(fmt.Sprintf("the first %d bytes", n), err)
	}
}

// refused returns what is wrong with an error of a reader, or with what comes beside it.
func refused(got any, err error) error {
	if wrong := Unlike(err); wrong != "" {
		return fmt.Errorf("%s: %w", wrong, err)
	}
	if v := reflect.ValueOf(got); v.IsValid() && !v.IsZero() {
		return fmt.Errorf("beside the error the reader returned %v", got)
	}
	return nil
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
