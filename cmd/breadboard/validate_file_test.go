package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTakeFile holds what a file is taken for: by its ending, by the names of its columns, and by the right to start
// it.
func TestTakeFile(t *testing.T) {
	dir := t.TempDir()
	wholeArray := npyMagic + "\x01\x00v\x00{'descr': '<i8', 'fortran_order': False, 'shape': (2, 2), }\n"
	realArray := strings.Replace(wholeArray, "<i8", "<f8", 1)
	for _, f := range []struct {
		name, content string
		mode          os.FileMode
		flag          string // the one that is set, and its value without the folder
	}{
		{"mine.py", "", 0o644, "exec python3 mine.py"},
		{"mine.R", "", 0o644, "exec Rscript mine.R"},
		{"mine", "#!/bin/sh", 0o755, "exec mine"},
		{"K.csv", "0.5,5e-1\n0.5,0.5\n", 0o644, "matrix K.csv"},
		{"moves.csv", "from,to\n0,1\n", 0o644, "moves moves.csv"},
		{"chain.csv", "state\n0\n", 0o644, "moves chain.csv"},
		{"K.npy", realArray, 0o644, "matrix K.npy"},
		{"states.npy", wholeArray, 0o644, "moves states.npy"},
		{"notes.txt", "", 0o644, ""},
	} {
		path := filepath.Join(dir, f.name)
		if err := os.WriteFile(path, []byte(f.content), f.mode); err != nil {
			t.Fatal(err)
		}
		c := validateCmd{File: path}
		c.Toy = "easy"
		err := c.takeFile(nil)
		got := ""
		for flag, value := range map[string]string{"exec": c.Exec, "matrix": c.Matrix, "moves": c.moves} {
			if value != "" {
				got += flag + " " + strings.ReplaceAll(value, dir+"/", "")
			}
		}
		if got != f.flag || (err != nil) != (f.flag == "") {
			t.Errorf("%s is taken for %q, %v; want %q", f.name, got, err, f.flag)
		}
	}
	c := validateCmd{File: dir}
	if err := c.takeFile(nil); err != nil || c.Matrix != dir {
		t.Errorf("a folder is %q, %v; want one of matrices", c.Matrix, err)
	}
}
