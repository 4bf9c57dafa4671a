package disk

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Names of the files that are this package's own. They begin alike.
const (
	ownPrefix    = ".breadboard-"
	manifestName = ownPrefix + "manifest.json"
	partPrefix   = ownPrefix + "part-"
)

// A record is the manifest: it says what was written into a directory.
type record struct {
	Format int     `json:"format"`
	Files  []entry `json:"files"`
	// Unfinished says that the files are being put into their places.
	Unfinished bool   `json:"unfinished,omitempty"`
	Check      string `json:"check"` // SHA-256 of the record without it
}

// An entry is a file with its content's size and SHA-256.
type entry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	Part   string `json:"-"`             // the content's name until it is renamed
	Was    string `json:"was,omitempty"` // SHA-256 of what of the program's it replaces, until all files are in place
}

// is reports whether a file in this state holds what the program wrote: last, or before that if it was stopped.
func (e entry) is(state string) bool { return state != "" && (state == e.SHA256 || state == e.Was) }

const recordFormat = 1

func (r record) encode() []byte {
	written := func() []byte {
		data, err := json.MarshalIndent(r, "", " ")
		if err != nil {
			panic("disk: " + err.Error()) // unreachable: it has strings and numbers alone
		}
		return append(data, '\n')
	}
	r.Format, r.Check = recordFormat, ""
	r.Check = fmt.Sprintf("%x", sha256.Sum256(written()))
	return written()
}

// decode reads what encode returned, byte for byte, with names of files in one directory alone.
// Anyone may have written the data.
func decode(data []byte) (r record, err error) {
	if json.Unmarshal(data, &r) != nil || !bytes.Equal(r.encode(), data) {
		return record{}, errors.New("it is not as this program wrote it")
	}
	seen := map[string]bool{}
	for _, e := range r.Files {
		if seen[e.Name] || !plainName(e.Name) {
			return record{}, fmt.Errorf("it names %q, twice or as no file of the directory", e.Name)
		}
		seen[e.Name] = true
	}
	return r, nil
}

// plainName reports whether the name is of a file in a directory itself, and not of this package.
func plainName(name string) bool {
	return filepath.IsLocal(name) && filepath.Base(name) == name && name != "." && !strings.HasPrefix(name, ownPrefix)
}

// isPart reports whether the name is of a file that is being written.
func isPart(name string) bool {
	number, ok := strings.CutPrefix(name, partPrefix)
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

func (r record) entry(name string) *entry {
	if i := slices.IndexFunc(r.Files, func(e entry) bool { return e.Name == name }); i >= 0 {
		return &r.Files[i]
	}
	return nil
}

// manifest reads the directory's manifest. It is empty if there is none or, with Force, a bad one.
func (f folder) manifest() (r record, err error) {
	mode, there := f.has[manifestName]
	if !there {
		return record{}, nil
	}
	wrong := errors.New("it is not a file")
	if mode.IsRegular() { // to open a pipe would wait for a writer
		data, err := f.read(manifestName, io.ReadAll)
		if err != nil {
			return record{}, err
		}
		r, wrong = decode(data)
	}
	if wrong != nil && !f.Force {
		return record{}, &BadRecord{f.path(manifestName), wrong}
	}
	return r, nil
}

// list puts a manifest into its place. The parts have lasting names before, and the manifest has before any of them is
// renamed: after a power cut no file is new that it does not know.
func (f folder) list(r record) error {
	c := Content{manifestName, func(w io.Writer) error { _, err := w.Write(r.encode()); return err }}
	if err := f.replace(c, func(entry) error { return nil }); err != nil {
		return err
	}
	return f.Disk.SyncDir(f.Dir)
}

// Unfinished reports whether a command was stopped while it put the files of a set into their places, so that some
// may be of the set before. A command that is still at it was not stopped.
func Unfinished(d Disk, dir string) (bool, error) {
	if lock, err := d.OpenFile(dir, os.O_RDONLY); err == nil {
		defer lock.Close()
		if errors.Is(lock.Lock(false), ErrBusy) {
			return false, nil
		}
	}
	f, err := Set{Disk: d, Dir: dir}.look()
	if err != nil {
		return false, err
	}
	r, err := f.manifest()
	return r.Unfinished, err
}

// A BadRecord is the error of a directory with a file of this package's name that it did not write, or
// that has changed since.
type BadRecord struct {
	Path string
	Err  error
}

func (b *BadRecord) Error() string {
	return fmt.Sprintf("%s lists what was written there, and %v; removing it, or another directory, would do", b.Path,
		b.Err)
}
