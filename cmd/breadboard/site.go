package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/cmd/breadboard/internal/server"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
	"breadboard/reports/table"
)

// packedEngine is the name of the engine, packed.
const packedEngine = "engine.wasm.gz"

// site writes the page with its engine as a folder, for any static server.
func (c *exploreCmd) site(w *world, b beginning) error {
	engine, err := findEngine(w.ctx)
	if err != nil {
		return err
	}
	if err := w.claim("--site", c.Site); err != nil {
		return err
	}
	if err := c.noLinks(explorer.FirstFolder); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(explorer.Site(0, nil))) {
		if err := c.noLinks(path.Dir(name)); err != nil {
			return err
		}
	}
	packed, err := engine.packed(w)
	if err != nil {
		return err
	}
	choices := explore.Catalogue()
	choices.Version = version()
	first, err := b.firstAnswers(w.ctx, choices)
	if err != nil {
		return bad(err)
	}
	site := explorer.Site(len(packed), first)
	site["catalogue.json"] = answers.Encoded(choices)
	explorer.Compress(site)
	site[packedEngine] = packed
	if err := w.write(c.Site, siteFiles(site)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.stdout, "%[1]s has the page; a browser loads %.3[2]g MiB once. Any static server serves "+
		"it, as\n\n    python3 -m http.server --directory %[1]s\n\nThen the page is at http://127.0.0.1:8000/%[3]s\n",
		c.Site, float64(len(packed))/(1<<20), b.link())
	return err
}

// longestFirst is the time of one of the first answers: what takes longer is left to the engine.
const longestFirst = 5 * time.Second

// firstAnswers are the answers to the link of a beginning, as the page reads it: with the defaults that it fills in.
func (b beginning) firstAnswers(ctx context.Context, choices explore.Choices) ([]explorer.Answered, error) {
	q, _, err := explorer.ParseLink(b.link())
	if err != nil {
		return nil, err
	}
	first, err := server.First(ctx, q, longestFirst)
	return append(first, explorer.Answered{Kind: "catalogue", Body: q, Answer: choices}), err
}

// siteFiles are the files of a site, by their names. The page itself, index.html, comes last: a new page never stands
// on old modules.
func siteFiles(site map[string][]byte) (all []table.File) {
	const page = "index.html"
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(site)), func(name string) bool { return name == page })
	for _, name := range append(names, page) {
		all = append(all, table.File{Name: name, Write: func(out io.Writer) error {
			_, err := out.Write(site[name])
			return err
		}})
	}
	return all
}

// noLinks is bad input if a folder inside the site, or one on the way to it, is a link: its files would go elsewhere.
// The site itself may be one, for somebody named it.
func (c *exploreCmd) noLinks(folder string) error {
	for at := folder; at != "."; at = path.Dir(at) {
		inside := filepath.Join(c.Site, filepath.FromSlash(at))
		info, err := os.Lstat(inside)
		if err == nil && info.Mode()&os.ModeSymlink != 0 {
			return badf("--site %s: %s is a link to another place; another directory, or this one without the link, "+
				"would do", c.Site, inside)
		}
	}
	return nil
}
