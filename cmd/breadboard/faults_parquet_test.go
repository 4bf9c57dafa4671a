//go:build unix

package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/parquet/parquettest"
	"breadboard/grid/text/faulty"
)

// bomb returns an archive with an array of zeros that claims a shape and has n entries of a byte, of which a
// thousand take one.
func bomb(t *testing.T, shape string, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("a.npy")
	if err == nil {
		_, err = f.Write(npyHead("|i1", shape))
	}
	if err == nil {
		_, err = f.Write(make([]byte, n))
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// npyHead returns what is before the entries of an array.
func npyHead(descr, shape string) []byte {
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s}", descr, shape)
	return append([]byte{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, byte(len(head)), 0}, head...)
}

// faultyFiles are files that claim more than they have, or pack much into little: each by the flag that takes it, with
// what is said of it.
func faultyFiles(t *testing.T) map[string]struct {
	flag, says string
	data       []byte
} {
	type file = struct {
		flag, says string
		data       []byte
	}
	sound := parquettest.Seeds(t, 12)
	list := parquettest.Spliced(sound[0].Data, len(sound[0].Data)-9, 0, []byte{0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07})
	changed := bomb(t, "(4,)", 4)
	changed[bytes.Index(changed, []byte("a.npy"))+6] ^= 0x10 // the first packed byte but one
	return map[string]file{
		"bomb.parquet":   {"--moves", "would do", parquettest.Bomb(t)},
		"list.parquet":   {"--moves", "would do", list},
		"cut.parquet":    {"--moves", "a whole Parquet file would do", sound[1].Data[:500]},
		"many.npz":       {"--moves", "up to 134217728 entries would do", bomb(t, "(134217729,)", 1<<27+1)},
		"chains.npz":     {"--moves", "up to 1,048,576 chains would do", bomb(t, "(134217728, 1)", 1<<27)},
		"changed.npz":    {"--moves", "would do", changed},
		"claims.npz":     {"--moves", "the file ends at entry 5", bomb(t, "(134217728,)", 4)},
		"target.npz":     {"--target", "up to 33554432 entries would do", bomb(t, "(33554433,)", 1<<25+1)},
		"target.npz:a":   {"--target", "up to 33554432 entries would do", bomb(t, "(33554433,)", 1<<25+1)},
		"claims.npy":     {"--target", "the file ends at row 1, column 1", npyHead("<f8", "(4096, 8192)")},
		"matrix.npy":     {"--matrix", "the shape is (65536, 65536)", npyHead("<f8", "(65536, 65536)")},
		"claims-too.npy": {"--matrix", "the file ends at row 1, column 1", npyHead("<f8", "(49, 49)")},
	}
}

// twoGiB leaves the program 2 GiB of addresses, of which the Go runtime takes one for itself.
const twoGiB = "ulimit -v 2097152"

// No file takes the program down, or more than a gigabyte of memory: it is refused, in a sentence that names it and
// says what would do.
func TestFilesThatExplode(t *testing.T) {
	dir, explosives := t.TempDir(), faulty.Tally{What: "files that explode"}
	for name, f := range faultyFiles(t) {
		path, _, _ := strings.Cut(name, ":")
		if err := os.WriteFile(filepath.Join(dir, path), f.data, 0o644); err != nil {
			t.Fatal(err)
		}
		args := []string{"validate", f.flag, name, "--toy", "barrier"}
		if f.flag == "--target" {
			args = []string{"exact", f.flag, name}
		}
		r := inShell(t, dir, twoGiB, args...)
		line, more, _ := strings.Cut(r.stderr, "\n")
		var err error
		if r.code != 2 || more != "" || !strings.Contains(line, name+": ") || !strings.Contains(line, f.says) {
			err = fmt.Errorf("exit code %d and %.500q, want 2 and one line that says %s", r.code, r.stderr, f.says)
		}
		explosives.Count(name, err)
	}
	explosives.Report(t)
}

// A sound file of every codec is read within the same gigabyte.
func TestFilesOfEveryCodec(t *testing.T) {
	dir := t.TempDir()
	for i, seed := range parquettest.Seeds(t, 2000) {
		name := fmt.Sprint(i, ".parquet")
		if err := os.WriteFile(filepath.Join(dir, name), seed.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		if i%5 != i/10%5 { // one of each codec and version
			continue
		}
		r := inShell(t, dir, twoGiB, "validate", "--toy", "barrier", "--moves", name)
		if r.code != 1 || r.stderr != "breadboard: a law is broken\n" { // such moves are of no kernel
			t.Errorf("%s: exit code %d and %q, want a verdict", seed.Name, r.code, r.stderr)
		}
	}
}
