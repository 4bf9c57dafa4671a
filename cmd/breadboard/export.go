package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"breadboard/cmd/breadboard/internal/server"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
	"breadboard/reports/stills"
)

// export writes what the flag names: the page with its answers, or a picture.
func (c *exploreCmd) export(w *world, b beginning) error {
	suffix := strings.TrimPrefix(filepath.Ext(c.Export), ".")
	if suffix == "html" {
		return c.exportPage(w, b)
	}
	for _, m := range figure.Media {
		if m.Suffix == suffix {
			return c.exportPicture(w, b, m)
		}
	}
	return badf("--export %s: it is a page, or a picture; a name that ends in .html, .png, .svg or .pdf would do",
		c.Export)
}

// exportPage writes the page with all answers of its settings.
func (c *exploreCmd) exportPage(w *world, b beginning) error {
	const enough = 256 // bytes, by which a page of this program is known
	if err := w.checkFile("--export", c.Export, c.Force, explorer.Empty()[:enough]); err != nil {
		return err
	}
	tell, finish := w.progress("export")
	kept, err := server.Kept(w.ctx, *b.a, b.b, cmp.Or(b.page.Get("view"), "cells"), explore.MostTime, tell)
	finish()
	if err != nil {
		return bad(err)
	}
	if len(kept.Late) > 0 {
		w.notify(fmt.Sprintf("--export leaves out, or has in part, what took more than %v: %s; a smaller setting "+
			"would do", explore.MostTime, strings.Join(kept.Late, ", ")))
	}
	kept.Link = b.link()
	kept.Catalogue.Version = version()
	err = w.writeFile(c.Export, c.Force, func(out io.Writer) error { return explorer.Page(out, kept) })
	if err == nil {
		_, err = fmt.Fprintf(w.stdout, "Saved: %s. It opens in a browser and needs no server.\n", c.Export)
	}
	return err
}

// exportPicture draws the first screen of the page: of both settings, if there are two.
func (c *exploreCmd) exportPicture(w *world, b beginning, m figure.Medium) error {
	if err := w.checkFile("--export", c.Export, c.Force, ""); err != nil {
		return err
	}
	still := stills.Still{Title: b.lesson.Title, Says: b.lesson.Says}
	for _, q := range []*explore.Question{b.a, b.b} {
		if q == nil {
			continue
		}
		measured, err := explore.Measure(w.ctx, *q)
		if err != nil {
			return bad(err)
		}
		for _, note := range measured.Notes {
			w.notify(note)
		}
		still.Sides = append(still.Sides, stills.Side{Question: *q, Measured: measured})
	}
	err := w.writeFile(c.Export, c.Force, func(out io.Writer) error { return stills.Draw(out, m, still) })
	if err == nil {
		_, err = fmt.Fprintf(w.stdout, "Drawn: %s. It shows p, q, q - p, J and B.\n", c.Export)
	}
	return err
}
