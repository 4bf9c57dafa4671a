// Breadboard measures annealed samplers exactly on small discrete spaces. main.go
// parses the command line and runs one command; most commands have a file of their name.
// All are one package, because a command is its flags and one function on the world
// (streams, signals, clock and consent) that no other program has a use for.
//
// Exit codes:
//
//	0    success
//	1    a failure that is not bad input: a full disk, a law that a kernel breaks
//	2    bad input, or work so large that it needs --yes: one line on stderr, and
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
	"os/signal"
	"reflect"
	"regexp"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/code"
	"breadboard/experiments"
	"breadboard/grid/text"
	"breadboard/reports/table"
	"breadboard/toys"
)

// cli is the program: flags of the whole program, and one field a command.
type cli struct {
	ShowVersion versionFlag `name:"version" short:"v" help:"Print the version and its commit."`

	Exact      exactCmd      `cmd:"" group:"Begin with these" set:"levels=10,100,1000" help:"J and B of an annealing or of programs, exactly, and what they are made of."`
	Sample     sampleCmd     `cmd:"" group:"Begin with these" set:"levels=100" help:"Monte Carlo estimates beside their exact values."`
	Sweep      sweepCmd      `cmd:"" group:"Begin with these" help:"Every combination of targets, kernels, schedules and T, in one table."`
	Validate   validateCmd   `kong:"cmd,group='Begin with these',set='kernel=',set='kernel_default=',set='kernel_is=A kernel of the catalogue; or, with --matrix, --exec or --moves, the kernel that those claim to be',help='What is exactly right and wrong with a kernel.'"`
	Explore    exploreCmd    `cmd:"" group:"Begin with these" set:"levels=100" help:"A page on which one paints a density, and watches J, B and the annealing answer."`
	Weights    weightsCmd    `cmd:"" group:"Measure an annealing" set:"levels=10,100,1000" help:"What else is known exactly of log w: tails, averages, bounds, starts."`
	Certify    certifyCmd    `cmd:"" group:"Measure an annealing" set:"levels=10,100,1000" help:"How many digits of J, B and the divergences are right, with a proof."`
	Merge      mergeCmd      `cmd:"" group:"Measure an annealing" help:"Join the shards of a sweep or a score into its tables."`
	Aide       aideCmd       `cmd:"" group:"Measure any program" set:"levels=100" help:"How far apart two inference programs are: AIDE's estimate beside the truth."`
	Sandwich   sandwichCmd   `cmd:"" group:"Measure any program" help:"Whether log weights from any sampler are right, and what log R they bound."`
	Protocol   protocolCmd   `cmd:"" group:"Measure any program" set:"levels=10,30,100,300" help:"A sampler on real data, judged on simulated data like them, exactly."`
	Draws      drawsCmd      `cmd:"" group:"Measure any program" help:"Whether draws of any sampler, independent or along chains, are draws of a target."`
	Score      scoreCmd      `cmd:"" group:"Examine a kernel" help:"How well kernels really work: exact effective sample sizes, and a leaderboard."`
	Geweke     gewekeCmd     `cmd:"" group:"Examine a kernel" help:"Whether a kernel and a model fit together: Geweke's test, calibration, exact ranks."`
	Reproduce  reproduceCmd  `cmd:"" group:"Reproduce the paper" help:"BREAD's Appendix B, reproduced: its tables and figures."`
	List       listCmd       `cmd:"" group:"Look things up" help:"Toys, kernels, bridges and schedules, a line for each."`
	Columns    columnsCmd    `cmd:"" group:"Look things up" help:"What the columns of every table mean."`
	Help       helpCmd       `cmd:"" group:"Look things up" help:"This help, or that of a command."`
	Version    versionCmd    `cmd:"" group:"Look things up" help:"The version and its commit."`
	Man        manCmd        `cmd:"" group:"Look things up" help:"The manual page."`
	Completion completionCmd `cmd:"" group:"Look things up" help:"A completion script for bash, zsh or fish."`
}

