package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"time"

	"github.com/alecthomas/kong"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"breadboard/experiments"
	"breadboard/reports"
)

// A world is what a command sees of its surroundings.
type world struct {
	ctx            context.Context
	stdout, stderr io.Writer
	style          reports.Style
	bar            bool // stderr is a terminal
	parser         *kong.Kong
}

func newWorld(ctx context.Context, stdout, stderr io.Writer, parser *kong.Kong) *world {
	return &world{ctx: ctx, stdout: stdout, stderr: stderr, bar: terminal(stderr), parser: parser,
		style: reports.Style{Color: terminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb", Width: 80}}
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// print writes tables one below the other, all of them or, where one cannot be
// rendered, none.
func (w *world) print(f reports.Format, tables ...reports.Table) error {
	var b bytes.Buffer
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		if err := t.Write(&b, f, w.style); err != nil {
			return err
		}
	}
	_, err := w.stdout.Write(b.Bytes())
	return err
}

// progress returns a bar on stderr where that is a terminal, to be told how the
// work goes, and what removes the bar. Elsewhere both do nothing.
func (w *world) progress(what string) (tell experiments.Progress, finish func()) {
	if !w.bar {
		return nil, func() {}
	}
	bar := progressbar.NewOptions(1, progressbar.OptionSetWriter(w.stderr), progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(30), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
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

// outputFlags are those of every command.
type outputFlags struct {
	Format string `help:"How to print: ${formats}." default:"table" placeholder:"NAME" complete:"format"`
}

func formats() []string {
	var names []string
	for _, f := range reports.Formats {
		names = append(names, string(f))
	}
	return names
}

// format is the format asked for; the error is bad input.
func (o outputFlags) format() (reports.Format, error) {
	for _, f := range reports.Formats {
		if string(f) == o.Format {
			return f, nil
		}
	}
	return "", bad(experiments.Unknown("--format", o.Format, formats()))
}
