package disk_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments/disk"
	"breadboard/grid/text/faulty"
)

// A manifest with any byte changed, or cut short, is none of ours: nothing is replaced for its sake. So
// is one that is well made and names a file outside.
func TestManifestStrict(t *testing.T) {
	dir, s := folderOf(t, nil)
	written(t, s, tree{"a": "a", "b": "b"})
	path := filepath.Join(dir, ".breadboard-manifest.json")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tally, dice := faulty.Tally{What: "changes of a manifest"}, rand.New(rand.NewPCG(1, 2))
	for range faulty.Times(300, 20_000) {
		data := bytes.Clone(good)
		switch at := dice.IntN(len(data)); dice.IntN(3) {
		case 0:
			data[at] ^= 1 << dice.IntN(8)
		case 1:
			data = data[:at]
		case 2:
			data = append(data[:at], good[dice.IntN(len(good)):]...)
		}
		if bytes.Equal(data, good) {
			continue
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var broken error
		if err := s.Check(t.Context(), "a"); !errors.As(err, new(*disk.BadRecord)) {
			broken = errors.New("it is believed")
		}
		tally.Count(string(data), broken)
	}
	tally.Report(t)
	s.Force = true
	written(t, s, tree{"a": "new"})
	holds(t, dir, tree{"a": "new", "b": "b"})
}

// A pending record is a stranger's, too: what it names outside the directory stays, and so does a file that
// is not as the record has it.
func TestPendingOfStranger(t *testing.T) {
	out, _ := folderOf(t, tree{"precious": "mine"})
	dir := filepath.Join(out, "in")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	pending := filepath.Join(dir, ".breadboard-pending.json")
	for _, name := range []string{"../precious", filepath.Join(out, "precious"), ".", "", "..", "x/../../precious",
		".breadboard-manifest.json"} {
		for _, data := range [][]byte{disk.Pending(name, ".breadboard-part-1", "x"), disk.Pending("a", name, "x"),
			disk.Pending("a", "precious", "mine")} {
			if err := os.WriteFile(filepath.Join(dir, ".breadboard-part-1"), []byte("x"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(pending, data, 0o644); err != nil {
				t.Fatal(err)
			}
			err := disk.Finish(t.Context(), disk.System, dir)
			if name != "" && !errors.As(err, new(*disk.BadRecord)) {
				t.Errorf("%q: %v", name, err)
			}
			got, err := os.ReadFile(filepath.Join(out, "precious"))
			if err != nil || string(got) != "mine" {
				t.Errorf("%q: the file outside holds %q, %v", name, got, err)
			}
		}
	}
	if err := os.WriteFile(pending, disk.Pending("a", ".breadboard-part-1", "x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("a user's, since"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := disk.Finish(t.Context(), disk.System, dir); err != nil {
		t.Errorf("a pending record: %v", err)
	}
	holds(t, dir, tree{"a": "a user's, since"})
}

// A record is read within a bound, which its error names.
func TestRecordBound(t *testing.T) {
	dir, s := folderOf(t, tree{".breadboard-manifest.json": strings.Repeat(" ", 17<<20)})
	err := s.Check(t.Context())
	if !errors.As(err, new(*disk.BadRecord)) || !strings.Contains(err.Error(), "16 MiB") {
		t.Errorf("a manifest of 17 MiB: %v", err)
	}
	holds(t, dir, tree{})
}

// A record that names a file twice is none of the program's.
func TestPendingTwice(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".breadboard-pending.json"), disk.Doubled("a", ".breadboard-part-1"),
		0o644); err != nil {
		t.Fatal(err)
	}
	if err := disk.Finish(t.Context(), disk.System, dir); !errors.As(err, new(*disk.BadRecord)) {
		t.Errorf("the error is %v", err)
	}
}
