// Breadboard measures annealed samplers exactly on small discrete spaces.
//
// A command has a file of its name, with its flags and one function on the session: the streams, the signals and the
// clock (session.go). validate has more files, because a kernel may also be a file (validate_file.go) or known from its
// moves alone (validate_moves.go), and because GitHub reads its verdict (annotation.go). The other files hold what
// commands share:
//
//	main.go       the command line, parsed and run
//	help.go       groups of commands and flags; help.tmpl has the texts
//	flags.go      flags that many commands have, and which of them exclude each other
//	annealing.go  flags that name targets, annealings and programs, and what they stand for
//	exec.go       the command of the user, as a kernel by its rows
//	output.go     tables, files and pictures
//	errors.go     bad input, and exit codes
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

	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// cli holds the flags of breadboard itself.
type cli struct {
	ShowVersion versionFlag `name:"version" short:"v" hidden:"" help:"Print the version and its commit."`
}

// command is a command of breadboard. It sets words in the help of the flags that it shares with others, as levels in
// "Numbers of levels (default ${levels})". Its own help is in help.tmpl.
type command struct {
	name  string
	flags any
	words string
}

// commands returns all of them, with no flag set.
func commands() []command {
	return []command{
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
func asked(args []string) []command {
	all := commands()
	if i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] }); i >= 0 {
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
	if errors.Is(err, experiments.ErrSpan) {
		return bad(err)
	}
	// A target without anything random has no --seed. Where --mc-seed exists, that may have been meant.
	if errors.Is(err, experiments.ErrNotRandom) && namedFlags(node.Flags, "mc-seed") != nil {
		return bad(experiments.Faultf("%v; the seed of chains and draws is --mc-seed", err))
	}
	return err
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
		err = clearer(err)
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

// valueless matches the parser's error for a flag without its value, as in exact --toy.
var valueless = regexp.MustCompile(`^(--[a-z-]+): (expected \w+ value but got ("EOL"|.* flag\))|missing value)`)

// clearer adds advice to errors of the parser: on a word that stands alone, as in exact easy or exact logf.csv, and on
// a flag that is unknown or without its value.
func clearer(err error) error {
	if flag := valueless.FindStringSubmatch(err.Error()); flag != nil {
		return fmt.Errorf("%s has no value after it; use one as --help shows", flag[1])
	}
	if better := insteadOf(err); better != nil {
		return better
	}
	word, isStray := strings.CutPrefix(err.Error(), "unexpected argument ")
	switch {
	case strings.HasPrefix(err.Error(), "unknown flag") && !strings.Contains(err.Error(), "did you mean"):
		return fmt.Errorf("%w; --help has all", err)
	case !isStray:
		return err
	}
	for _, k := range catalogues {
		if word == k.name {
			return fmt.Errorf("%w; list has one catalogue at a time, or all", err)
		}
		if name := experiments.Canonical(k.Field, word); slices.Contains(experiments.Specs(k.Field), name) {
			return fmt.Errorf("%w; use --%s %s", err, k.Field, name)
		}
	}
	isTable := strings.HasSuffix(word, ".csv") || strings.HasSuffix(word, ".npy")
	if parsed, is := errors.AsType[*kong.ParseError](err); is && isTable {
		command := parsed.Context.Selected() // nil before a command
		if command != nil && namedFlags(command.Flags, "target") != nil {
			return fmt.Errorf("%w; use --target %s", err, shell.Quoted(word))
		}
	}
	return fmt.Errorf("%w; --help has all", err)
}
