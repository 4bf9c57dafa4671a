package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"breadboard/cmd/breadboard/internal/server"
	"breadboard/reports/explorer"
)

// export writes the page with all answers of its settings.
func (c *exploreCmd) export(w *world, b beginning) error {
	if filepath.Ext(c.Export) != ".html" {
		return bad(fmt.Errorf("--export %s: it is a page; a name that ends in .html would do", c.Export))
	}
	var empty strings.Builder
	if err := explorer.Page(&empty, explorer.Kept{}); err != nil {
		return err
	}
	const enough = 256 // bytes, by which a page of this program is known
	if err := w.checkFile("--export", c.Export, c.Force, empty.String()[:min(enough, empty.Len())]); err != nil {
		return err
	}
	tell, finish := w.progress("export")
	kept, err := server.Kept(w.ctx, *b.a, b.b, cmp.Or(b.page.Get("view"), "levels"), tell)
	finish()
	if err != nil {
		return bad(err)
	}
	kept.Link, kept.Catalogue.Version = b.link(), version()
	return w.writeFile(c.Export, c.Force, func(out io.Writer) error { return explorer.Page(out, kept) })
}
