package parquet_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/must"
	"breadboard/grid/text/faulty"
)

// mostAllocated bounds all bytes that reading a file of some kilobytes with a fault may allocate. Brotli
// takes a window of 16 MiB, and the rest 8 MiB.
const mostAllocated = 24 << 20

// injections count faults, those among them that were not noticed, and the most that was allocated.
type injections struct {
	faulty.Tally
	unnoticed int
	most      uint64
}

// inject reads a broken file and counts it.
func (c *injections) inject(where string, data []byte) {
	var err, broken error
	used := faulty.Bytes(func() { err, broken = readBroken(data) })
	c.most = max(c.most, used)
	if err == nil {
		c.unnoticed++
	}
	if used > mostAllocated {
		broken = fmt.Errorf("%d MiB allocated, up to %d MiB would do", used>>20, mostAllocated>>20)
	}
	c.Count(where, broken)
}

// readBroken returns the error of reading a broken file, and what is wrong with that: the reader panics, or the
// error is longer than a line, or does not say what would do.
func readBroken(data []byte) (err, broken error) {
	defer func() {
		if p := recover(); p != nil {
			broken = fmt.Errorf("a panic: %v", p)
		}
	}()
	_, err = read(data)
	if err != nil && (strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "would do")) {
		broken = fmt.Errorf("its error is no line that says what would do: %q", err)
	}
	return err, broken
}

func (c *injections) report(t *testing.T) {
	t.Helper()
	c.Report(t)
	t.Logf("%d are read as if sound; at most %.1f MiB allocated", c.unnoticed, float64(c.most)/(1<<20))
}

// Every byte of every seed is changed to all 255 other values in the long form; in the short one every sixteenth byte
// is changed, to one value, and other bytes in the next seed.
func TestEveryByte(t *testing.T) {
	c := injections{Tally: faulty.Tally{What: "changed bytes"}}
	for k, seed := range seeds(t, 12) {
		for at, was := range seed.Data {
			data := append([]byte(nil), seed.Data...)
			for step := 1; step < 256; step++ {
				if (step+131*at+37*k)%faulty.Times(16*255, 1) != 0 {
					continue
				}
				data[at] = was + byte(step)
				c.inject(fmt.Sprintf("%s, byte %d = %#x", seed.Name, at, data[at]), data)
			}
		}
	}
	c.report(t)
}

// Bytes that mean much are put everywhere, in the place of as many others and between them.
func TestSplices(t *testing.T) {
	c := injections{Tally: faulty.Tally{What: "splices"}}
	for k, seed := range seeds(t, 12) {
		for at := range seed.Data {
			for i, with := range splices {
				if (at+i+k)%faulty.Times(400, 1) != 0 {
					continue
				}
				for _, cut := range []int{0, 1, len(with)} {
					data := spliced(seed.Data, at, cut, with)
					c.inject(fmt.Sprintf("%s, at %d for %d bytes %x", seed.Name, at, cut, with), data)
				}
			}
		}
	}
	c.report(t)
}

// A file may end anywhere, and what is after the cut may be lost in its middle.
func TestCut(t *testing.T) {
	c := injections{Tally: faulty.Tally{What: "cuts"}}
	for _, seed := range seeds(t, 12) {
		for at := 0; at < len(seed.Data); at += faulty.Times(11, 1) {
			c.inject(fmt.Sprintf("%s, cut at %d", seed.Name, at), seed.Data[:at])
			for _, cut := range []int{1, 2, 8, 100} {
				if (at+cut)%faulty.Times(16, 1) == 0 {
					data := spliced(seed.Data, at, cut, nil)
					c.inject(fmt.Sprintf("%s, %d bytes lost at %d", seed.Name, cut, at), data)
				}
			}
		}
	}
	c.report(t)
}

