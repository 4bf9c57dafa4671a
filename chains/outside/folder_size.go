package outside

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// A FolderSize is what a folder of matrices holds, known before any of them is read.
type FolderSize struct {
	Matrices int
	Entries  float64 // of the largest of them
	Text     float64 // bytes of the longest CSV file, which is in memory while it is read
}

// SizeOfFolder looks at the names, at the sizes of NPY files and at the first line of CSV files. What it cannot
// open counts as nothing: OpenFolder has the error.
func SizeOfFolder(path string) (size FolderSize) {
	list, _ := os.ReadDir(path)
	for _, entry := range list {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || entry.Name() == betasFile {
			continue
		}
		entries := float64(info.Size()) / 8
		if !strings.EqualFold(filepath.Ext(entry.Name()), ".npy") {
			columns := columnsIn(filepath.Join(path, entry.Name()))
			entries = columns * columns
			size.Text = max(size.Text, float64(info.Size()))
		}
		size.Matrices++
		size.Entries = max(size.Entries, min(entries, mostCells*mostCells)) // more are refused
	}
	return size
}

// columnsIn counts the fields of a CSV file's first line.
func columnsIn(path string) (n float64) {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	in := bufio.NewReader(f)
	for n = 1; n <= mostCells; n++ {
		for {
			c, err := in.ReadByte()
			if err != nil || c == '\n' {
				return n
			}
			if c == ',' {
				break
			}
		}
	}
	return n
}
