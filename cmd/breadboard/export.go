package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"breadboard/cmd/breadboard/internal/server"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// export writes the page with all answers to its question.
func (c *exploreCmd) export(w *world, b beginning) error {
	if filepath.Ext(c.Export) != ".html" {
		return badf("--export %s: it is a page; a name that ends in .html would do", c.Export)
	}
	const enough = 256 // bytes, by which a page of this program is known
	if err := w.checkFile("--export", c.Export, explorer.Empty()[:enough]); err != nil {
		return err
	}
	tell, finish := w.progress("export")
	kept, err := server.Kept(w.ctx, b.question, explore.MostTime, tell)
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
	err = w.writeFile(c.Export, func(out io.Writer) error { return explorer.Page(out, kept) })
	if err == nil {
		_, err = fmt.Fprintf(w.stdout, "Saved: %s. It opens in a browser and needs no server.\n", c.Export)
	}
	return err
}
