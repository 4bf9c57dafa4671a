package system

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"breadboard/grid/text"
)

// partPrefix begins the name of a file that is being written.
const partPrefix = ".breadboard-part-"

// MakeDir makes the directory if it is missing, and tests that files can be written to
// it. It leaves no file there. Call it before any work, so that hours of work do not
// end at a directory that cannot be written.
func MakeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return text.Pathless(err)
	}
	f, err := os.CreateTemp(dir, partPrefix+"*")
	if err != nil {
		return text.Pathless(err)
	}
	// RemoveAll, since another process may have removed the file as a leftover.
	return text.Pathless(errors.Join(f.Close(), os.RemoveAll(f.Name())))
}

// A File has the name of a file and the function that writes its content. WriteAll
// takes every type with these two fields.
type File = struct {
	Name  string
	Write func(io.Writer) error
}

// WriteAll puts the files into a directory, all of them or none. If one cannot be
// written, or ctx ends, the directory is as it was before.
func WriteAll[F ~File](ctx context.Context, dir string, files []F) error {
	var parts []string
	defer func() {
		for _, part := range parts {
			_ = os.Remove(part) // does nothing to those that were renamed
		}
	}()
	for _, file := range files {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		f := File(file)
		part, err := writePart(dir, f.Write)
		if part != "" {
			parts = append(parts, part)
		}
		if err != nil {
			return fmt.Errorf("%s: %w; the files in %s are as they were", filepath.Join(dir, f.Name),
				text.Pathless(err), dir)
		}
	}
	for i, f := range files {
		if err := os.Rename(parts[i], filepath.Join(dir, File(f).Name)); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(dir, File(f).Name), text.Pathless(err))
		}
	}
	return sync(dir)
}

// writePart writes a file under a temporary name and waits until the disk has it. It
// returns the name with an error too, if there is a file to remove.
func writePart(dir string, write func(io.Writer) error) (name string, err error) {
	f, err := os.CreateTemp(dir, partPrefix+"*")
	if err != nil {
		return "", err
	}
	out := bufio.NewWriter(f)
	err = write(out)
	return f.Name(), errors.Join(err, out.Flush(), f.Chmod(0o644), f.Sync(), f.Close())
}

// sync waits until the disk has the directory with its new names.
func sync(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// RemoveLeftovers removes files that killed processes have written into the directory
// and not renamed. A process that is writing there now loses its files too, and gets an
// error.
func RemoveLeftovers(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), partPrefix) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
