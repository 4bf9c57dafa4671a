package table

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"

	"breadboard/chains/crew"
)

// A File is a named report with the function that writes it. It is any struct of this
// shape, so that who writes it to a disk need not know this package.
type File = struct {
	Name  string
	Write func(io.Writer) error
}

// Names are the names of files with each of these endings: Names("csv json", "rows") is rows.csv and rows.json.
func Names(endings string, files ...string) (names []string) {
	for _, file := range files {
		for ending := range strings.FieldsSeq(endings) {
			names = append(names, file+"."+ending)
		}
	}
	return names
}

// Page makes a file of tables as Markdown.
func Page(name string, tables ...Table) File {
	return File{name, func(w io.Writer) error { return WriteAll(w, Markdown, Style{Width: -1}, tables...) }}
}

// Data makes two files of a table for programs: name.csv and name.json.
func Data(name string, t Table) []File {
	return []File{
		{name + ".csv", func(w io.Writer) error { return t.Write(w, CSV, Style{}) }},
		{name + ".json", func(w io.Writer) error { return t.Write(w, JSON, Style{}) }},
	}
}

// Render writes all files into memory, several at a time: figures take a second each.
// It returns files that only write these bytes. The error comes from the first file
// that fails, with its name.
func Render(files []File) ([]File, error) {
	all := make([]File, len(files))
	group := crew.New()
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range files {
		group.Go(func() error {
			var b bytes.Buffer
			if err := f.Write(&b); err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
			all[i] = File{f.Name, func(w io.Writer) error { _, err := w.Write(b.Bytes()); return err }}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return all, nil
}
