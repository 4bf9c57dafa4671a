package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"strconv"
	"syscall"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/server"
	"breadboard/cmd/breadboard/internal/system"
	"breadboard/grid/text"
	"breadboard/reports/explorer"
)

// exploreCmd serves the page on which one paints a density, or writes it as a folder.
type exploreCmd struct {
	Link string `arg:"" optional:"" help:"A link of the page, or what follows its #: settings in place of the flags that name one." placeholder:"LINK"`
	Addr string `help:"Where to listen; port 0 is any that is free (default ${default})." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	Open bool   `help:"Also open the page in the system's browser."`
	annealingFlags
	Levels  int    `short:"T" help:"The number of levels, from 2 (default ${default})." default:"100" placeholder:"N"`
	Program string `help:"An inference program in place of the annealing: ${programs}." placeholder:"SPEC" names:"program"`
	targetSeed
	Site string `help:"Serve nothing, and write the page with an engine of its own into this directory, for any static server." placeholder:"DIR"`
}

// Run serves the page until the program is interrupted.
func (c *exploreCmd) Run(w *world) error {
	b, err := c.beginning(w)
	if err != nil {
		return bad(err)
	}
	if c.Site != "" {
		return c.site(w, b)
	}
	l, asked, err := c.listen()
	if err != nil {
		return err
	}
	defer l.Close()
	link := pageAt(l, asked) + b.link()
	if _, err := fmt.Fprintln(w.stdout, link); err != nil {
		return err
	}
	if !l.Addr().(*net.TCPAddr).IP.IsLoopback() {
		w.notify("--addr " + c.Addr + " lets other machines in: whoever reaches this port can have this one compute")
	}
	w.hush()
	w.notify("the page is at this link until Ctrl-C")
	if c.Open {
		go func() {
			if err := system.Browse(link); err != nil && w.ctx.Err() == nil {
				w.notify(fmt.Sprintf("no browser was opened: %v; the link, opened by hand, would do", err))
			}
		}()
	}
	err = server.Serve(w.ctx, l, server.Options{Page: explorer.Served(), Version: version(),
		AtOnce: runtime.GOMAXPROCS(0), Asked: asked,
		Bug: func(p *crew.Panic) { reportBug(w.command.Args, w.stderr, p, p.Stack) }})
	if err != nil {
		return err
	}
	return context.Cause(w.ctx)
}

// listen listens at --addr, and returns that address with its host. One without a host is on this machine alone.
func (c *exploreCmd) listen() (l net.Listener, asked string, err error) {
	host, port, err := net.SplitHostPort(c.Addr)
	if n, wrong := strconv.ParseUint(port, 10, 16); err != nil || wrong != nil || strconv.FormatUint(n, 10) != port {
		return nil, "", badf("--addr %s is no address; a host and a port from 0 to 65535, as in "+
			"--addr 127.0.0.1:8080, would do", c.Addr)
	}
	asked = net.JoinHostPort(cmp.Or(host, thisMachine), port)
	l, err = net.Listen("tcp", asked)
	if err != nil {
		return nil, "", bad(taken(asked, err))
	}
	return l, asked, nil
}

const thisMachine = "127.0.0.1"

// pageAt is the page's address in a browser on this machine.
func pageAt(l net.Listener, asked string) string {
	host, _, _ := net.SplitHostPort(asked)
	_, port, _ := net.SplitHostPort(l.Addr().String()) // the one that was free, if port 0 was asked for
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = thisMachine
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
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
