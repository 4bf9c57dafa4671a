package npy

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"breadboard/grid/text/faulty"
)

// zeros are n bytes.
type zeros int

func (z *zeros) Read(p []byte) (int, error) {
	if *z == 0 {
		return 0, io.EOF
	}
	n := min(len(p), int(*z))
	clear(p[:n])
	*z -= zeros(n)
	return n, nil
}

// packed returns an archive with an array of n zeros, of which 1,000 take a byte.
func packed(t *testing.T, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("a.npy")
	if err == nil {
		head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d,)}", n)
		_, err = f.Write(saved(1, head, little, []float64{}))
	}
	left := zeros(8 * n)
	if err == nil {
		_, err = io.Copy(f, &left)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Each keeps nothing, however much comes out of a few bytes. Read has room for the entries that came,
// and at most as many again.
func TestEachKeepsNothing(t *testing.T) {
	const n = 1 << 21 // 16 MiB
	data := packed(t, n)
	open := func() io.ReadCloser {
		in, err := OpenArchive(bytes.NewReader(data), int64(len(data)), "a")
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	seen := 0
	if used := faulty.Bytes(func() {
		if err := Each(open(), Most(n), func(int, float64) error { seen++; return nil }); err != nil || seen != n {
			t.Errorf("%d entries and the error %v, want %d", seen, err, n)
		}
	}); used > 1<<20 {
		t.Errorf("Each allocates %d bytes for %d bytes of file; 1 MiB would do", used, len(data))
	}
	if used := faulty.Bytes(func() {
		if a, err := Read(open(), Most(n)); err != nil || len(a.Values) != n || cap(a.Values) != n {
			t.Errorf("%d entries in room for %d and the error %v, want %d", len(a.Values), cap(a.Values), err, n)
		}
	}); used > 2*8*n+1<<20 {
		t.Errorf("Read allocates %d bytes for %d bytes; twice as much would do", used, 8*n)
	}
	if used := faulty.Bytes(func() {
		if _, err := Read(open(), Most(n-1)); err == nil {
			t.Error("an array with an entry too many is read")
		}
	}); used > 1<<20 {
		t.Errorf("%d bytes are allocated for an array that is refused; 1 MiB would do", used)
	}
}

// A shape is not believed: a short file that claims much takes little.
func TestReadClaims(t *testing.T) {
	short := saved(1, "{'descr': '<f8', 'fortran_order': True, 'shape': (16384, 8192)}", little, make([]float64, 10))
	if used := faulty.Bytes(func() {
		_, err := Read(bytes.NewReader(short), Most(1<<27))
		if err == nil || !strings.Contains(err.Error(), "the file ends at") {
			t.Errorf("the error is %v, want one that says where the file ends", err)
		}
	}); used > 1<<20 {
		t.Errorf("%d bytes are allocated; 1 MiB would do", used)
	}
	deep := saved(1, "{'descr': '<f8', 'fortran_order': True, 'shape': (2,"+strings.Repeat("1,", 64)+")}", little,
		make([]float64, 2))
	_, err := Read(bytes.NewReader(deep), Most(2))
	if err == nil || !strings.Contains(err.Error(), "has 65 axes; up to 64") {
		t.Errorf("65 axes: %v", err)
	}
}

// An archive's directory is read to 1 MiB, however many names it has.
func TestReadArchiveOfManyNames(t *testing.T) {
	names := make([]string, 30_000)
	for i := range names {
		names[i] = fmt.Sprint(i, ".npy")
	}
	in := archive(t, zip.Store, names...)
	_, err := ReadArchive(in, in.Size(), "", Most(4))
	if err == nil || !strings.Contains(err.Error(), "longer than 1 MiB") {
		t.Errorf("the error is %v, want one of a directory longer than 1 MiB", err)
	}
}

// Every byte of an archive is changed: it is refused, or what is read is what was there.
func TestReadArchiveChanged(t *testing.T) {
	changes := faulty.Tally{What: "changed bytes of an archive"}
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		sound := archive(t, method, "a.npy")
		data := make([]byte, sound.Size())
		if _, err := sound.ReadAt(data, 0); err != nil {
			t.Fatal(err)
		}
		for at := range data {
			for _, step := range []byte{1, 0x80, 0xff} {
				data[at] += step
				var a Array
				var err error
				used := faulty.Bytes(func() { a, err = ReadArchive(bytes.NewReader(data), sound.Size(), "", Most(4)) })
				var wrong error
				if used > 1<<20 || err == nil && fmt.Sprint(a) != "{[2 2] [0 1 2 3]}" {
					wrong = fmt.Errorf("%v, %v with %d bytes", a, err, used)
				}
				changes.Count(fmt.Sprintf("method %d, byte %d + %d", method, at, step), wrong)
				data[at] -= step
			}
		}
	}
	changes.Report(t)
}

// A source that fails, or ends, is an error.
func TestReadFaulty(t *testing.T) {
	faulty.Test(t, byHand, func(r io.Reader, name string) (Array, error) {
		a, err := Read(r, Most(4))
		if err != nil {
			return Array{}, fmt.Errorf("%s: %w", name, err)
		}
		return a, nil
	}, nil)
}

// Bytes are put anywhere in an archive, in the place of others: memory is bounded, and an error is one line.
func FuzzReadArchive(f *testing.F) {
	var data [][]byte
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		in := archive(f, method, "a.npy", "b.npy")
		all := make([]byte, in.Size())
		if _, err := in.ReadAt(all, 0); err != nil {
			f.Fatal(err)
		}
		data = append(data, all)
		f.Add(method == zip.Store, uint16(len(all)-12), []byte{0xff, 0xff, 0xff, 0xff}) // entries of the directory
		f.Add(method == zip.Store, uint16(18), []byte{0xff, 0xff, 0xff, 0x7f})
	}
	f.Fuzz(func(t *testing.T, first bool, at uint16, with []byte) {
		in := bytes.Clone(data[0])
		if !first {
			in = bytes.Clone(data[1])
		}
		copy(in[min(int(at), len(in)):], with)
		var err error
		used := faulty.Bytes(func() { _, err = ReadArchive(bytes.NewReader(in), int64(len(in)), "b", Most(100)) })
		if used > 1<<20 {
			t.Fatalf("%d bytes are allocated; 1 MiB would do", used)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("the error is more than a line: %q", err)
		}
	})
}