func main() {
	os.Exit(supervise(os.Args[1:], os.Stderr, func() int {
		ctx := untilSignal(context.WithValue(context.Background(), lastWordsKey{}, new(lastWords)))
		context.AfterFunc(ctx, func() { endSoon(ctx, os.Stderr) })
		return exitCode(ctx, run(ctx, os.Args[1:], os.Stdout, os.Stderr), os.Stderr)
	}))
}

// supervise runs the program and returns its exit code. A panic is a bug: it gets the
// code 3, one sentence that says what to send, and the trace.
func supervise(args []string, stderr io.Writer, program func() int) (code int) {
	defer func() {
		if p := recover(); p != nil {
			trace := debug.Stack()
			if worker, ok := p.(*crew.Panic); ok {
				trace = worker.Stack
			}
			reportBug(args, stderr, p, trace)
			code = 3
		}
	}()
	return program()
}

// reportBug says what somebody should send who has found a bug.
func reportBug(args []string, stderr io.Writer, value any, trace []byte) {
	command := text.Printable(strings.Join(append([]string{"breadboard"}, args...), " "))
	fmt.Fprintf(stderr, "breadboard: a bug in the program, not in your input: %s; please report it with these lines, "+
		"the version (%s) and the command (%s)\n\n%s", text.Printable(fmt.Sprint(value)), version(),
		command, trace)
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
	parser, err := kong.New(grammar(args[0]), append(decimals(), spelling(), vars(), kong.Name("breadboard"),
		kong.Writers(stdout, stderr), kong.Description("Annealed samplers measured exactly on small discrete spaces."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 80}),
		kong.Help(func(o kong.HelpOptions, command *kong.Context) error {
			return cmp.Or(kong.DefaultHelpPrinter(o, command), errPrinted)
		}))...)
	if err != nil {
		return err
	}
	if err := askedOfWeights(args); err != nil {
		return err
	}
	command, err := parser.Parse(joinNegatives(current(args, stderr)))
	switch {
	case errors.Is(err, errPrinted):
		return nil
	case err != nil:
		return bad(stray(err, args[0]))
	}
	if err := checkFlags(command); err != nil {
		return bad(err)
	}
	w, node := newWorld(ctx, stdout, stderr, command), command.Selected()
	if err := w.affordLeast(node.Name, experiments.ProgramBytes); err != nil {
		return err
	}
	w.hush = w.tellNowAndThen(node.Name)
	err = command.Run(w)
	w.hush()
	// A target in which nothing is random has no --seed. If the command has another seed, somebody may have meant that.
	if errors.Is(err, experiments.ErrNotRandom) && among(node.Flags, "mc-seed") != nil {
		return bad(experiments.Faultf("%v; the seed of chains and draws is --mc-seed", err))
	}
	return err
}

// grammar is the program with the one command that is named, or with all of them where that is none, or one that tells
// of the others. The parser makes every flag of every command that it is given, which takes as long as the rest of the
// start.
func grammar(name string) any {
	all := reflect.TypeFor[cli]()
	for i := 1; i < all.NumField(); i++ {
		if f := all.Field(i); strings.ToLower(f.Name) == name &&
			!slices.Contains([]string{"help", "man", "completion"}, name) {
			return reflect.New(reflect.StructOf([]reflect.StructField{all.Field(0), f})).Interface()
		}
	}
	return new(cli)
}

