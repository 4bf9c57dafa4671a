// Breadboard measures annealed samplers exactly on small discrete spaces. main.go
// parses the command line and runs one command; most commands have a file of their name.
// All are one package, because a command is its flags and one function on the world
// (streams, signals and clock) that no other program has a use for.
//
// Exit codes:
//
//	0    success
//	1    a failure that is not bad input: a full disk, a law that a kernel breaks
//	2    bad input, or what is too large without --yes: one line on stderr, and
//	     nothing is written
//	3    a bug in the program, with a trace to send
//	129  a terminal that was closed (SIGHUP)
//	130  Ctrl-C (SIGINT)
//	131  Ctrl-\ (SIGQUIT); if the program does not stop by itself, with what it was doing
//	141  nobody reads the output any more, as after | head -1 (SIGPIPE)
//	143  kill (SIGTERM)
//
// After the first of these signals the program stops within half a second, and says which results
// are kept; validate --exec has five seconds to judge the moves so far. A second one ends it at once.
// However it ends, what --exec started ends too.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
)

// cli is the program: flags of the whole program, and one field a command.
type cli struct {
	ShowVersion versionFlag `name:"version" short:"v" help:"Print the version and its commit; -V does too."`

	Exact     exactCmd     `kong:"cmd,first='toy target levels kernel exec',group='Begin with these',set='levels=10,100,1000',set='several_toys= Or several, separated by commas.',set='several_files= Or several, and beside toys too.',help='J and B of an annealing or of programs, exactly, and what they are made of.'"`
	Sample    sampleCmd    `cmd:"" first:"toy target levels kernel chains" group:"Begin with these" set:"levels=100" help:"Monte Carlo estimates beside their exact values."`
	Sweep     sweepCmd     `cmd:"" first:"toy levels kernel schedule out" group:"Begin with these" help:"Every combination of targets, kernels, schedules and T, in one table."`
	Validate  validateCmd  `kong:"cmd,group='Begin with these',first='toy target kernel matrix exec moves',set='kernel=',set='kernel_default=',set='kernel_is=A kernel of the catalogue; or, with --matrix, --exec or --moves, the kernel that those claim to be',help='What is exactly right and wrong with a kernel.'"`
	Explore   exploreCmd   `cmd:"" first:"toy target kernel open site" group:"Begin with these" set:"levels=100" help:"A page on which one paints a density, and watches J, B and the annealing answer."`
	Aide      aideCmd      `cmd:"" first:"toy levels gold program runs" group:"Measure any program" set:"levels=100" help:"How far apart two inference programs are: AIDE's estimate beside the truth."`
	Sandwich  sandwichCmd  `cmd:"" first:"forward reverse columns format" group:"Measure any program" help:"Whether log weights from any sampler are right, and what log R they bound."`
	Protocol  protocolCmd  `cmd:"" first:"toy data levels kernel exec" group:"Measure any program" set:"levels=10,30,100,300" help:"A sampler on real data, judged on simulated data like them, exactly."`
	Score     scoreCmd     `cmd:"" first:"toy zoo kernel start exec" group:"Examine a kernel" help:"How well kernels really work: exact effective sample sizes, and a leaderboard."`
	Reproduce reproduceCmd `cmd:"" group:"Reproduce a paper" help:"BREAD's Appendix B, or a sister paper, again: its tables and figures beside what was published."`
	List      listCmd      `cmd:"" group:"Look things up" help:"Toys, kernels, bridges and schedules, a line for each."`
	Help      helpCmd      `cmd:"" group:"Look things up" help:"This help, or that of a command."`
	Version   versionCmd   `cmd:"" group:"Look things up" help:"The version and its commit."`
}

// garbage is the memory, in hundredths of what is held, that may lie about before it is collected, unless GOGC says
// otherwise. A command holds little, and makes many short vectors: it is a twentieth sooner, for some MB.
const garbage = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	os.Exit(supervise(os.Args[1:], os.Stderr, func() int {
		ctx := untilSignal(context.WithValue(context.Background(), lastWordsKey{}, new(lastWords)))
		context.AfterFunc(ctx, func() { endSoon(ctx, os.Stderr) })
		return exitCode(ctx, run(ctx, os.Args[1:], os.Stdout, os.Stderr), os.Stderr)
	}))
}