// A source that fails at its nth read is what the error says, whichever n.
func TestSourceFails(t *testing.T) {
	reads := faulty.Tally{What: "failing reads"}
	for _, seed := range seeds(t, 2100) {
		for n := 0; ; n++ {
			source := &failing{Reader: bytes.NewReader(seed.Data), left: n}
			err := eachOf(source, int64(len(seed.Data)), func(int, []int64) error { return nil })
			if !source.failed {
				break
			}
			var wrong error
			if !errors.Is(err, errInjected) {
				wrong = fmt.Errorf("the error is %v", err)
			}
			reads.Count(fmt.Sprintf("%s, read %d", seed.Name, n+1), wrong)
		}
	}
	reads.Report(t)
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

// Rows that take no bytes take no memory: a million of them in one run.
func TestReadManyRows(t *testing.T) {
	const rows = 1 << 20
	run := append(binary.AppendUvarint([]byte{1}, rows<<1), 0) // places of one bit, all 0
	data := paged(t, format.Uncompressed, rows, dictionaryPage(1, 8, []byte{7, 0, 0, 0, 0, 0, 0, 0}),
		dataPage(rows, format.RLEDictionary, len(run), run))
	seen, sevens := 0, 0
	used := faulty.Bytes(func() {
		if err := each(data, func(row int, numbers []int64) error {
			seen = row
			if numbers[0] == 7 {
				sevens++
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
	if seen != rows || sevens != rows {
		t.Errorf("%d rows, of which %d are 7, want %d", seen, sevens, rows)
	}
	if used > 1<<20 {
		t.Errorf("%d bytes were allocated for %d rows in %d bytes; 1 MiB would do", used, rows, len(data))
	}
}

// The library's own reader fails the law that is held here: it believes a page that claims 40 MiB.
func TestGeneralReaderFails(t *testing.T) {
	data := paged(t, format.Snappy, 8, dataPage(8, format.Plain, 40<<20, make([]byte, 64)))
	used := faulty.Bytes(func() {
		f := must.Have(pq.OpenFile(bytes.NewReader(data), int64(len(data)), pq.SkipPageIndex(true)))(t)
		pages := f.RowGroups()[0].ColumnChunks()[0].Pages()
		must.Refuse(pages.ReadPage())(t, "", "the page is read")
	})
	if used <= mostAllocated {
		t.Errorf("it allocates %d bytes, want more than %d, which is the law", used, mostAllocated)
	}
	if used := faulty.Bytes(func() { _, _ = read(data) }); used > 1<<20 {
		t.Errorf("here %d bytes are allocated; 1 MiB would do", used)
	}
}

// The fuzzer breaks a sound file of every codec by putting bytes in the place of others, or takes any
// bytes as a file. Whatever comes, an error is one line, and memory is bounded.
func FuzzRead(f *testing.F) {
	sound := seeds(f, 12)
	for k := range sound {
		with := splices[k%len(splices)]
		f.Add(uint8(k), uint16(4+k%8), uint8(1), with, uint16(700+k), uint8(len(with)), with)
	}
	f.Add(uint8(255), uint16(0), uint8(0), []byte("PAR1"), uint16(0), uint8(0), []byte(nil))
	f.Add(uint8(255), uint16(0), uint8(0), bomb(f), uint16(0), uint8(0), []byte(nil))
	f.Fuzz(func(t *testing.T, seed uint8, at uint16, cut uint8, with []byte, at2 uint16, cut2 uint8, with2 []byte) {
		in := with
		if int(seed) < len(sound) {
			in = spliced(sound[seed].Data, int(at), int(cut), with)
			in = spliced(in, int(at2), int(cut2), with2)
		}
		if len(in) > 64<<10 {
			return
		}
		var err error
		used := faulty.Bytes(func() { err = each(in, func(int, []int64) error { return nil }) })
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("its error is no line: %q", err)
		}
		if used > mostAllocated {
			t.Fatalf("%d MiB were allocated for %d bytes; %d MiB would do", used>>20, len(in), mostAllocated>>20)
		}
	})
}
