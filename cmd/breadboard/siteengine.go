package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"breadboard/cmd/breadboard/internal/shipped"
	"breadboard/grid/text"
	"breadboard/reports/explorer"
)

const engineRoom = "breadboard/cmd/breadboard/internal/engine" // the program that answers the page in the browser

// A source is where the engine of the page comes from: the program itself, if it was built with it, or else a folder of
// the repository.
type source struct {
	inside []byte // packed; nil if it is to be built
	folder string
}

// findEngine finds the engine: in the program, in the repository where the program runs, or in the one that it was
// built from, if that is still there.
func findEngine(ctx context.Context) (source, error) {
	if packed := shipped.Engine(); packed != nil {
		return source{inside: packed}, nil
	}
	err := golang(ctx, ".", "list", engineRoom)
	if err == nil {
		return source{folder: "."}, nil
	}
	if folder := builtFrom(); folder != "" && golang(ctx, folder, "list", engineRoom) == nil {
		return source{folder: folder}, nil
	}
	return source{}, badf("--site needs the page's engine, and this program was built without it. A program that "+
		".ci/release made has it. Or, in a clone of the repository and with Go 1.26 on the PATH, the same command "+
		"would do: it builds the engine (%w)", err)
}

// builtFrom is the folder of the source that the program was built from, as far as the program knows it: not if it was
// built with -trimpath.
func builtFrom() string {
	_, file, _, _ := runtime.Caller(0)
	if !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Dir(file)
}

// packed is the engine as gzip packs it.
func (s source) packed(w *world) ([]byte, error) {
	if s.inside != nil {
		return s.inside, nil
	}
	w.notify("the engine is being built, which takes a minute the first time")
	plain, err := s.build(w.ctx)
	if err != nil {
		return nil, err
	}
	return explorer.Packed(plain), nil
}

// build compiles the engine to WebAssembly: the same bytes from the same source, for neither paths nor commits are in
// it. The command go works in TMPDIR too, and cleans it.
func (s source) build(ctx context.Context) ([]byte, error) {
	room, err := os.MkdirTemp("", "breadboard-engine")
	if err != nil {
		return nil, badf("--site builds the page's engine with the command go, which needs a temporary folder, and "+
			"there is no room for one (%v); a folder that is there and can be written to, in TMPDIR, would do", err)
	}
	defer os.RemoveAll(room)
	file := filepath.Join(room, "engine.wasm")
	err = golang(ctx, s.folder, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file, engineRoom)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// golang runs the command go for WebAssembly in a folder.
func golang(ctx context.Context, folder string, args ...string) error {
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir = folder
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) } // it stops its compilers
	command.WaitDelay = 300 * time.Millisecond
	said, err := command.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go %s: %w %s", args[0], err, text.OneLine(strings.TrimSpace(string(said))))
	}
	return cmp.Or(context.Cause(ctx), err)
}
