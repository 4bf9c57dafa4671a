package table

import (
	"bytes"
	"fmt"
	"io"
	"runtime"

	"breadboard/chains/crew"
)

// A File is a report that is not yet written, with its name. It is any struct of this
// shape, so that code which writes files need not import this package.
type File = struct {
	Name  string
	Write func(io.Writer) error
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

// A Rendered file holds its bytes.
type Rendered struct {
	Name string
	Data []byte
}

// File returns it as a File.
func (r Rendered) File() File {
	return File{r.Name, func(w io.Writer) error { _, err := w.Write(r.Data); return err }}
}

// Render writes all files into memory, several at a time: figures take a second each.
// The error comes from the first file that fails, with its name.
func Render(files []File) ([]Rendered, error) {
	all := make([]Rendered, len(files))
	group := crew.New()
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range files {
		group.Go(func() error {
			var b bytes.Buffer
			if err := f.Write(&b); err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
			all[i] = Rendered{f.Name, b.Bytes()}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return all, nil
}
