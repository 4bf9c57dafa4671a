package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"breadboard/experiments/explore"
	"breadboard/grid/text"
	"breadboard/reports/explorer"
	"breadboard/reports/table"
)

// site writes the page as a folder that any static server serves, with the engine that answers in the browser. The engine
// is built from the source, so the command runs where it is.
func (c *exploreCmd) site(w *world, b beginning) error {
	if c.Export != "" {
		return badf("--export and --site are one page in two forms; one of the two would do")
	}
	root, err := sourceRoot()
	if err != nil {
		return bad(err)
	}
	write := func(engine, packed, starter []byte, do func(dir string, files map[string][]byte) error) error {
		choices := explore.Catalogue()
		choices.Version = version()
		site, err := explorer.Site(engine, packed, starter, choices)
		for _, folder := range slices.Backward(slices.Sorted(maps.Keys(site))) { // index.html comes last
			if err == nil {
				err = do(filepath.Join(c.Site, filepath.FromSlash(folder)), site[folder])
			}
		}
		return err
	}
	if err := write(nil, nil, nil, func(dir string, files map[string][]byte) error {
		return w.checkDir("--site", c.into(dir), slices.Sorted(maps.Keys(files))...)
	}); err != nil {
		return err
	}
	w.say("the engine is being built, which takes a minute the first time")
	engine, starter, err := buildEngine(w.ctx, root)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = zip.Write(engine)
	}
	if err = errors.Join(err, zip.Close()); err != nil {
		return err
	}
	sum := 0
	if err := write(engine, packed.Bytes(), starter, func(dir string, files map[string][]byte) error {
		set := []table.File{}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			sum += len(files[name])
			set = append(set, table.File{Name: name, Write: func(out io.Writer) error {
				_, err := out.Write(files[name])
				return err
			}})
		}
		return w.write(c.into(dir), set)
	}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.stdout, "%s has the page, %.1f MB, of which a browser loads an engine of %.1f MB once.\n"+
		"Any static server serves it, as\n\n    python3 -m http.server --directory %[1]s\n\n"+
		"and then it is at http://127.0.0.1:8000/%[4]s\n", c.Site, float64(sum)/1e6, float64(packed.Len())/1e6, b.link())
	return err
}

// sourceRoot is the folder of this program's source in which the command runs.
func sourceRoot() (string, error) {
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		mod, wrong := os.ReadFile(filepath.Join(dir, "go.mod"))
		if module, _, _ := strings.Cut(string(mod), "\n"); wrong == nil && strings.TrimSpace(module) == "module breadboard" {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			err = errors.New("--site builds the page's engine from the source of breadboard, and this folder is not in it; the " +
				"same command in a clone of the repository would do")
		}
	}
	return "", err
}

// buildEngine compiles the engine to WebAssembly, and returns it with the script of that Go which starts it, if it is
// there: some systems leave it out.
func buildEngine(ctx context.Context, root string) (engine, starter []byte, err error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return nil, nil, badf("--site builds the page's engine with Go, and there is no go on the PATH; Go 1.26 from " +
			"https://go.dev/dl would do")
	}
	dir, err := os.MkdirTemp("", "breadboard-engine")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "engine.wasm")
	run := func(args ...string) ([]byte, error) {
		var out, errs bytes.Buffer
		build := exec.CommandContext(ctx, tool, args...)
		build.Dir, build.Stdout, build.Stderr = root, &out, &errs
		build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		build.Cancel = func() error { return build.Process.Signal(os.Interrupt) } // it stops its compilers
		build.WaitDelay = 300 * time.Millisecond
		if err := build.Run(); ctx.Err() != nil {
			return nil, context.Cause(ctx)
		} else if err != nil {
			return nil, fmt.Errorf("go %s: %w: %s", args[0], err, text.OneLine(strings.TrimSpace(errs.String())))
		}
		return out.Bytes(), nil
	}
	if _, err = run("build", "-trimpath", "-ldflags=-s -w", "-o", file, "./cmd/breadboard/internal/engine"); err != nil {
		return nil, nil, err
	}
	home, err := run("env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	engine, err = os.ReadFile(file)
	starter, _ = os.ReadFile(filepath.Join(strings.TrimSpace(string(home)), "lib", "wasm", "wasm_exec.js"))
	return engine, starter, err
}
