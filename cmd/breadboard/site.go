package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments/disk"
	"breadboard/experiments/explore"
	"breadboard/grid/text"
	"breadboard/reports/explorer"
	"breadboard/reports/table"
)

const engine = "breadboard/cmd/breadboard/internal/engine" // the program that answers the page in the browser

// site writes the page with its engine as a folder, for any static server. It builds the engine from the source where
// it runs.
func (c *exploreCmd) site(w *world, b beginning) error {
	if err := golang(w.ctx, "list", engine); err != nil {
		return badf("--site builds the page's engine from the source of Breadboard, with Go 1.26: in a clone of the "+
			"repository, with go on the PATH, the same command would do (%w)", err)
	}
	if err := w.checkDir("--site", c.into(c.Site), "index.html", "engine.wasm"); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(explorer.Site(0))) {
		if err := c.noLinks(path.Dir(name)); err != nil {
			return err
		}
	}
	w.say("the engine is being built, which takes a minute the first time")
	plain, err := buildEngine(w.ctx, c.into(c.Site))
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed) // the best level saves 0.7% of the bytes, in 2.6 times the time
	_, _ = zip.Write(plain)        // to memory, which takes all
	_ = zip.Close()
	choices := explore.Catalogue()
	choices.Version = version()
	site := explorer.Site(packed.Len())
	site["engine.wasm"], site["engine.wasm.gz"], site["catalogue.json"] = plain, packed.Bytes(),
		answers.Encoded(choices)
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
	_, err = fmt.Fprintf(w.stdout, "%[1]s has the page; a browser loads %[2]s once. Any static server serves it, "+
		"as\n\n    python3 -m http.server --directory %[1]s\n\nThen the page is at http://127.0.0.1:8000/%[3]s\n",
		c.Site,
		amount(float64(packed.Len())), b.link())
	return err
}

// unfinished stands for the page while its folders are written: twelve folders cannot change at once, and who is killed
// between them leaves a site that says so.
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
		err := w.write(into(folder), folders[folder])
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

// buildEngine compiles the engine to WebAssembly, in the folder of the site: what a killed process leaves there is
// removed by the next one. The command go works in TMPDIR and cleans it.
func buildEngine(ctx context.Context, into disk.Set) ([]byte, error) {
	probe, err := os.MkdirTemp("", "breadboard-engine")
	if err != nil {
		return nil, badf("--site builds the page's engine with the command go, which needs a temporary folder, and "+
			"there is no room for one (%v); a folder that is there and can be written to, in TMPDIR, would do", err)
	}
	_ = os.Remove(probe)
	file, err := into.Part()
	if err != nil {
		return nil, err
	}
	defer os.Remove(file)
	if err := golang(ctx, "build", "-trimpath", "-ldflags=-s -w", "-o", file, engine); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
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

// golang runs the command go for WebAssembly.
func golang(ctx context.Context, args ...string) error {
	command := exec.CommandContext(ctx, "go", args...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) } // it stops its compilers
	command.WaitDelay = 300 * time.Millisecond
	said, err := command.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go %s: %w %s", args[0], err, text.OneLine(strings.TrimSpace(string(said))))
	}
	return cmp.Or(context.Cause(ctx), err)
}
