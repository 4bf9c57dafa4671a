package inspected

import (
	"io"
	"net/url"
	"slices"

	"breadboard/experiments/explore"
	"breadboard/experiments/validation"
	"breadboard/reports"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
	"breadboard/reports/moves"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// PageName is the name of the page among the files.
const PageName = "validation.html"

// Names are the files that a validation may have, of counted moves or of a kernel whose matrices are known.
func Names(moved bool) []string {
	if moved {
		return append([]string{PageName}, moves.Names...)
	}
	return append([]string{PageName}, reports.ValidationNames...)
}

// Made says how a page was made.
type Made struct {
	Command  string            // the command line
	Version  string            // of the program
	Question *explore.Question // the annealing in the explorer; nil if it is not one that it shows
}

// Files renders the page and the pictures.
func Files(v validation.Validation, made Made) ([]table.File, error) {
	pictures, err := picturesOf(v)
	if err != nil {
		return nil, err
	}
	shown := shown{v, pictures}
	all, err := table.Render([]table.File{{Name: PageName, Write: shown.page(made).Write}})
	return append(all, pictures...), err
}

func picturesOf(v validation.Validation) ([]table.File, error) {
	if v.Seen != nil {
		return moves.Pictures(v.Candidate.Grid, *v.Seen)
	}
	return reports.ValidationPictures(v)
}

// A shown validation has its pictures beside it.
type shown struct {
	validation.Validation
	pictures []table.File
}

// page is the page.
func (v shown) page(made Made) page.Page {
	tables := reports.Validation(v.Validation)
	verdict, laws, rest := tables[0], tables[1], tables[2:]
	p := page.Page{Title: "Validation of " + v.Candidate.Name, Command: made.Command, Version: made.Version,
		Intro: append([]string{verdict.Title}, verdict.Notes...)}
	if !v.OK() {
		p.Warning, p.Intro = verdict.Title, verdict.Notes
	}
	laws.Title = ""
	p.Sections = []page.Section{{ID: "laws", Title: "The laws", Tables: []table.Table{laws}}}
	if speed := v.speed(rest, made); len(speed.Figures)+len(speed.Tables) > 0 {
		p.Sections = append(p.Sections, speed)
	}
	p.Sections = append(p.Sections, v.cells())
	return p
}

// speed says how fast the chain is, with the picture of the spectrum if there is one.
func (v shown) speed(tables []table.Table, made Made) page.Section {
	s := page.Section{ID: "speed", Title: "How fast it is", Tables: tables}
	if i := slices.IndexFunc(v.pictures, func(f table.File) bool { return f.Name == "spectrum.svg" }); i >= 0 {
		s.Figures = []page.Figure{{Alt: aboutSpectrum,
			Draw: func(w io.Writer, _ figure.Medium) error { return v.pictures[i].Write(w) }}}
		s.Files = table.Names("png svg", "spectrum")
	}
	if made.Question != nil {
		s.Explore = []page.Explored{{Name: "spectrum",
			Link: explorer.Link(made.Question, nil, url.Values{"view": {"spectrum"}})}}
	}
	return s
}

const aboutSpectrum = "The spectral gap, the relaxation time and the real parts of all eigenvalues against beta."

// cells are the maps.
func (v shown) cells() page.Section {
	about, maps := v.maps()
	s := page.Section{ID: "cells", Title: "By cell", Text: []string{about}, Figures: []page.Figure{{Alt: about,
		Draw: func(w io.Writer, m figure.Medium) error { return v.drawMaps(w, m, maps) }}}}
	for _, f := range v.pictures {
		if f.Name != "spectrum.png" && f.Name != "spectrum.svg" {
			s.Files = append(s.Files, f.Name)
		}
	}
	return s
}
