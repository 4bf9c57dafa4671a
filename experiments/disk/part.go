package disk

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// writePart writes a content under a new name of a part, and waits until the disk has it. The entry
// has the part's name with an error too, if there is a file to remove.
func writePart(d Disk, dir string, write func(io.Writer) error) (e entry, err error) {
	name, f, err := newPart(d, dir)
	if err != nil {
		return entry{}, err
	}
	hash, size := sha256.New(), counter(0)
	out := bufio.NewWriter(f)
	err = write(io.MultiWriter(out, hash, &size))
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	return entry{Part: name, Size: int64(size), SHA256: hex.EncodeToString(hash.Sum(nil))}, err
}

// newPart makes a file of the first free name of a part.
func newPart(d Disk, dir string) (name string, f File, err error) {
	for i := 1; ; i++ {
		name = partPrefix + strconv.Itoa(i)
		f, err = d.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL)
		if !errors.Is(err, fs.ErrExist) {
			return name, f, err
		}
	}
}

// A counter counts the bytes that are written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// MakeDir makes the directory if it is missing, and tests that files can be written to
// it. It leaves no file there. Call it before any work, so that hours of work do not
// end at a directory that cannot be written.
func MakeDir(d Disk, dir string) error {
	err := makeAll(d, dir)
	if err == nil {
		var name string
		var f File
		if name, f, err = newPart(d, dir); err == nil {
			err = errors.Join(f.Close(), ignoreMissing(d.Remove(filepath.Join(dir, name))))
		}
	}
	if err != nil && !errors.As(err, new(worded)) {
		err = fmt.Errorf("%w; a directory that can be written would do", err)
	}
	return err
}

// makeAll makes a directory and those above it, and waits until the disk has their names.
func makeAll(d Disk, dir string) error {
	var above []string // of missing directories
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := d.Stat(at); !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			break
		}
		above = append(above, filepath.Dir(at))
	}
	err := d.MkdirAll(dir)
	for _, at := range above {
		err = errors.Join(err, d.SyncDir(at))
	}
	return err
}

// ignoreMissing is err unless the file was removed by another process.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
