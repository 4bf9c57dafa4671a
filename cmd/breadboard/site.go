package main

import (
	"cmp"
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
	"breadboard/experiments/disk"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
	"breadboard/reports/table"
)

// The names of the engine, packed, and of the engine as older programs wrote it besides.
const (
	packedEngine = "engine.wasm.gz"
	plainEngine  = "engine.wasm"
)

// site writes the page with its engine as a folder, for any static server.
func (c *exploreCmd) site(w *world, b beginning) error {
	engine, err := findEngine(w.ctx)
	if err != nil {
		return err
	}
	if err := w.checkDir("--site", c.into(c.Site), "index.html", packedEngine); err != nil {
		return err
	}
	if err := c.noLinks(explorer.FirstFolder); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(explorer.Site(0, explorer.Start{}))) {
		if err := c.noLinks(path.Dir(name)); err != nil {
			return err
		}
	}
	packed, err := engine.packed(w, c.into(c.Site))
	if err != nil {
		return err
	}
	choices := explore.Catalogue()
	choices.Version = version()
	first, err := b.firstAnswers(w.ctx, choices)
	if err != nil {
		return bad(err)
	}
	article, err := server.FirstOfArticle(w.ctx, longestFirst)
	if err != nil {
		return bad(err)
	}
	site := explorer.Site(len(packed), explorer.Start{Page: first, Article: article})
	site["catalogue.json"] = answers.Encoded(choices)
	explorer.Compress(site)
	site[packedEngine] = packed
	folders := map[string][]table.File{}
	for _, name := range slices.Sorted(maps.Keys(site)) {
		folders[path.Dir(name)] = append(folders[path.Dir(name)], table.File{Name: path.Base(name),
			Write: func(out io.Writer) error {
				_, err := out.Write(site[name])
				return err
			}})
	}
	if err := c.writeFolders(w, folders); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.stdout, "%[1]s has the page; a browser loads %.3[2]g MiB once. Any static server serves "+
		"it, as\n\n    python3 -m http.server --directory %[1]s\n\nThen an article that explains J and B is at "+
		"http://127.0.0.1:8000/\nThe page is at http://127.0.0.1:8000/%[3]s\n",
		c.Site,
		float64(len(packed))/(1<<20), b.link())
	return err
}

// longestFirst is the time of one of the first answers: what takes longer is left to the engine.
const longestFirst = 5 * time.Second

// firstAnswers are the answers to the link of a beginning, as the page reads it: with the defaults that it fills in.
func (b beginning) firstAnswers(ctx context.Context, choices explore.Choices) ([]explorer.Answered, error) {
	one, other, page, err := explorer.ParseLink(b.link())
	if err != nil {
		return nil, err
	}
	first, err := server.First(ctx, *one, other, cmp.Or(page.Get("view"), "cells"), longestFirst)
	return append(first, explorer.Answered{Kind: "catalogue", Body: one, Answer: choices}), err
}

// unfinished stands for the page while its folders are written: a dozen folders cannot change at once, and who is
// killed between them leaves a site that says so.
var unfinished = table.File{Name: "index.html", Write: func(out io.Writer) error {
	_, err := io.WriteString(out, "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Not "+
		"finished</title>\n<p>This site is being written, or whoever wrote it was stopped. The same command would "+
		"make it whole: <code>breadboard explore --site</code></p>\n</html>\n")
	return err
}}

// writeFolders writes the folders of the site, each as a set. Nothing is written if anything is in the way. The page
// itself, index.html, comes last: a new page never stands on old modules, and until then the site says that it is not
// finished.
func (c *exploreCmd) writeFolders(w *world, folders map[string][]table.File) error {
	order := slices.Sorted(maps.Keys(folders))
	slices.Reverse(order)
	into := func(folder string) disk.Set { return c.into(filepath.Join(c.Site, filepath.FromSlash(folder))) }
	for _, folder := range order {
		names := table.Each(folders[folder], func(f table.File) string { return f.Name })
		if err := w.checkDir("--site", into(folder), names...); err != nil {
			return err
		}
	}
	if err := w.write(into("."), []table.File{unfinished}); err != nil {
		return err
	}
	for i, folder := range order {
		set := into(folder)
		set.Stale = func(name string) bool { return name == plainEngine }
		err := w.write(set, folders[folder])
		if err != nil && i > 0 {
			err = fmt.Errorf("%w; %d of %d folders of %s are new, and the same command would make the page whole", err,
				i, len(order), c.Site)
		}
		if err != nil {
			return err
		}
	}
	return nil
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
