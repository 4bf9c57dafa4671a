package outside

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// SizeOfFolder says what a folder of matrices holds, before any of them is read: their number, and the entries of the
// largest, from the sizes of NPY files and the first lines of CSV files. What it cannot open counts as nothing:
// OpenFolder has the error.
func SizeOfFolder(path string) (matrices int, entries float64) {
	list, _ := os.ReadDir(path)
	for _, entry := range list {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || entry.Name() == betasFile {
			continue
		}
		held := float64(info.Size()) / 8
		if !strings.EqualFold(filepath.Ext(entry.Name()), ".npy") {
			columns := float64(columnsIn(filepath.Join(path, entry.Name())))
			held = columns * columns
		}
		matrices++
		entries = max(entries, min(held, mostCells*mostCells)) // more are refused
	}
	return matrices, entries
}

// columnsIn counts the fields of a CSV file's first line.
func columnsIn(path string) int {
	const most = 40 * mostCells // bytes
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(f, most))
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return 1 + bytes.Count(line, []byte(","))
}
