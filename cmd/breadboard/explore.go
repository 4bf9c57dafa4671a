package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/cmd/breadboard/internal/server"
	"breadboard/cmd/breadboard/internal/shipped"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/grid/text"
	"breadboard/reports/explorer"
	"breadboard/reports/table"
)

// exploreCmd serves the page on which one paints a density, or writes it as a folder.
type exploreCmd struct {
	Addr string `help:"Where to listen; port 0 is any that is free (default ${default})." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	annealingFlags
	Levels  int    `short:"T" help:"The number of levels, from 2 (default ${default})." default:"100" placeholder:"N"`
	Program string `help:"An inference program in place of the annealing: breadboard list programs." placeholder:"SPEC" names:"program"`
	targetSeed
	Site string `help:"Serve nothing, and write the page with its engine into this directory, for any web server." placeholder:"DIR"`
}

// Run serves the page until it is interrupted.
func (c *exploreCmd) Run(s *session) error {
	q, err := c.question(s)
	if err == nil {
		_, err = q.Annealer()
	}
	if err != nil {
		return bad(err)
	}
	if c.Site != "" {
		return c.site(s, q)
	}
	l, err := net.Listen("tcp", c.Addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return badf("--addr %s is in use, perhaps by another breadboard explore; use another port, or 0 for a free one",
			c.Addr)
	}
	if err != nil {
		return badf("--addr %s: %w; use a host and a port, as in 127.0.0.1:0", c.Addr, err)
	}
	defer l.Close()
	if _, err := fmt.Fprintln(s.stdout, pageAt(l)+explorer.Link(q)); err != nil {
		return err
	}
	if !l.Addr().(*net.TCPAddr).IP.IsLoopback() {
		s.notify("--addr " + c.Addr + " lets other machines in: whoever reaches this port can have this one compute")
	}
	s.endReports()
	s.notify("the page is at this link until Ctrl-C")
	if err := server.Serve(s.ctx, l, c.Addr, explorer.Served(), version()); err != nil {
		return err
	}
	return context.Cause(s.ctx)
}

// pageAt returns the page's address in a browser on this machine.
func pageAt(l net.Listener) string {
	host, port, _ := net.SplitHostPort(l.Addr().String())
	if net.ParseIP(host).IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// question returns the question that the flags name. A target from a file becomes a painted one.
func (c *exploreCmd) question(s *session) (q explore.Question, err error) {
	if c.Data != "" {
		return q, experiments.Faultf("%v %s: the page reads no data; use a model with simulated data",
			experiments.FieldData, c.Data)
	}
	setting := c.setting(c.Seed)
	q = explore.Question{Toy: setting.Toy, Seed: setting.Seed, Axes: setting.Axes, Kernel: setting.Kernel,
		Bridge: setting.Bridge, Initial: setting.Initial, Schedule: setting.Schedule, SkipLast: setting.SkipLast,
		Program: c.Program, T: c.Levels}
	if setting.Repeat != 1 { // a link leaves out 1
		q.Repeat = setting.Repeat
	}
	switch {
	case c.Levels == 0: // in a question 0 would mean the default
		return q, experiments.Faultf("%v 0; use a number of levels from 2 to %d", experiments.FieldT,
			explore.MostLevels)
	case c.Target == "":
		q.Toy = cmp.Or(q.Toy, explorer.First().Toy)
		return q, nil
	}
	annealer, err := experiments.Setting{Target: c.Target}.Annealer()
	if err != nil {
		return q, err
	}
	s.warn(annealer.Doubts())
	canvas := explore.CanvasOn(annealer)
	if canvas.Target == "" {
		return q, experiments.Faultf("%v %s has %d axes; use one or two, which can be painted",
			experiments.FieldTarget, c.Target, annealer.Target.Grid.Axes())
	}
	q.Target = canvas.Target
	q.Axes = cmp.Or(q.Axes, canvas.Kinds)
	return q, nil
}

// site writes the page with its engine as a folder, for any web server.
func (c *exploreCmd) site(s *session, q explore.Question) error {
	if err := s.claim("--site", c.Site); err != nil {
		return err
	}
	engine := shipped.Engine
	if engine == nil {
		s.notify("the engine is being built, which takes a minute the first time")
		plain, err := buildEngine(s.ctx)
		if err != nil {
			return err
		}
		engine = explorer.Packed(plain)
	}
	choices := explore.OfferedChoices()
	choices.Version = version()
	first, err := firstAnswers(s.ctx, q, choices)
	if err != nil {
		return bad(err)
	}
	site := explorer.Site(len(engine), first)
	site["catalogue.json"] = answers.Encoded(choices)
	site["engine.wasm.gz"] = engine
	if err := s.write(c.Site, siteFiles(site)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.stdout, "%[1]s has the page; a browser loads %.3[2]g MiB once. Any static server serves "+
		"it, as\n\n    python3 -m http.server --directory %[1]s\n\nThen the page is at http://127.0.0.1:8000/%[3]s\n",
		c.Site, float64(len(engine))/(1<<20), explorer.Link(q))
	return err
}

// firstAnswers returns the answers to a link, with the defaults that the page fills in.
func firstAnswers(ctx context.Context, q explore.Question, choices explore.Choices) ([]explorer.Answered, error) {
	completed := explorer.Completed(q)
	first, err := server.First(ctx, completed)
	return append(first, explorer.Answered{Kind: "catalogue", Body: completed, Answer: choices}), err
}

// siteFiles returns the files of a site, sorted by name. index.html comes last, so that a new page never loads old
// modules.
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

// buildEngine compiles the page's engine to WebAssembly, in a clone of the repository. The same source makes the same
// bytes, because they hold neither paths nor commits.
func buildEngine(ctx context.Context) ([]byte, error) {
	room, err := os.MkdirTemp("", "breadboard-engine")
	if err != nil {
		return nil, badf("--site builds the page's engine in a temporary folder (%w); use one that can be written to, "+
			"in TMPDIR", err)
	}
	defer os.RemoveAll(room)
	file := filepath.Join(room, "engine.wasm")
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file,
		"breadboard/cmd/breadboard/internal/engine")
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) } // the go command stops its compilers
	command.WaitDelay = 300 * time.Millisecond
	printed, err := command.CombinedOutput()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, badf("--site needs the page's engine, which this executable was built without; use breadboard in "+
			"a clone of the repository with Go on the PATH, or an executable that .ci/release made (go build: %w %s)",
			err, text.OneLine(strings.TrimSpace(string(printed))))
	}
	return os.ReadFile(file)
}
