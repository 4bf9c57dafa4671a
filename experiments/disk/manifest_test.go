package disk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"breadboard/grid/must"
	"breadboard/grid/text/faulty"
)

// A manifest with any byte changed, or cut short, is none of ours: nothing is replaced for its sake. So
// is one that is well made and names a file outside, or one twice.
func TestManifestStrict(t *testing.T) {
	good := record{Files: []entry{{Name: "a", Size: 1, SHA256: "aa"},
		{Name: "b", Size: 2, SHA256: "bb", Was: "b"}}}.encode()
	if _, err := decode(good); err != nil {
		t.Fatal(err)
	}
	tally := faulty.Tally{What: "changes of a manifest"}
	dice := rand.New(rand.NewPCG(1, 2))
	for range 300 {
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
		var broken error
		if _, err := decode(data); err == nil {
			broken = errors.New("it is believed")
		}
		tally.Count(string(data), broken)
	}
	tally.Report(t)
	for _, names := range [][]string{{"../precious"}, {"/precious"}, {"."}, {""}, {".."}, {"x/../../precious"},
		{".breadboard-manifest.json"}, {"a", "a"}} {
		var r record
		for _, name := range names {
			r.Files = append(r.Files, entry{Name: name})
		}
		must.Refuse(decode(r.encode()))(t, "", "a manifest of %q is believed", names)
	}
}

// A bad manifest is refused without Force, and begun anew with it.
func TestManifestBad(t *testing.T) {
	s := Set{Disk: System, Dir: t.TempDir()}
	must.Do(t, os.WriteFile(filepath.Join(s.Dir, manifestName), []byte("{}"), 0o644))
	err := s.Check(t.Context())
	if !errors.As(err, new(*BadRecord)) || !strings.Contains(err.Error(), "not as this program wrote it") {
		t.Error(err)
	}
	s.Force = true
	if err := s.Check(t.Context()); err != nil {
		t.Errorf("with Force: %v", err)
	}
}

// An error of the system that a user can meet is a sentence that says what would do, and still is what
// it was. A file system that has no such call is no fault.
func TestInWords(t *testing.T) {
	for _, errno := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS, syscall.EIO} {
		err := inWords(&os.PathError{Op: "write", Path: "rows.csv", Err: errno})
		if !errors.Is(err, errno) {
			t.Errorf("%v: the error is %v", errno, err)
		}
		if says := err.Error(); !strings.HasSuffix(says, "would do") || strings.Contains(says, "rows.csv") {
			t.Errorf("%v: the error is %q", errno, says)
		}
	}
	for _, errno := range []error{syscall.EINVAL, syscall.ENOSYS, fmt.Errorf("x: %w", syscall.EINVAL)} {
		if err := unlessUnable(errno); err != nil {
			t.Errorf("%v: %v", errno, err)
		}
	}
	if unlessUnable(syscall.ENOSPC) == nil || inWords(nil) != nil {
		t.Error("a full disk is no fault, or no error has become one")
	}
}

// A set that was stopped is finished by the next one, if its file is the same in both.
func TestFinishesAnother(t *testing.T) {
	dir := t.TempDir()
	sum := sha256.Sum256([]byte("x"))
	x := entry{Name: "a", Size: 1, SHA256: hex.EncodeToString(sum[:]), Was: hex.EncodeToString(sum[:])}
	s := Set{Disk: System, Dir: dir}
	b := []Content{{Name: "b", Write: func(w io.Writer) error { _, err := io.WriteString(w, "y"); return err }}}
	old := record{Files: []entry{x}, Unfinished: true}
	for name, data := range map[string][]byte{"a": []byte("x"), manifestName: old.encode()} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), data, 0o644))
	}
	must.Do(t, s.Write(t.Context(), b))
	if unfinished, err := Unfinished(System, dir); unfinished || err != nil {
		t.Errorf("the set is unfinished: %v, error %v", unfinished, err)
	}
}
