// Package faulty runs a reader on sources that go wrong, in the manner of SQLite: the source fails, or the text ends,
// at each of its places; or it comes byte by byte. It is for tests alone.
//
// A reader must return what it read, whole, or an error of one line that names the file; and it must not
// panic. Seeds is for fuzz targets. A Tally counts the faults of any test.
package faulty

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

// Name is the name of the file that a reader is given.
const Name = "dir/faulty.txt"

// A Reader reads a file called name.
type Reader[T any] func(r io.Reader, name string) (T, error)

// Test injects every fault into the reading of a text that read takes. mayEnd reports whether a part of the
// text, from its beginning, is a text that read may take too, such as a file without its last line; nil is
// never.
func Test[T any](t *testing.T, text string, read Reader[T], mayEnd func(part string) bool) {
	t.Helper()
	if _, err := read(strings.NewReader(text), Name); err != nil {
		t.Fatalf("%.40q: %v", text, err)
	}
	inject(text, read, mayEnd).Report(t)
}

func inject[T any](text string, read Reader[T], mayEnd func(part string) bool) *Tally {
	faults := &Tally{What: fmt.Sprintf("faults into the text %.40q", text)}
	fails := errors.New("an injected failure")
	for n := range len(text) + 1 {
		got, err := read(io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(fails)), Name)
		if errors.Is(err, fails) {
			err = refused(got, err)
		} else {
			err = fmt.Errorf("the source failed, and the error is %v", err)
		}
		faults.Count(fmt.Sprintf("a failure after %d bytes", n), err)
	}
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
	want, _ := read(strings.NewReader(text), Name)
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
	return faults
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

// A Tally counts what was injected, and how often a law broke. Tests that run in parallel may share it.
type Tally struct {
	What               string // is injected, as in "faults of the disk"
	Injected, Failures int
	First              error // the first failure

	mu sync.Mutex
}

// Count counts one more, at a place. err is the law that broke, or nil.
func (c *Tally) Count(where any, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Injected++
	if err != nil {
		if c.Failures++; c.First == nil {
			c.First = fmt.Errorf("%v: %w", where, err)
		}
	}
}

// Report prints the totals in one line. The test fails if a law broke.
func (c *Tally) Report(t *testing.T) {
	t.Helper()
	t.Logf("injected %d %s, %d failures", c.Injected, c.What, c.Failures)
	if c.First != nil {
		t.Errorf("the first failure: %v", c.First)
	}
}

// tokens are what has confused readers of text: numbers at the ends of their range and of other languages, marks,
// quotes, ends of lines, brackets, and bytes that are no text.
var tokens = []string{
	"nan", "-inf", "+Infinity", "1e999", "-1e999", "1e-400", "-0", "0x1p-1", "1_000", "9223372036854775808",
	"18446744073709551616", "1e18", ".", "1.", "1e", "--1", "1,5", "1;2", "\u0663", "\ufeff", "\"", "\"\"", "\"\n",
	"'", "'''", ",", ",,,,", "\n\n", "\r", "\r\n", "\t", "\v", "\x00", "\xff\xfe", "\u2028", "\u00a0", "#", "=", "%s",
	"\x1b[2J", "[[[[[[[[[[[[", "{a={a={a=", "a.a.a.a.a.a.a.a.a.a", "]", "}", "null", "true", "\\", "\\u12",
	"PK\x03\x04", "\x93NUMPY", "PAR1", "state", "from,to", "chain,state", "1979-05-27", "2..1000000000x1000000000",
}

// Seeds adds texts to the corpus of a fuzz target, and every text with every token in its middle.
func Seeds(f *testing.F, texts ...string) {
	for _, text := range texts {
		f.Add(text)
		half := len(text) / 2
		for _, token := range tokens {
			f.Add(text[:half] + token + text[half:])
		}
	}
}
