package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/server"
	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/grid"
	"breadboard/grid/text"
	"breadboard/reports/explorer"
	"breadboard/reports/table"
)

// exploreCmd serves the page on which one paints a density, or saves it with its answers.
type exploreCmd struct {
	Link string `arg:"" optional:"" help:"A lesson of the gallery, as stuck, or a link of the page, or what follows its #: settings in place of the flags that name one." placeholder:"LESSON|LINK"`
	Addr string `help:"Where to listen; port 0 is any that is free (default ${default})." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	Open bool   `help:"Also open the page in the system's browser."`
	annealingFlags
	Levels int    `short:"T" help:"The number of levels, from 2 (default ${default})." default:"100" placeholder:"N"`
	Exec   string `help:"A program that tells the rows of its kernel, in any language: the page shows it as the kernel exec. See cmd/breadboard/clients." placeholder:"COMMAND"`
	timeoutFlag
	Program string `help:"An inference program in place of the annealing: ${programs}." placeholder:"SPEC" complete:"program"`
	targetSeed
	Export string `help:"Serve nothing, and write a file: NAME.html is the page with its answers, which needs no server; NAME.png, .svg or .pdf is a picture of the maps, J and B." placeholder:"FILE" complete:"file"`
	Site   string `help:"Serve nothing, and write the page with an engine of its own into this directory, for any static server." placeholder:"DIR" complete:"file"`
	forceFlags
}

// Run serves the page until the program is interrupted. An address without a host is on this machine alone.
func (c *exploreCmd) Run(w *world) error {
	outside, finish := c.outside(w)
	defer finish()
	b, err := c.beginning(w, outside)
	if err != nil {
		return bad(err)
	}
	if c.Site != "" {
		return c.site(w, b)
	}
	if c.Export != "" {
		return c.export(w, b)
	}
	atOnce := runtime.GOMAXPROCS(0) // long answers: one a core, or fewer if the memory does not suffice for as many
	if free, known := system.FreeMemory(); known {
		atOnce = max(1, min(atOnce, int((free-experiments.ProgramBytes)/explore.MostMemory)))
	}
	bytes := experiments.ProgramBytes + float64(atOnce*explore.MostMemory)
	if err := w.affordBytes(fmt.Sprintf("the largest answers of the page take %s of memory", amount(bytes)),
		"a larger limit", bytes, false, false); err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if n, wrong := strconv.ParseUint(port, 10, 16); err != nil || wrong != nil || strconv.FormatUint(n, 10) != port {
		return badf("--addr %s is no address; a host and a port from 0 to 65535, as in --addr 127.0.0.1:8080, would "+
			"do", c.Addr)
	}
	host = cmp.Or(host, "127.0.0.1")
	asked := net.JoinHostPort(host, port)
	l, err := net.Listen("tcp", asked)
	if err != nil {
		return bad(taken(asked, err))
	}
	defer l.Close()
	_, port, _ = net.SplitHostPort(l.Addr().String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() { // a browser on this machine reaches it here
		host = "127.0.0.1"
	}
	link := "http://" + net.JoinHostPort(host, port) + "/" + b.link()
	if _, err := fmt.Fprintln(w.stdout, link); err != nil {
		return err
	}
	if !l.Addr().(*net.TCPAddr).IP.IsLoopback() {
		w.say("--addr " + c.Addr + " lets other machines in: whoever reaches this port can have this one compute")
	}
	w.hush()
	w.say("the page is at this link until Ctrl-C")
	if c.Open {
		go func() {
			if err := system.Browse(link); err != nil && w.ctx.Err() == nil {
				w.say(fmt.Sprintf("no browser was opened: %v; the link, opened by hand, would do", err))
			}
		}()
	}
	err = server.Serve(w.ctx, l, server.Options{Page: explorer.Served(), Version: version(), AtOnce: atOnce,
		Asked: asked, Outside: outside,
		Bug: func(p *crew.Panic) { reportBug(w.command.Args, w.stderr, p, p.Stack) }})
	if err != nil {
		return err
	}
	return context.Cause(w.ctx)
}

// taken says why nobody can listen at an address, and what would do.
func taken(asked string, err error) error {
	host, _, _ := net.SplitHostPort(asked)
	free := net.JoinHostPort(host, "0")
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("--addr %s is in use, perhaps by another breadboard explore; --addr %s, which takes a free "+
			"port, would do", asked, free)
	}
	var cause *net.OpError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("--addr %s: %s; --addr 127.0.0.1:0, which takes a free port of this machine, would do", asked,
		text.OneLine(err.Error()))
}

// A beginning holds one setting or two, and keys of the page: the page shows it first.
type beginning struct {
	a, b   *explore.Question
	page   url.Values
	lesson explorer.Lesson // empty if it is none
}

// link is the fragment of the page's link.
func (b beginning) link() string { return explorer.Link(b.a, b.b, b.page) }

// beginning reads the link, or the flags, and looks all names up. The error is bad input. A link names everything that
// flags name.
func (c *exploreCmd) beginning(w *world, outside *explore.Outside) (b beginning, err error) {
	if c.Link == "" {
		if b.a, err = c.question(w); err == nil {
			_, err = b.a.Asking(outside).Chain()
		}
		return b, err
	}
	for _, flag := range w.command.Selected().Flags {
		own := slices.Contains([]string{"addr", "open", "export", "site", "force", "exec", "timeout"}, flag.Name)
		if !own && w.given(flag.Name) {
			return b, fmt.Errorf("%s is given beside a link, which names a setting by itself; one of the two would do",
				dashed(flag))
		}
	}
	link := c.Link
	if !strings.ContainsAny(link, "=#/") {
		lesson, known := explorer.LessonNamed(link)
		if !known {
			return b, fmt.Errorf("%s is no lesson, and no link of the page; a lesson, as %s, a link, as "+
				"#toy=easy&T=300, or --toy easy -T 300, would do", link, strings.Join(lessonNames(), ", "))
		}
		b.lesson = lesson
		link = lesson.Link
	}
	if b.a, b.b, b.page, err = explorer.ParseLink(link); err == nil {
		_, err = b.a.Asking(outside).Chain()
	}
	if err == nil && b.b != nil {
		_, err = b.b.Asking(outside).Chain()
	}
	return b, err
}

// lessonNames are the names of the gallery's lessons, as one types them.
func lessonNames() []string { return table.Each(explorer.Lessons(), explorer.Lesson.Name) }

// outside is the program of the page, or nil. It is asked for the rows at one beta after the other, and nobody waits
// for less: a page that has gone on, as while one paints, does not end it.
func (c *exploreCmd) outside(w *world) (o *explore.Outside, finish func()) {
	if c.Exec == "" {
		return nil, func() {}
	}
	const seed = 1
	program := w.rowsProgram(c.Exec, c.Timeout, seed)
	ask := func(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64, error) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return program.ask(context.WithoutCancel(ctx), g, beta, logf, cells)
	}
	return &explore.Outside{Command: c.Exec, Ask: ask}, func() { _ = program.close() }
}

// question returns the question that the flags name. A target from a file is written as a link does.
func (c *exploreCmd) question(w *world) (*explore.Question, error) {
	if c.Data != "" {
		return nil, experiments.Faultf("%v %s: the page reads no data; a model with simulated data, or a posterior "+
			"as a target, would do", experiments.FieldData, c.Data)
	}
	s := c.setting(c.targetSeed.Seed)
	if s.StepsByLevel != "" {
		return nil, experiments.Faultf("%v %s: the page has as many steps at each level; a number would do, or "+
			"breadboard exact", experiments.FieldRepeat, s.StepsByLevel)
	}
	q := &explore.Question{Toy: s.Toy, Seed: s.Seed, Axes: s.Axes, Orbits: s.Orbits, Kernel: s.Kernel, Bridge: s.Bridge,
		Initial: s.Initial, Schedule: s.Schedule, SkipLast: s.SkipLast, Program: c.Program, T: c.Levels}
	if c.Exec != "" {
		q.Kernel = explore.Told
	}
	if s.Repeat != 1 { // which a link leaves out
		q.Repeat = s.Repeat
	}
	switch {
	case c.Levels == 0: // in a question it stands for the default
		return nil, experiments.Faultf("%v 0; a number of levels from 2 to %d would do", experiments.FieldT,
			explore.MostLevels)
	case c.Target == "":
		q.Toy = cmp.Or(q.Toy, explorer.First().Toy)
		return q, nil
	}
	chain, err := experiments.Setting{Target: c.Target, Box: c.Grid, Density: c.Density}.Chain()
	if err != nil {
		return nil, err
	}
	w.doubt(chain.Doubts())
	if q.Target = explore.PaintedText(chain.Target); q.Target == "" {
		return nil, experiments.Faultf("%v %s has %d axes; one or two, on which somebody can paint, would do",
			experiments.FieldTarget, c.Target, chain.Target.Grid.Axes())
	}
	return q, nil
}