// run is the program. A command prints nothing before it has computed everything.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	for _, word := range args {
		if !utf8.ValidString(word) { // the parser would read another word
			return badf("%s is not in UTF-8; a word or a name of a file that is would do", word)
		}
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parse(args, stdout, stderr)
	switch {
	case errors.Is(err, errPrinted):
		return nil
	case err != nil:
		return err
	}
	if err := checkFlags(command); err != nil {
		return bad(err)
	}
	node := command.Selected()
	w := newWorld(ctx, stdout, stderr, command)
	w.style.Label = node.Name
	w.hush = w.tellNowAndThen(node.Name)
	err = command.Run(w)
	w.hush()
	// A target in which nothing is random has no --seed. If the command has another seed, somebody may have meant that.
	if errors.Is(err, experiments.ErrNotRandom) && among(node.Flags, "mc-seed") != nil {
		return bad(experiments.Faultf("%v; the seed of chains and draws is --mc-seed", err))
	}
	return err
}

// parse finds the command in the words of a command line, to which files of settings and stdin may add some. It
// returns errPrinted if help was asked for, and is printed.
func parse(args []string, stdout, stderr io.Writer) (*kong.Context, error) {
	parser, err := kong.New(grammar(args[0]), append(decimals(), spelling(), vars(), kong.Name("breadboard"),
		kong.Writers(stdout, stderr), kong.Description("Annealed samplers measured exactly on small discrete spaces."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 80}),
		kong.Help(func(o kong.HelpOptions, command *kong.Context) error {
			if slices.Contains(args, "-h") {
				return cmp.Or(shortHelp(stdout, command.Model, command.Selected()), errPrinted)
			}
			return cmp.Or(kong.DefaultHelpPrinter(o, command), errPrinted)
		}))...)
	if err != nil {
		return nil, err
	}
	words, err := fromStdin(joinNegatives(current(args, stderr)))
	if err != nil {
		return nil, err
	}
	command, err := parser.Parse(words)
	if err != nil && !errors.Is(err, errPrinted) {
		err = bad(stray(err, args[0]))
	}
	return command, err
}

// grammar is the program with the one command that is named, or with all of them where that is none, or one that tells
// of the others. The parser makes every flag of every command that it is given, which takes as long as the rest of the
// start.
func grammar(name string) any {
	all := reflect.TypeFor[cli]()
	for i := 1; i < all.NumField(); i++ {
		if f := all.Field(i); strings.ToLower(f.Name) == name && name != "help" {
			return reflect.New(reflect.StructOf([]reflect.StructField{all.Field(0), f})).Interface()
		}
	}
	return new(cli)
}

// valueless matches the parser's error for a flag without its value, as in `exact --toy` or `exact --toy --yes`.
var valueless = regexp.MustCompile(`^(--[a-z-]+): ` +
	`(expected \w+ value but got ("EOL"|.* \((long|short) flag\))|missing value)`)

// stray says of a word that stands alone, as in `exact easy`, what was meant or where it may stand, and of a flag that
// stands alone what it lacks.
func stray(err error, first string) error {
	if flag := valueless.FindStringSubmatch(err.Error()); flag != nil {
		return fmt.Errorf("%s has no value after it; one, as --help shows it, would do", flag[1])
	}
	word, isStray := strings.CutPrefix(err.Error(), "unexpected argument ")
	switch text := err.Error(); {
	case strings.HasPrefix(text, "unknown flag ") && !strings.Contains(text, "did you mean"):
		return fmt.Errorf("%w; one that --help shows would do", err)
	case !isStray:
		return err
	}
	if command, ok := meant[word]; ok && word == first {
		return fmt.Errorf("%s is no command; breadboard %s would do, and breadboard help lists all", word, command)
	}
	for _, k := range kinds {
		if name := experiments.Canonical(k.Field, word); slices.Contains(experiments.Specs(k.Field), name) {
			return fmt.Errorf("%w; --%s %s would do", err, k.Field, name)
		}
	}
	return fmt.Errorf("%w; a value follows its flag, as in --toy easy", err)
}

// meant are the commands for words that people try.
var meant = map[string]string{"plot": "exact --pictures DIR", "draw": "exact --pictures DIR", "run": "exact",
	"figure": "reproduce", "bread": "reproduce", "bdmc": "reproduce bdmc", "samplers": "reproduce samplers",
	"test": "validate", "compare": "aide", "show": "list"}
