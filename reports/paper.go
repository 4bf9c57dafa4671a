package reports

import (
	"bytes"
	"fmt"
	"io"
	"runtime"

	"breadboard/chains/crew"

	"breadboard/experiments"
)

// A File is a report with its name.
type File struct {
	Name string
	Data []byte
}

// A study is one part of a reproduction: its name, its tables for people, and
// the one for programs.
type study struct {
	name   string
	people []Table
	data   Table
}

// studies are those of a reproduction that are tables. In a quick one every
// title says so.
func studies(r experiments.Reproduction) []study {
	all := []study{
		{"tightness", append(TightnessTables(r.Tightness), PublishedTable(r.Tightness)), TightnessData(r.Tightness)},
		{"ensemble", []Table{EnsembleTable(r.Ensembles)}, EnsembleData(r.Ensembles)},
		{"crosscheck", crossChecks(r.Checks), CrossCheck(r.Checks, JSON)},
	}
	if r.Quick {
		for _, s := range all {
			for i := range s.people {
				s.people[i].Title += " (quick run)"
			}
		}
	}
	return all
}

// crossChecks has a table for every run.
func crossChecks(checks []experiments.CrossCheck) []Table {
	var tables []Table
	for _, c := range checks {
		t := CrossCheck([]experiments.CrossCheck{c}, Plain)
		t.Title = fmt.Sprintf("%s, %s chains each way: estimates beside exact values", c.Target, thousands(c.Chains))
		tables = append(tables, t)
	}
	return tables
}

// WriteTables writes every table of a reproduction, one below the other. JSON is
// one object, with an array for each study; CSV has a blank line between two.
func WriteTables(w io.Writer, r experiments.Reproduction, f Format, style Style) error {
	var b bytes.Buffer
	for i, s := range studies(r) {
		if err := s.write(&b, f, style, i); err != nil {
			return err
		}
	}
	if f == JSON {
		b.WriteString("}\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

// write is the i-th study's part.
func (s study) write(b *bytes.Buffer, f Format, style Style, i int) error {
	switch f {
	case JSON:
		fmt.Fprintf(b, "%s%q: ", between(i, ",\n")+map[bool]string{true: "{\n"}[i == 0], s.name)
		return s.data.Write(b, f, style)
	case CSV:
		b.WriteString(between(i, "\n"))
		return s.data.Write(b, f, style)
	}
	for j, t := range s.people {
		b.WriteString(between(i+j, "\n"))
		if err := t.Write(b, f, style); err != nil {
			return err
		}
	}
	return nil
}

// Files are all files of a reproduction, the same bytes for the same numbers:
// each study as Markdown, CSV and JSON; each figure as PNG, SVG and PDF, and its
// data as CSV and JSON; and the page that holds everything.
func Files(r experiments.Reproduction) ([]File, error) {
	var out collector
	for _, s := range studies(r) {
		out.add(s.name+".md", func(w io.Writer) error {
			var b bytes.Buffer
			if err := s.write(&b, Markdown, Style{Width: -1}, 0); err != nil {
				return err
			}
			_, err := w.Write(b.Bytes())
			return err
		})
		out.data(s.name, s.data)
	}
	for _, m := range Media {
		out.add("figure3."+string(m), func(w io.Writer) error { return Figure3(w, m, r.Curves) })
		out.add("figure4."+string(m), func(w io.Writer) error { return Figure4(w, m, r.Galleries) })
	}
	out.data("figure3", Figure3Data(r.Curves))
	out.data("figure4", Figure4Data(r.Galleries))
	out.add("report.html", func(w io.Writer) error { return Page(w, r) })
	return out.written()
}

// A collector gathers files, and then writes them.
type collector struct {
	names  []string
	writes []func(io.Writer) error
}

func (c *collector) add(name string, write func(io.Writer) error) {
	c.names, c.writes = append(c.names, name), append(c.writes, write)
}

// written writes all files, several at a time, until one fails.
func (c *collector) written() ([]File, error) {
	files := make([]File, len(c.names))
	group := crew.New()
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range c.names {
		group.Go(func() error {
			var b bytes.Buffer
			if err := c.writes[i](&b); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			files[i] = File{name, b.Bytes()}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return files, nil
}

// data adds a table for programs.
func (c *collector) data(name string, t Table) {
	c.add(name+".csv", func(w io.Writer) error { return t.Write(w, CSV, Style{}) })
	c.add(name+".json", func(w io.Writer) error { return t.Write(w, JSON, Style{}) })
}
