// Package inspected draws a validated kernel: what `breadboard validate --pictures` writes. validation.html is one page
// with the verdict, the laws, how fast the chain is at each beta, and maps of where it is off. The pictures are files
// of their own as well (pictures.go): of a kernel whose matrices are known, or of counted moves, which say how these
// differ from what is expected of them, cell by cell, in standard deviations.
package inspected

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"breadboard/experiments/explore"
	"breadboard/experiments/validation"
	"breadboard/reports"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// PageName is the name of the page among the files.
const PageName = "validation.html"

// Names are the files that a validation may have, of counted moves or of a kernel whose matrices are known.
func Names(moved bool) []string {
	names := "density invariance second bottleneck spectrum"
	if moved {
		names = "density invariance moves"
	}
	return append([]string{PageName}, table.Names("png svg", strings.Fields(names)...)...)
}

// Made says how a page was made.
type Made struct {
	Command  string            // the command line
	Version  string            // of the program
	Question *explore.Question // the annealing in the explorer; nil if it is not one that it shows
}

// Files renders the page and the pictures.
func Files(v validation.Validation, made Made) ([]table.File, error) {
	pictures, err := table.Render(picturesOf(v))
	if err != nil {
		return nil, err
	}
	shown := shown{v, pictures}
	all, err := table.Render([]table.File{{Name: PageName, Write: shown.page(made).Write}})
	return append(all, pictures...), err
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
	if i := slices.IndexFunc(v.pictures, func(f table.File) bool { return f.Name == spectrum+".svg" }); i >= 0 {
		s.Figures = []page.Figure{still("The real parts of all eigenvalues and the spectral gap against beta.", v.pictures[i])}
		s.Files = table.Names("png svg", spectrum)
	}
	if made.Question != nil {
		s.Explore = []page.Explored{{Name: spectrum,
			Link: explorer.Link(made.Question, nil, url.Values{"view": {spectrum}})}}
	}
	return s
}

// still is a picture on the page.
func still(alt string, f table.File) page.Figure {
	return page.Figure{Alt: alt, Draw: func(w io.Writer, _ figure.Medium) error { return f.Write(w) }}
}

// about says what the other pictures show.
var about = map[string]string{
	"density":    "The density p.",
	"invariance": "What a step from p changes, which is nothing if the kernel keeps p.",
	"second":     "The mode that decays slowest, whose two signs are the parts of the grid between which mass moves last.",
	"bottleneck": "The bottleneck: p, and the side of it that is hard to leave.",
	"moves":      "Where moves go more often (red) or more seldom (blue) than the declared kernel's.",
}

// cells are the maps: the pictures, and the slowest mode of all levels if it is not the last one's.
func (v shown) cells() page.Section {
	at := v.Last().Beta
	if v.Seen != nil {
		at = v.Seen.Beta // where the moves are farthest off
	}
	s := page.Section{ID: "cells", Title: "By cell", Text: []string{fmt.Sprintf("All at beta = %.6g.", at)}}
	for _, f := range v.pictures {
		name, isSVG := strings.CutSuffix(f.Name, ".svg")
		if strings.HasPrefix(f.Name, spectrum+".") {
			continue
		}
		if s.Files = append(s.Files, f.Name); isSVG {
			s.Figures = append(s.Figures, still(about[name], f))
		}
	}
	if slow, ok := v.slowest(); ok {
		p := picture{title: []string{fmt.Sprintf("slowest mode at beta = %.6g", slow.Beta)},
			maps: one(reports.HeatMap(v.Candidate.Grid, slow.Speed.Second, true))}
		s.Figures = append(s.Figures, page.Figure{Alt: "The slowest mode of the level at which the chain is slowest.",
			Draw: p.render})
	}
	return s
}

// slowest is the level with the longest relaxation time. ok is false if it is the last one, or if no mode is known.
func (v shown) slowest() (l validation.Level, ok bool) {
	for _, one := range v.Levels {
		s := one.Speed
		if s != nil && s.Second != nil && (!ok || s.RelaxationTime >= l.Speed.RelaxationTime) {
			l, ok = one, true
		}
	}
	return l, ok && l.T != v.Last().T
}
