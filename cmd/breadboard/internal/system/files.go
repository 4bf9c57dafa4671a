package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// checkDir makes the directory, where it is not there yet, and returns bad input
// where files cannot be put into it. It leaves nothing in it. It is to be called
// before any work.
func checkDir(flag, dir string) error {
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, aside+"*"); err == nil {
			err = errors.Join(f.Close(), os.RemoveAll(f.Name())) // another sweep may have cleared it away
		}
	}
	if err != nil {
		return bad(fmt.Errorf("%s %s: %w; a directory that can be written would do", flag, dir, pathless(err)))
	}
	return nil
}

// writeFile puts a file into a directory, whole or not at all: it is written
// under another name and then renamed.
func writeFile(dir, name string, data []byte) (err error) {
	f, err := os.CreateTemp(dir, aside+"*")
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(dir, name), pathless(err))
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
			err = fmt.Errorf("%s: %w", filepath.Join(dir, name), pathless(err))
		}
	}()
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(dir, name))
}

// pathless is err without the path that the operating system's errors repeat.
func pathless(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
