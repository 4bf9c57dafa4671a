package main

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/alecthomas/kong"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// A world is everything around a command that it may touch.
type world struct {
	ctx            context.Context
	stdout, stderr io.Writer
	style          table.Style
	bar            bool // stderr is a terminal
	clock          clock
	parser         *kong.Kong
}

func newWorld(ctx context.Context, stdout, stderr io.Writer, parser *kong.Kong) *world {
	return &world{ctx: ctx, stdout: stdout, stderr: stderr, bar: terminal(stderr), parser: parser, clock: wallClock,
		style: table.Style{Color: terminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
			Width: 80}}
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// progress shows a bar on stderr if that is a terminal. Call tell as the work goes on,
// and finish to remove the bar. If stderr is no terminal both do nothing.
func (w *world) progress(what string) (tell experiments.Progress, finish func()) {
	if !w.bar {
		return nil, func() {}
	}
	bar := progressbar.NewOptions(1, progressbar.OptionSetWriter(w.stderr), progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(30), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetRenderBlankState(true))
	tell = func(done, total int) {
		if done >= total { // finish removes the bar
			return
		}
		bar.ChangeMax(total)
		_ = bar.Set(done)
	}
	return tell, func() { _ = bar.Clear() }
}
