package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"breadboard/experiments/paper"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// lookFlags belong to every command that writes figures, and say how these look.
type lookFlags struct {
	Title    string      `help:"A title above each figure." placeholder:"WORDS"`
	Size     figure.Size `help:"The size of each figure on the printed page, in cm, mm, in or pt (default the figure's own). Letters keep theirs, and panels shrink; a figure that has no room there is not drawn." placeholder:"16x9cm"`
	FontSize float64     `help:"The size of the smallest letters, in points (default 8 with --size, and else the figure's own)." placeholder:"8"`
	Font     string      `help:"The letters: sans, or serif as in books (default ${default})." enum:"sans,serif" default:"sans" placeholder:"NAME"`
	Theme    string      `help:"The page of each figure: paper, or slide, which is dark, bold and 16 to 9 wide (default ${default})." enum:"paper,slide" default:"paper" placeholder:"NAME"`
	Pgf      bool        `help:"Write each figure as PGF too, for LaTeX: its words are in the document's font, with J, B and T in italics."`
}

// look is how the figures look.
func (f lookFlags) look() figure.Look {
	return figure.Look{Title: f.Title, Size: f.Size, Theme: f.Theme, Letters: f.FontSize, Font: f.Font, PGF: f.Pgf}
}

// drawn are the names of files that a command may write, with those of figures in PGF if they are asked for.
func (f lookFlags) drawn(names []string) []string {
	if !f.Pgf {
		return names
	}
	all := names[:len(names):len(names)]
	for _, name := range names {
		if figure, ok := strings.CutSuffix(name, ".svg"); ok {
			all = append(all, figure+".pgf")
		}
	}
	return all
}

// writeFlags belong to commands that write figures among their files.
type writeFlags struct {
	lookFlags
	forceFlags
}

// columnsFlags belong to commands whose figures have panels of one kind.
type columnsFlags struct {
	Columns int `help:"How many panels of a figure stand side by side (default as many as it has, or as a page of --size has room for)." placeholder:"N"`
}

// labelFlags belong to commands whose figures have lines with names.
type labelFlags struct {
	Label []string `sep:"none" help:"What figures call a target, kernel or another name that they show, as g.csv=Galaxies; in PGF a part as $J$ is a formula." placeholder:"NAME=WORDS,..."`
}

// A labelPair is a name and what figures call it.
type labelPair struct{ name, says string }

// labelPairs reads a list of labels, in which a comma that is no end is written \,. A label without a name, or without
// words, is an error.
func labelPairs(list string) (pairs []labelPair, err error) {
	const comma = "\x00"
	if list == "" {
		return nil, nil
	}
	for one := range strings.SplitSeq(strings.ReplaceAll(list, `\,`, comma), ",") {
		one = strings.ReplaceAll(one, comma, ",")
		name, says, _ := strings.Cut(one, "=")
		if strings.TrimSpace(name) == "" || strings.TrimSpace(says) == "" {
			return nil, fmt.Errorf("--label: %q has not both of a name and words; g.csv=Galaxies would do", one)
		}
		pairs = append(pairs, labelPair{name, says})
	}
	return pairs, nil
}

// labels are the words of each name. Those that are no labels were refused before (checkFlags).
func (f labelFlags) labels() map[string]string {
	pairs, _ := labelPairs(strings.Join(f.Label, ","))
	words := map[string]string{}
	for _, pair := range pairs {
		for _, form := range formsOf(pair.name) {
			words[form] = pair.says
		}
	}
	return words
}

// unshown is the fault of labels of names that no figure shows; nil where no figure has a name.
func (w *world) unshown(list []string) error {
	pairs, err := labelPairs(strings.Join(list, ","))
	shown := w.notes.Shown()
	if err != nil || len(shown) == 0 {
		return err
	}
	var single []string // names of one part, as they are typed
	for _, name := range shown {
		if !strings.Contains(name, ", ") && name != "" {
			single = append(single, name)
		}
	}
	var faults []error
	for _, pair := range pairs {
		if !slices.ContainsFunc(shown, func(one string) bool {
			return slices.Contains(formsOf(pair.name), one) || filepath.Base(one) == pair.name
		}) {
			faults = append(faults, badf("--label: no figure shows %q; they show %s", pair.name,
				table.Abridged(single)))
		}
	}
	return errors.Join(faults...)
}

// formsOf are the names that figures may have for what is typed: itself, the title of one of BREAD's targets, or of a
// file its last name.
func formsOf(name string) []string { return []string{name, paper.Title(name), filepath.Base(name)} }

// lettersFault refuses letters that nobody can read.
func lettersFault(size float64) error {
	const least, most = 4., 72.
	if size >= least && size <= most {
		return nil
	}
	return fmt.Errorf("--font-size %g; from %g to %g points would do", size, least, most)
}

// pageFlags belong to commands that write a page of their verdict, and no other files.
type pageFlags struct {
	Page string `help:"Also write the verdict as one page, with a figure: HTML that fetches nothing." placeholder:"FILE.html" complete:"file"`
	forceFlags
}

// prepare returns bad input if the page cannot be written. Call it before any work.
func (f pageFlags) prepare(w *world) error {
	if f.Page == "" {
		return nil
	}
	return w.checkFile("--page", f.Page, f.Force, "<!DOCTYPE html>")
}

// write writes the page.
func (f pageFlags) write(w *world, p page.Page) error {
	if f.Page == "" {
		return nil
	}
	return w.writeFile(f.Page, f.Force, p.Write)
}

// panelFlags belong to commands whose figures have panels, and lines with names in them.
type panelFlags struct {
	writeFlags
	labelFlags
	columnsFlags
}

// look is how the figures look.
func (f panelFlags) look() figure.Look {
	l := f.writeFlags.look()
	l.Labels = f.labels()
	l.Columns = f.Columns
	return l
}