// errPrinted ends the parser's work after --help and --version.
var errPrinted = errors.New("everything is printed")

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
	case strings.HasPrefix(text, `expected "<`):
		return fmt.Errorf("%w after the command; a name in its place would do", err)
	case !isStray:
		return err
	}
	if word == first && (word == "seeds" || slices.Contains(movedPapers, word)) {
		return errors.New(isStudy(word))
	}
	if command, ok := meant[word]; ok && word == first {
		return fmt.Errorf("%s is no command; breadboard %s would do, and breadboard help lists all", word, command)
	}
	for _, k := range kinds {
		if name := experiments.Canonical(k.Field, word); slices.Contains(experiments.Specs(k.Field), name) {
			return fmt.Errorf("%w; --%s %s would do", err, k.Field, name)
		}
	}
	return fmt.Errorf("%w; a value follows its flag, as in --toy easy or --orbits=FILE", err)
}

// meant are the commands for words that people try.
var meant = map[string]string{"plot": "exact --pictures DIR", "draw": "exact --pictures DIR", "run": "exact",
	"figure": "reproduce", "test": "validate", "compare": "aide", "show": "list"}

// badInput is an error that the user can fix. It spells fields as flags.
type badInput struct{ error }

// Error is the text with the flags in it.
func (b badInput) Error() string {
	return experiments.Say(b.error, func(f experiments.Field) string {
		if len(f) == 1 {
			return "-" + string(f)
		}
		return "--" + string(f)
	})
}

// Unwrap returns the error without the mark.
func (b badInput) Unwrap() error { return b.error }

// badf is bad input in these words.
func badf(format string, args ...any) error { return badInput{fmt.Errorf(format, args...)} }

// bad marks an error as bad input; nil stays nil.
func bad(err error) error {
	if err == nil {
		return nil
	}
	return badInput{err}
}

// exitCode prints err in one line and returns the exit code. It prints nothing if nobody reads the output any more.
func exitCode(ctx context.Context, err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		sayLast(ctx, stderr, false)
		return signalCode(ctx)
	case errors.Is(err, syscall.EPIPE) && fromStdout(err):
		return 128 + int(syscall.SIGPIPE)
	case fromStdout(err):
		err = fmt.Errorf("stdout: %w; a file, a pipe or a terminal that takes what is printed would do",
			text.Pathless(err))
	}
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	fmt.Fprintln(stderr, "breadboard: "+text.Printable(text.Brief(strings.Join(lines, "; "), mostError)))
	if slip := new(toys.Slip); errors.As(err, &slip) {
		fmt.Fprintln(stderr, slip.Shown())
	}
	if errors.As(err, new(badInput)) {
		return 2
	}
	return 1
}

// mostError is the number of bytes of the longest error that is printed whole: a word that is wrong may be as long
// as the system lets a command be.
const mostError = 4000

// fromStdout reports whether err is that of a write to stdout.
func fromStdout(err error) bool {
	var path *os.PathError
	return errors.As(err, &path) && path.Op == "write" && path.Path == os.Stdout.Name()
}

// A world is everything that a command may touch outside itself.
type world struct {
	ctx            context.Context
	stdout, stderr io.Writer
	style          table.Style
	bar            bool // stderr is a terminal
	meter          meter
	hush           func() // ends what is said of the progress
	clock          clock
	command        *kong.Context // the parsed command
	said           []string      // on stderr
	saying         sync.Mutex    // of said
}

// Tables for a pipe or a file are laid out for 80 columns. No terminal is taken to be narrower than 60.
const pipeWidth, leastWidth = 80, 60

// systemClock is that of every world. Tests take a slower one.
var systemClock = clock{time.Now, func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }}

func newWorld(ctx context.Context, stdout, stderr io.Writer, command *kong.Context) *world {
	style := table.Style{Width: pipeWidth,
		Color: terminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	if f, ok := stdout.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			style.Width = max(columns, leastWidth)
		}
	}
	return &world{ctx: ctx, stdout: stdout, stderr: stderr, bar: terminal(stderr), command: command, style: style,
		clock: systemClock}
}

func (w *world) given(flag string) bool {
	return slices.ContainsFunc(w.command.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == flag })
}

