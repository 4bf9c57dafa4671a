package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"breadboard/reports"
)

// writeAll puts files into a directory, all of them or none: each is written
// under another name and brought to the disk, and when all are there they are
// renamed. What was there under their names stays until then.
func writeAll(ctx context.Context, dir string, files []reports.Output) (err error) {
	var names []string // of what was written so far
	defer func() {
		for _, name := range names {
			_ = os.Remove(name) // those renamed are gone
		}
	}()
	for _, f := range files {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		name, err := writeAside(dir, f.Write)
		if name != "" {
			names = append(names, name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w; the tables are as they were", filepath.Join(dir, f.Name), pathless(err))
		}
	}
	for i, f := range files {
		if err := os.Rename(names[i], filepath.Join(dir, f.Name)); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(dir, f.Name), pathless(err))
		}
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// aside is how the names begin under which files are written.
const aside = ".breadboard-part-"

// clearAside removes what a process that was killed has written and not renamed.
// One that is writing now, which is one too many, will fail and say so.
func clearAside(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), aside) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// writeAside writes a file of a name of its own and waits until the disk has it.
func writeAside(dir string, write func(io.Writer) error) (name string, err error) {
	f, err := os.CreateTemp(dir, aside+"*")
	if err != nil {
		return "", err
	}
	out := bufio.NewWriter(f)
	err = write(out)
	return f.Name(), errors.Join(err, out.Flush(), f.Chmod(0o644), f.Sync(), f.Close())
}
