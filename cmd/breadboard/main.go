// Breadboard measures annealed samplers exactly on small discrete spaces.
//
// A command has a file of its name, with its flags and one function on the session: the streams, the signals and the
// clock (session.go). validate has more files, because its flags are many (validate_flags.go), because a kernel may
// also be a file (validate_file.go), told by its rows (validate_rows.go) or known from its moves alone
// (validate_moves.go), and because GitHub reads its verdict (annotation.go). help runs the command line again
// (main.go). The other files hold what commands share:
//
//	main.go       the command line, parsed and run, and exit codes
//	advice.go     what to type in place of what the parser refuses
//	help.go       groups of commands and flags; help.tmpl has the texts
//	flags.go      flags that many commands have, and which of them exclude each other
//	annealing.go  flags that name targets, annealings and programs, and what they stand for
//	exec.go       the command of the user, as a kernel by its rows
//	output.go     tables, files and pictures
//	errors.go     bad input, and what several commands refuse
//	signals.go    Ctrl-C and other signals, and the last words after them
//
// All are one package, because nothing else has a use for a command, and what could be used elsewhere is in reports
// and below.
//
// Exit codes:
//
//	0    success
//	1    a failure that is not bad input: a full disk, a law that a kernel breaks
//	2    bad input: one line on stderr, and nothing is written
//	3    a bug in breadboard, with a trace to send
//	129  a terminal that is closed (SIGHUP)
//	130  Ctrl-C (SIGINT)
//	131  Ctrl-\ (SIGQUIT), which also says what breadboard does if it hangs
//	139  SIGSEGV from another process
//	143  kill (SIGTERM)
//
// After the first of these signals breadboard stops within half a second, and says which results are kept. validate
// --exec has some seconds more, in which it judges the moves so far. A second signal ends it at once. All that --exec
// started ends at the first. After SIGKILL and a crash its standard input ends, and it goes when it reads that.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// commands returns all of them, with no flag set.
func commands() []namedCmd {
	return []namedCmd{
		{"exact", new(exactCmd), `set:"levels=10,100,1000" set:"several=, or several"`},
		{"sample", new(sampleCmd), `set:"levels=100"`},
		{"sweep", new(sweepCmd), ""},
		{"validate", new(validateCmd), `set:"kernel=" set:"kernel_note=" set:"formats=, github"`},
		{"explore", new(exploreCmd), ""},
		{"aide", new(aideCmd), `set:"levels=100"`},
		{"sandwich", new(sandwichCmd), `set:"formats=, github"`},
		{"protocol", new(protocolCmd), `set:"levels=10,30,100,300"`},
		{"score", new(scoreCmd), ""},
		{"reproduce", new(reproduceCmd), ""},
		{"list", new(listCmd), ""},
		{"help", new(helpCmd), ""},
		{"version", new(versionCmd), ""},
	}
}

// asked returns the command that args begin with, or all of them. The flags of one are read in a tenth of the time of
// all, which was half of the time of a short command.
func asked(args []string) []namedCmd {
	all := commands()
	if i := slices.IndexFunc(all, func(c namedCmd) bool { return c.name == args[0] }); i >= 0 {
		return all[i : i+1]
	}
	return all
}

// gcPercent bounds garbage at four times the live memory, unless GOGC says otherwise. A command holds little and makes
// many short vectors, so this saves a twentieth of its time for some MB.
const gcPercent = 400

// mostGarbage is the memory beyond which garbage is collected more often, unless GOMEMLIMIT says otherwise. What the
// program itself takes is left.
const mostGarbage = text.MostBytes - 1<<27

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(mostGarbage)
	}
	os.Exit(supervise(os.Args[1:], os.Stderr, func() int {
		ctx := untilSignal(context.WithValue(context.Background(), lastWordsKey{}, new(lastWords)))
		context.AfterFunc(ctx, func() { endSoon(ctx, os.Stderr) })
		return exitCode(ctx, run(ctx, os.Args[1:], os.Stdout, os.Stderr), os.Stderr)
	}))
}

