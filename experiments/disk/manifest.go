package disk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"breadboard/grid/text"
)

// Names of the files that are this package's own. They begin alike.
const (
	ownPrefix    = ".breadboard-"
	manifestName = ownPrefix + "manifest.json"
	partPrefix   = ownPrefix + "part-"
	pendingName  = ownPrefix + "pending.json" // of earlier versions, which put a whole set into its places by it
)

// A record is the manifest: it says what was written into a directory.
type record struct {
	Format int     `json:"format"`
	Files  []entry `json:"files"`
	Stale  []entry `json:"stale,omitempty"` // of earlier versions of the program
	// Unfinished says that the files are being put into their places.
	Unfinished bool   `json:"unfinished,omitempty"`
	Check      string `json:"check"` // SHA-256 of the record without it
}

// An entry is a file with its content's size and SHA-256.
type entry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	Part   string `json:"part,omitempty"` // the content's name until it is renamed; earlier versions kept it
	Was    string `json:"was,omitempty"`  // SHA-256 of what of the program's it replaces, until all files are in place
}

// is reports whether a file in this state holds what the program wrote: last, or before that if it was stopped.
func (e entry) is(state string) bool { return state != "" && (state == e.SHA256 || state == e.Was) }

const (
	recordFormat = 1
	mostRecorded = 16 << 20 // bytes; a file has some 300, and a directory of 50,000 files is none of ours
)

// encode returns the record as it is written.
func (r record) encode() []byte {
	r.Format, r.Check = recordFormat, ""
	sum := sha256.Sum256(mustMarshal(r))
	r.Check = hex.EncodeToString(sum[:])
	return mustMarshal(r)
}

func mustMarshal(r record) []byte {
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		panic("disk: " + err.Error()) // unreachable: it has strings and numbers alone
	}
	return append(data, '\n')
}

// decode reads what encode returned, byte for byte, with names of files in one directory alone.
// Anyone may have written the data.
func decode(data []byte) (r record, err error) {
	if json.Unmarshal(data, &r) != nil || !bytes.Equal(r.encode(), data) {
		return record{}, errors.New("it is not as this program wrote it")
	}
	seen := map[string]bool{"": true}
	for _, e := range append(r.Files[:len(r.Files):len(r.Files)], r.Stale...) {
		if seen[e.Name] || e.Part != "" && seen[e.Part] {
			return record{}, fmt.Errorf("it names %q twice, or its part", e.Name)
		}
		seen[e.Name], seen[e.Part] = true, true
		if !plainName(e.Name) || e.Part != "" && !isPart(e.Part) {
			return record{}, fmt.Errorf("it names %q, which is no file of the directory", e.Name+e.Part)
		}
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

// entry returns the record's entry of this name.
func (r record) entry(name string) (entry, bool) {
	for _, e := range r.Files {
		if e.Name == name {
			return e, true
		}
	}
	return entry{}, false
}

// manifest reads the directory's manifest, which is empty if there is none.
func (f folder) manifest() (r record, err error) {
	mode, there := f.has[manifestName]
	path := f.path(manifestName)
	if !there {
		return record{}, nil
	}
	if !mode.IsRegular() { // to open a pipe would wait for a writer
		return record{}, &BadRecord{path, errors.New("it is not a file")}
	}
	file, err := f.disk.Open(path)
	if err != nil {
		return record{}, fmt.Errorf("%s: %w", path, err)
	}
	data, err := text.ReadBytes(file, mostRecorded)
	err = errors.Join(err, file.Close())
	if errors.As(err, new(*text.TooLong)) {
		return record{}, &BadRecord{path, fmt.Errorf("it is %w", err)}
	}
	if err != nil {
		return record{}, fmt.Errorf("%s: %w", path, err)
	}
	if r, err = decode(data); err != nil {
		return record{}, &BadRecord{path, err}
	}
	if !r.Unfinished { // earlier versions kept what was replaced
		for i := range r.Files {
			r.Files[i].Was = ""
		}
	}
	return r, nil
}

// list puts a manifest into its place. The parts have lasting names before, and the manifest has before any of them is
// renamed: after a power cut no file is new that it does not know.
func (f folder) list(r record) error {
	e, err := writePart(f.disk, f.dir, func(w io.Writer) error { _, err := w.Write(r.encode()); return err })
	if err == nil {
		err = f.disk.Rename(f.path(e.Part), f.path(manifestName))
	}
	if err != nil {
		if e.Part != "" {
			_ = f.disk.Remove(f.path(e.Part))
		}
		return err
	}
	return f.disk.SyncDir(f.dir)
}

// Unfinished reports whether a command was stopped while it put the files of a set into their places, so that some
// may be of the set before. A command that is still at it was not stopped.
func Unfinished(d Disk, dir string) (bool, error) {
	if lock, err := d.Open(dir); err == nil {
		defer lock.Close()
		if errors.Is(lock.Lock(), ErrBusy) {
			return false, nil
		}
	}
	f, err := look(d, dir)
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

// A folder is a directory whose files are compared and renamed.
type folder struct {
	disk Disk
	dir  string
	has  map[string]fs.FileMode // by name, and only the type
}

// look lists the directory.
func look(d Disk, dir string) (folder, error) {
	entries, err := d.ReadDir(dir)
	if err != nil {
		return folder{}, fmt.Errorf("%s: %w", dir, err)
	}
	f := folder{d, dir, map[string]fs.FileMode{}}
	for _, e := range entries {
		f.has[e.Name()] = e.Type()
	}
	return f, nil
}

func (f folder) path(name string) string { return filepath.Join(f.dir, name) }

// regular reports whether there is a file of this name, which is no symlink, directory or device.
func (f folder) regular(name string) bool {
	mode, there := f.has[name]
	return there && mode.IsRegular()
}

// leadsElsewhere reports whether a symlink leads to what is no file: a directory, or a pipe as /dev/stdout does.
func (f folder) leadsElsewhere(name string) bool {
	info, err := f.disk.Stat(f.path(name))
	return err == nil && !info.Mode().IsRegular()
}

// state names what a rename would replace: by the SHA-256 of a file, by "symlink", or by nothing if there
// is nothing of this name.
func (f folder) state(name string) (string, error) {
	switch mode, there := f.has[name]; {
	case !there:
		return "", nil
	case mode&fs.ModeSymlink != 0:
		return "symlink", nil
	case !mode.IsRegular():
		return "no file", nil
	}
	return f.sum(name)
}

// sum returns the SHA-256 of a file.
func (f folder) sum(name string) (string, error) {
	file, err := f.disk.Open(f.path(name))
	if err != nil {
		return "", f.named(name, err)
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", f.named(name, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// named puts the file's path before the error; nil stays nil.
func (f folder) named(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", f.path(name), err)
}

// removeLeftovers removes the parts that killed processes have left.
func (f folder) removeLeftovers() error {
	for name := range f.has {
		if isPart(name) && f.regular(name) {
			if err := ignoreMissing(f.disk.Remove(f.path(name))); err != nil {
				return f.named(name, err)
			}
		}
	}
	return nil
}
