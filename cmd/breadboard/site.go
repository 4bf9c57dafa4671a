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
	w.say("the engine is being built, which takes a minute the first time")
	plain, err := buildEngine(w.ctx)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // a level that there is
	_, _ = zip.Write(plain)                                      // to memory, which takes all
	_ = zip.Close()
	choices := explore.Catalogue()
	choices.Version = version()
	site := explorer.Site(packed.Len())
	site["engine.wasm"], site["engine.wasm.gz"], site["catalogue.json"] = plain, packed.Bytes(), answers.Encoded(choices)
	folders := map[string][]table.File{}
	for _, name := range slices.Sorted(maps.Keys(site)) {
		dir := filepath.Join(c.Site, filepath.FromSlash(path.Dir(name)))
		folders[dir] = append(folders[dir], table.File{Name: path.Base(name), Write: func(out io.Writer) error {
			_, err := out.Write(site[name])
			return err
		}})
	}
	for dir, files := range folders { // nothing is written if anything is in the way
		names := table.Each(files, func(f table.File) string { return f.Name })
		if err := w.checkDir("--site", c.into(dir), names...); err != nil {
			return err
		}
	}
	for dir, files := range folders {
		if err := w.write(c.into(dir), files); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w.stdout, "%[1]s has the page; a browser loads %[2]s once. Any static server serves it, as\n\n"+
		"    python3 -m http.server --directory %[1]s\n\nThen the page is at http://127.0.0.1:8000/%[3]s\n", c.Site,
		amount(float64(packed.Len())), b.link())
	return err
}

// buildEngine compiles the engine to WebAssembly.
func buildEngine(ctx context.Context) ([]byte, error) {
	dir, err := os.MkdirTemp("", "breadboard-engine")
	if err != nil {
		return nil, badf("--site builds the page's engine in a temporary folder, and there is no room for one (%v); "+
			"a folder that is there and can be written to, in TMPDIR, would do", err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "engine.wasm")
	if err := golang(ctx, "build", "-trimpath", "-ldflags=-s -w", "-o", file, engine); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
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