// supervise runs breadboard and returns its exit code. A panic is a bug: it gets the code 3, one sentence that says
// what to send, and the trace.
func supervise(args []string, stderr io.Writer, breadboard func() int) (code int) {
	defer func() {
		if p := crew.PanicOf(recover()); p != nil {
			fmt.Fprintf(stderr, "breadboard: a bug in breadboard, not in your input: %v; please report it with these "+
				"lines, the version (%s) and the command (%s)\n\n%s", p, version(),
				shell.Quoted(append([]string{"breadboard"}, args...)...), p.Stack)
			code = 3
		}
	}()
	return breadboard()
}

// exitCode prints err and returns the exit code. The error is one line, which a terminal shows as it shows notes below
// a table.
func exitCode(ctx context.Context, err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		sayLast(ctx, stderr)
		return signalCode(ctx)
	}
	line := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ") // joined errors have a line each
	line = "breadboard: " + text.Printable(line)
	if terminal(stderr) {
		words := table.Table{Notes: []string{line}}
		_ = words.Write(stderr, table.Plain, table.Style{Width: widthOf(stderr)})
	} else {
		fmt.Fprintln(stderr, line)
	}
	if errors.As(err, new(badInput)) {
		return 2
	}
	return 1
}

// run runs a command line. A command prints nothing before it has computed everything.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parse(args, stdout, stderr)
	switch {
	case errors.Is(err, errPrinted):
		return nil
	case errors.As(err, new(*fs.PathError)): // help that cannot be printed
		return err
	case err != nil:
		return bad(err)
	}
	if err := cmp.Or(checkStdin(args), checkFlags(command)); err != nil {
		return bad(err)
	}
	node := command.Selected()
	s := newSession(ctx, stdout, stderr, command)
	s.endReports = s.logProgress(node.Name)
	err = command.Run(s)
	s.endReports()
	// A target without anything random has no --seed. Where --mc-seed exists, that may have been meant.
	if errors.Is(err, experiments.ErrNotRandom) && namedFlags(node.Flags, "mc-seed") != nil {
		return bad(experiments.Faultf("%v; the seed of chains and draws is --mc-seed", err))
	}
	return err
}

// helpCmd prints the help of breadboard or of a command, as --help does.
type helpCmd struct {
	Command string `arg:"" optional:"" help:"A command of breadboard; all of them if it is left out." placeholder:"COMMAND"`
}

// Run parses the line again with --help, which prints it.
func (c *helpCmd) Run(s *session) error {
	args := []string{"--help"}
	if c.Command != "" {
		var names []string
		for _, one := range commands() {
			names = append(names, one.name)
		}
		if !slices.Contains(names, c.Command) {
			return bad(experiments.Unknown("the command", c.Command, names))
		}
		args = []string{c.Command, "--help"}
	}
	return run(s.ctx, args, s.stdout, s.stderr)
}

// parse returns the command of a command line. If the line asks for help, parse prints it and returns errPrinted.
func parse(args []string, stdout, stderr io.Writer) (*kong.Context, error) {
	options := append(parserOptions(asked(args)), kong.Name("breadboard"), kong.Writers(stdout, stderr),
		kong.Description("Annealed samplers measured exactly on small discrete spaces."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 80}),
		kong.Help(func(o kong.HelpOptions, command *kong.Context) error {
			return cmp.Or(kong.DefaultHelpPrinter(o, command), errPrinted)
		}))
	parser, err := kong.New(new(cli), options...)
	if err != nil {
		return nil, err
	}
	command, err := parser.Parse(joinNegatives(args))
	if err != nil && !errors.Is(err, errPrinted) {
		err = clearer(err, commands())
	}
	return command, err
}

// joinNegatives joins a flag and a word like -3 or -1/3 behind it, so that the flag's own error names it. The parser
// would take the word for a flag, and no flag begins with a digit.
func joinNegatives(args []string) (joined []string) {
	for i, arg := range args {
		if i > 0 && negative.MatchString(arg) && flagName.MatchString(args[i-1]) {
			joined[len(joined)-1] += "=" + arg
		} else {
			joined = append(joined, arg)
		}
	}
	return joined
}

var (
	negative = regexp.MustCompile(`^-[.0-9]`)
	flagName = regexp.MustCompile(`^(-[A-Za-z]|--[a-z-]+)$`)
)
