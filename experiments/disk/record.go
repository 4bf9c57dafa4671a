package disk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"breadboard/grid/text"
)

// Names of the files that are this package's own. They begin alike.
const (
	ownPrefix    = ".breadboard-"
	manifestName = ownPrefix + "manifest.json"
	pendingName  = ownPrefix + "pending.json"
	partPrefix   = ownPrefix + "part-"
)

// A record lists files of a directory. As the manifest it says what was written there. As the pending
// record it says what to do so that it becomes the manifest.
type record struct {
	Format int     `json:"format"`
	Files  []entry `json:"files"`
	Stale  []entry `json:"stale,omitempty"` // to be removed, if they are still as they were
	Check  string  `json:"check"`           // SHA-256 of the record without it
}

// An entry is a file with its content's size and SHA-256. What a set replaces has the rest too.
type entry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	Part   string `json:"part,omitempty"` // the content's name until it is renamed
	Was    string `json:"was,omitempty"`  // SHA-256 of what the file held before; empty: there was none
}

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

// readRecord reads the record of this name; there is false if there is none.
func readRecord(d Disk, dir, name string) (r record, there bool, err error) {
	path := filepath.Join(dir, name)
	info, err := d.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return record{}, false, nil
	}
	if err == nil && !info.Mode().IsRegular() { // to open a pipe would wait for a writer
		return record{}, true, &BadRecord{path, errors.New("it is not a file")}
	}
	var f File
	if err == nil {
		f, err = d.Open(path)
	}
	if err == nil {
		var data []byte
		data, err = text.ReadBytes(f, mostRecorded)
		err = errors.Join(err, f.Close())
		if errors.As(err, new(*text.TooLong)) {
			return record{}, true, &BadRecord{path, fmt.Errorf("it is %w", err)}
		}
		if err == nil {
			if r, err = decode(data); err != nil {
				err = &BadRecord{path, err}
			}
			return r, true, err
		}
	}
	return record{}, true, fmt.Errorf("%s: %w", path, err)
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