// ifGiven returns the value of a flag that was given, and "" in place of its default.
func (w *world) ifGiven(flag, value string) string {
	if w.given(flag) {
		return value
	}
	return ""
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// A stopped is the cause of a context that a signal ended.
type stopped struct{ signal syscall.Signal }

// Error names the signal.
func (s stopped) Error() string { return s.signal.String() }

// signalCode returns the exit code of a program that a signal ended, which is 128 and the signal's
// number: 130 after Ctrl-C, whose number is 2.
func signalCode(ctx context.Context) int {
	s := stopped{syscall.SIGINT}
	errors.As(context.Cause(ctx), &s)
	return 128 + int(s.signal)
}

// untilSignal returns a context that the first signal ends: Ctrl-C, or what a terminal that is closed, Ctrl-\ or kill
// sends. The second one ends the program at once. A program that nohup started goes on without its terminal.
func untilSignal(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	caught := make(chan os.Signal, 1)
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	signal.Notify(caught, signals...)
	go func() {
		s := <-caught
		signal.Stop(caught)
		number, _ := s.(syscall.Signal) // on every system a signal is a number
		cancel(stopped{number})
	}()
	return ctx
}

// The program is ended if it still runs so long after a signal. Most loops look for it, but
// not all: ten thousand restarts of vb on a large space do not, and reading a pipe that nobody
// writes to cannot. Files are whole at every moment.
const patience = 200 * time.Millisecond

// speech is the time that the last words may take. They take milliseconds, but a busy machine may keep them waiting,
// and a pipe that nobody reads never takes them.
const speech = 5 * time.Second

// endSoon ends the program if it still runs some time after the signal. It leaves the last words on stderr. After
// SIGQUIT, which is sent to a program that hangs, it first says there what the program does.
func endSoon(ctx context.Context, stderr io.Writer) {
	time.Sleep(time.Duration(wordsOf(ctx).patience.Load()))
	time.Sleep(patience)
	said := make(chan struct{})
	go func() {
		defer close(said)
		sayLast(ctx, stderr, signalCode(ctx) == 128+int(syscall.SIGQUIT))
	}()
	select {
	case <-said:
	case <-time.After(speech):
	}
	os.Exit(signalCode(ctx))
}

// lastWords hold the sentence to say at an interrupt. A command sets them while it runs. They are in the program's
// context because a program that does not stop soon is ended while its command still runs (see patience).
type lastWords struct {
	atomic.Pointer[func() string]
	patience atomic.Int64 // nanoseconds that the command may take besides
	said     sync.Once    // the command may end while endSoon speaks
}

// sayLast prints the last words, once in a program's life, after a trace of what it does if that is asked for.
func sayLast(ctx context.Context, stderr io.Writer, trace bool) {
	last := wordsOf(ctx)
	last.said.Do(func() {
		if trace {
			_ = pprof.Lookup("goroutine").WriteTo(stderr, 2)
		}
		line := "interrupted"
		if say := last.Load(); say != nil {
			line += "; " + (*say)()
		}
		fmt.Fprintln(stderr, "breadboard: "+text.OneLine(line))
	})
}

type lastWordsKey struct{}

// wordsOf are the last words of the program that has this context, or new ones if it has none.
func wordsOf(ctx context.Context) *lastWords {
	if last, ok := ctx.Value(lastWordsKey{}).(*lastWords); ok {
		return last
	}
	return new(lastWords)
}

// ifInterrupted sets the words that follow "interrupted".
func (w *world) ifInterrupted(say func() string) {
	wordsOf(w.ctx).Store(&say)
}

// patient gives the command some time after a signal, for what it prints then.
func (w *world) patient(d time.Duration) {
	wordsOf(w.ctx).patience.Store(int64(d))
}

// spelled is the command as a shell reads it: breadboard sweep --exec 'python3 k.py'.
func (w *world) spelled() string {
	return code.Quoted(append([]string{"breadboard"}, w.command.Args...)...)
}
