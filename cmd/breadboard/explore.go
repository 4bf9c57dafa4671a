package main

import (
	"fmt"
	"net"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/server"
	"breadboard/reports/charts"
	"breadboard/reports/explorer"
)

// exploreCmd serves the page on which one paints a density.
type exploreCmd struct {
	Addr string `help:"Where to listen (default ${default})." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
}

// Run serves the page until the program is interrupted.
func (c *exploreCmd) Run(w *world) error {
	l, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return bad(err)
	}
	fmt.Fprintf(w.stdout, "http://%s/\n", l.Addr())
	return server.Serve(w.ctx, l, server.Options{Page: explorer.Files(), Charts: charts.Files(), Version: version(),
		Asked: c.Addr, Bug: func(p *crew.Panic) { w.say(p.Error()) }})
}
