// Breadboard measures annealed samplers exactly on small discrete spaces.
//
// Exit codes: 0 for success; 2 for bad input, and for what is large and was not
// asked for with --yes, told in one line on stderr with nothing written; 130 after
// Ctrl-C; 1 for whatever else fails.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// cli is the program: global flags and one field a command.
type cli struct {
	Version kong.VersionFlag `help:"Print the version with its commit, and leave."`

	Reproduce  reproduceCmd  `cmd:"" help:"The paper's Appendix B: tables, figures and a page with all."`
	Exact      exactCmd      `cmd:"" set:"levels=10,100,1000" help:"J, B and all else that is exact about an annealing."`
	Certify    certifyCmd    `cmd:"" set:"levels=10,100,1000" help:"How many digits of J, B and the divergences are right, proved."`
	Sample     sampleCmd     `cmd:"" set:"levels=100" help:"Monte Carlo estimates beside their exact values."`
	Sweep      sweepCmd      `cmd:"" help:"Every combination of targets, kernels, schedules and T, into one table."`
	Merge      mergeCmd      `cmd:"" help:"The shards of a sweep joined into its table."`
	Seeds      seedsCmd      `cmd:"" help:"The draws of the random toys nearest to the published figures."`
	Validate   validateCmd   `cmd:"" help:"What is exactly right and wrong with a kernel."`
	List       listCmd       `cmd:"" help:"Toys, kernels, bridges and schedules, each with a line."`
	Completion completionCmd `cmd:"" help:"A completion script for bash, zsh or fish."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(exitCode(ctx, run(ctx, os.Args[1:], os.Stdout, os.Stderr), os.Stderr))
}

// run is the program. What it prints it has computed whole.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	var c cli
	parser, err := kong.New(&c, append(wholeNumbers(), kong.Name("breadboard"), kong.Writers(stdout, stderr),
		kong.Description("Annealed samplers measured exactly on small discrete spaces."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 80}),
		vars(),
		kong.Exit(func(int) { panic(done{}) }))...)
	if err != nil {
		return err
	}
	defer func() { // help and version end the parsing by Exit
		if p := recover(); p != nil && p != (done{}) {
			panic(p)
		}
	}()
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(joinNegatives(args))
	if err != nil {
		return badInput{err}
	}
	return command.Run(newWorld(ctx, stdout, stderr, parser))
}

type done struct{}

// badInput is an error that the user can mend.
type badInput struct{ error }

// Unwrap is the error itself.
func (b badInput) Unwrap() error { return b.error }

// bad makes err bad input, where it is one.
func bad(err error) error {
	if err == nil {
		return nil
	}
	return badInput{err}
}

// exitCode tells err in one line and returns what to exit with.
func exitCode(ctx context.Context, err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "breadboard: interrupted")
		return 130
	}
	line := strings.Join(strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
	fmt.Fprintln(stderr, "breadboard: "+line)
	if errors.As(err, new(badInput)) {
		return 2
	}
	return 1
}
