package parquet_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"breadboard/grid/parquet/parquettest"
	"breadboard/grid/text/faulty"
)

var long = flag.Bool("long", false, "inject many more faults")

// mostAllocated is what may be allocated, in all, for a file of some kilobytes with a fault: a window
// of brotli of 16 MiB, and 8 MiB besides.
const mostAllocated = 24 << 20

// tally counts faults that were injected, those that failed, and those that were not noticed.
type tally struct{ injected, failed, unnoticed, most atomic.Int64 }

// inject reads a broken file. It fails if the reader panics, allocates more than it may, or says more
// than one line.
func (c *tally) inject(t *testing.T, what string, data []byte) {
	c.injected.Add(1)
	var fault any
	used := faulty.Bytes(func() {
		defer func() {
			if p := recover(); p != nil {
				fault = p
			}
		}()
		_, err := read(data)
		switch {
		case err == nil:
			c.unnoticed.Add(1)
		case strings.Contains(err.Error(), "\n"):
			fault = fmt.Sprintf("an error of several lines: %q", err)
		case !strings.Contains(err.Error(), "would do"):
			fault = fmt.Sprintf("an error that says not what would do: %v", err)
		}
	})
	c.most.Store(max(c.most.Load(), int64(used)))
	if used > mostAllocated {
		fault = fmt.Sprintf("%d MiB allocated, up to %d MiB would do", used>>20, mostAllocated>>20)
	}
	if fault != nil {
		c.failed.Add(1)
		t.Errorf("%s: %v", what, fault)
	}
}

func (c *tally) report(t *testing.T, what string) {
	t.Logf("injected %d %s, %d failures (%d are read as if sound; at most %.1f MiB allocated)", c.injected.Load(), what,
		c.failed.Load(), c.unnoticed.Load(), float64(c.most.Load())/(1<<20))
}

// Every byte of every seed is changed: to two values, or with -long to all 255.
func TestEveryByte(t *testing.T) {
	var c tally
	for _, seed := range parquettest.Seeds(t, 12) {
		for at, was := range seed.Data {
			data := append([]byte(nil), seed.Data...)
			for step := 1; step < 256; step++ {
				if !*long && step != 1+at%13 && step != 255 {
					continue
				}
				data[at] = was + byte(step)
				c.inject(t, fmt.Sprintf("%s, byte %d = %#x", seed.Name, at, data[at]), data)
			}
		}
	}
	c.report(t, "changed bytes")
}

// Bytes that mean much are put everywhere, in the place of as many others and between them.
func TestSplices(t *testing.T) {
	var c tally
	for k, seed := range parquettest.Seeds(t, 12) {
		for at := range seed.Data {
			for i, with := range parquettest.Splices {
				if !*long && (at+i+k)%48 != 0 {
					continue
				}
				for _, cut := range []int{0, 1, len(with)} {
					data := parquettest.Spliced(seed.Data, at, cut, with)
					c.inject(t, fmt.Sprintf("%s, at %d for %d bytes %x", seed.Name, at, cut, with), data)
				}
			}
		}
	}
	c.report(t, "splices")
}

// A file may end anywhere, and what is after the cut may be lost in its middle.
func TestCut(t *testing.T) {
	var c tally
	for _, seed := range parquettest.Seeds(t, 12) {
		for at := range seed.Data {
			c.inject(t, fmt.Sprintf("%s, cut at %d", seed.Name, at), seed.Data[:at])
			for _, cut := range []int{1, 2, 8, 100} {
				if *long || (at+cut)%16 == 0 {
					data := parquettest.Spliced(seed.Data, at, cut, nil)
					c.inject(t, fmt.Sprintf("%s, %d bytes lost at %d", seed.Name, cut, at), data)
				}
			}
		}
	}
	c.report(t, "cuts")
}

// A source that fails at its nth read is what the error says, whichever n.
func TestSourceFails(t *testing.T) {
	injected, failures := 0, 0
	for _, seed := range parquettest.Seeds(t, 5000) {
		for n := 0; ; n++ {
			source := &failing{Reader: bytes.NewReader(seed.Data), left: n}
			err := eachOf(source, int64(len(seed.Data)), func(int, []int64) error { return nil })
			if !source.failed {
				break
			}
			if injected++; !errors.Is(err, errInjected) {
				failures++
				t.Errorf("%s, read %d fails: %v", seed.Name, n+1, err)
			}
		}
	}
	t.Logf("injected %d failing reads, %d failures", injected, failures)
}

var errInjected = errors.New("an injected failure")

// failing fails once it has been read so many times.
type failing struct {
	*bytes.Reader
	left   int
	failed bool
}

func (f *failing) ReadAt(p []byte, at int64) (int, error) {
	if f.failed = f.left == 0; f.failed {
		return 0, errInjected
	}
	f.left--
	return f.Reader.ReadAt(p, at)
}
