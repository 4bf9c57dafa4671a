// Package faulty runs a reader on sources that go wrong, in the manner of SQLite: the source fails at its
// first read, then at its second, and so on until the reader needs no more of them; or the text ends at any
// of its places, or comes byte by byte, or never ends. It is for tests alone.
//
// A reader must return what it read, whole, or an error of one line that names the file; and it must not
// panic. Bytes measures how much memory it takes for that. Seeds and Within are for fuzz targets.
//
// A Tally counts the faults of any test. With the environment variable
// BREADBOARD_LONG=faults it injects more: BREADBOARD_LONG=faults go test ./grid/parquet.
package faulty

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
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

// long says that tests inject many more faults, some for an hour: the environment variable BREADBOARD_LONG is "faults".
var long = os.Getenv("BREADBOARD_LONG") == "faults"

// Times returns how often to do a thing: more often in the long form.
func Times(short, longer int) int {
	if long {
		return longer
	}
	return short
}

// OnlyLong skips a test that is made in the long form alone, and says why.
func OnlyLong(t *testing.T, why string) {
	t.Helper()
	if !long {
		t.Skip(why)
	}
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

// Bits counts every bit of data that is another, and every end that is missing. try returns the law that one
// of them breaks.
func (c *Tally) Bits(data []byte, try func(changed []byte) error) {
	for i := range 8 * len(data) {
		changed := bytes.Clone(data)
		changed[i/8] ^= 1 << (i % 8)
		c.Count(fmt.Sprintf("bit %d of byte %d", i%8, i/8), try(changed))
	}
	for n := range data {
		c.Count(fmt.Sprintf("the first %d bytes", n), try(data[:n]))
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

// Within lets a reader read a text of so many bytes, and fails if it takes more memory than 1000 times as much, and
// 8 MiB for buffers, also those of the fuzz engine itself: a reader may not believe a number that promises more.
func Within(t *testing.T, size int, read func()) {
	t.Helper()
	if used, most := Bytes(read), uint64(size)*1000+8<<20; used > most {
		t.Fatalf("a text of %d bytes took %d bytes of memory, want %d at most", size, used, most)
	}
}

// Bytes is the memory in bytes that is allocated while f runs, whether or not it is freed again. Other goroutines
// count too. What was allocated before does not: runtime/metrics may count it late, and runtime.ReadMemStats does not.
func Bytes(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
