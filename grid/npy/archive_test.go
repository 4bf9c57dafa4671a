package npy

import (
	"archive/zip"
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"strings"
	"testing"
)

// archive returns a .npz file: stored as numpy.savez does, or packed as numpy.savez_compressed.
func archive(t testing.TB, method uint16, files ...string) *bytes.Reader {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i, name := range files {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		values := []float64{float64(i), 1, 2, 3}
		if _, err := f.Write(saved(1, square, little, values)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

func TestReadArchive(t *testing.T) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		one := archive(t, method, "arr_0.npy")
		got, err := ReadArchive(one, one.Size(), "", Most(4))
		same(t, "the only array", got, err, []int{2, 2}, []float64{0, 1, 2, 3})
		two := archive(t, method, "a.npy", "b.npy")
		got, err = ReadArchive(two, two.Size(), "b", Most(4))
		same(t, "an array by its name", got, err, []int{2, 2}, []float64{1, 1, 2, 3})
	}
}

func TestReadArchiveRefuses(t *testing.T) {
	two := archive(t, zip.Store, "a.npy", "b.npy")
	for _, c := range []struct {
		in           io.ReaderAt
		size         int64
		member, says string
	}{
		{two, two.Size(), "", `the archive has the arrays "a", "b"; the name of one after a colon, as in file.npz:a`},
		{two, two.Size(), "c", `the archive has no array "c"; "a", "b" would do`},
		{two, two.Size() - 30, "a", "a whole archive"},
		{archive(t, zip.Store, "a.npy", "b.npy", "a.npy"), archive(t, zip.Store, "a.npy", "b.npy", "a.npy").Size(), "a",
			`the archive has two arrays "a"; one of each name would do`},
		{archive(t, zip.Store, "notes.txt"), archive(t, zip.Store, "notes.txt").Size(), "", "no arrays in the archive"},
	} {
		if _, err := ReadArchive(c.in, c.size, c.member, Most(4)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("the error is %v, want %s", err, c.says)
		}
	}
	if _, err := ReadArchive(two, two.Size(), "a", Most(3)); err == nil || !strings.Contains(err.Error(), "up to 3") {
		t.Errorf("an array that is too large: %v", err)
	}
}

// An array whose checksum is another, be it 0, is refused once its end is reached: whoever reads all of it has the
// checksum's word.
func TestArchiveChecksum(t *testing.T) {
	data := saved(1, square, little, []float64{0, 1, 2, 3})
	sum := crc32.ChecksumIEEE(data)
	for _, claimed := range []uint32{sum, sum + 1, 0, 1<<32 - 1} {
		var file bytes.Buffer
		w := zip.NewWriter(&file)
		f, err := w.CreateRaw(&zip.FileHeader{Name: "a.npy", CRC32: claimed, CompressedSize64: uint64(len(data)),
			UncompressedSize64: uint64(len(data))})
		if err == nil {
			_, err = f.Write(data)
		}
		if err := errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		in := bytes.NewReader(file.Bytes())
		got, err := ReadArchive(in, in.Size(), "a", Most(4))
		switch {
		case claimed == sum:
			same(t, "the right checksum", got, err, []int{2, 2}, []float64{0, 1, 2, 3})
		case err == nil || !strings.Contains(err.Error(), "checksum error; a whole file would do"):
			t.Errorf("the checksum %08x for %08x: the error is %v", claimed, sum, err)
		}
	}
}

func TestMember(t *testing.T) {
	for spec, want := range map[string][2]string{
		"dir/f.npz:beta": {"dir/f.npz", "beta"}, "f.npz": {"f.npz", ""}, "C:/f.csv": {"C:/f.csv", ""},
	} {
		if path, member := Member(spec); [2]string{path, member} != want {
			t.Errorf("%s is %q of %q, want %q of %q", spec, member, path, want[1], want[0])
		}
	}
}
