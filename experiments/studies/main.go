// Studies makes the committed studies of other papers, and of what the workbench itself shows:
//
//	go -C experiments/studies run . list
//	go -C experiments/studies run . bdmc --quick
//
// A study writes its files into a directory: a page, its tables as CSV and JSON, and figures. It goes on where it was
// stopped: the same command again, with the same program, takes what was found and works at the rest (package run).
//
// It is a command of its own, in a module of its own, so that whoever wants J and B of a kernel does not read, build
// or test what was found with the workbench. It stands on the library's public packages, as anybody's research would.
//
// Exit codes: 0 success; 1 a failure that is not bad input; 2 bad input; 130 Ctrl-C.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/experiments/disk"
	"breadboard/experiments/journal"
	"breadboard/experiments/meter"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// words has the arguments and flags of the command.
type words struct {
	Study  string  `arg:"" optional:"" default:"list" help:"The study; list names all (the default)."`
	Quick  bool    `help:"Less of everything, and smaller models: a look in seconds."`
	Seed   *uint64 `help:"Other draws; those of the committed files are 0." placeholder:"N"`
	Out    string  `help:"The directory to write to (default out/STUDY)." placeholder:"DIR"`
	Format string  `help:"How to print the tables: ${formats} (default table)." default:"table" placeholder:"NAME"`
}

// While a study works, whoever waits sees how far it is, now and then. Tests have another clock, or more patience.
var (
	clock     = meter.System
	firstTold = meter.First
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(command(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// errUsage marks bad input.
var errUsage = errors.New("bad input")

// errHelped ends the parser's work after --help.
var errHelped = errors.New("help was printed")

// command runs the program, and returns its exit code.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	err := do(ctx, args, stdout, stderr)
	switch {
	case err == nil || errors.Is(err, errHelped):
		return 0
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "studies: interrupted; the same command again goes on from here")
		return 130
	}
	text := strings.TrimPrefix(err.Error(), errUsage.Error()+": ")
	fmt.Fprintln(stderr, "studies: "+strings.ReplaceAll(text, "\n", "; "))
	if errors.Is(err, errUsage) {
		return 2
	}
	return 1
}

func usage(err error) error { return fmt.Errorf("%w: %w", errUsage, err) }

func do(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var w words
	formats := table.Each(table.Formats, func(f table.Format) string { return string(f) })
	parser, err := kong.New(&w, kong.Name("studies"), kong.Writers(stdout, stderr),
		kong.Description("The studies that were made with breadboard. Each writes a page, tables and figures."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 80}),
		kong.Vars{"formats": strings.Join(formats, ", ")},
		kong.Help(func(o kong.HelpOptions, c *kong.Context) error {
			return errors.Join(kong.DefaultHelpPrinter(o, c), errHelped)
		}))
	if err != nil {
		return err
	}
	_, err = parser.Parse(args)
	if errors.Is(err, errHelped) {
		return errHelped
	}
	if err != nil {
		return usage(err)
	}
	if !slices.Contains(formats, w.Format) {
		return usage(experiments.Unknown("--format", w.Format, formats))
	}
	var far meter.Meter
	hush := far.NowAndThen(clock, firstTold, w.Study, func(words string) { fmt.Fprintln(stderr, "studies: "+words) })
	defer hush()
	if w.Study == "list" {
		return list(stdout, table.Format(w.Format))
	}
	i := slices.IndexFunc(catalogue, func(e entry) bool { return e.name == w.Study })
	if i < 0 {
		names := table.Each(catalogue, func(e entry) string { return e.name })
		return usage(experiments.Unknown("STUDY", w.Study, append(names, "list")))
	}
	return w.make(ctx, catalogue[i], stdout, far.Tell)
}

// list prints what there is.
func list(stdout io.Writer, format table.Format) error {
	t := table.Table{Title: "go -C experiments/studies run . NAME", Lead: 3,
		Columns: table.Columns("name", "about=what it is", "takes")}
	for _, e := range catalogue {
		t.Add(e.name, e.about, e.takes)
	}
	t.Note("The times are of the whole study on two cores; with --quick it takes seconds.")
	return t.Write(stdout, format, table.Style{Width: 80})
}

// make makes a study, writes its files and prints its tables.
func (w words) make(ctx context.Context, e entry, stdout io.Writer, tell experiments.Progress) error {
	if w.Seed != nil && !e.random {
		return usage(fmt.Errorf("--seed %d: nothing is random in the study %s; no --seed would do", *w.Seed, e.name))
	}
	setting := run.Setting{Quick: w.Quick}
	if w.Seed != nil {
		setting.Seed = *w.Seed
	}
	if w.Out == "" {
		w.Out = filepath.Join("out", e.name)
	}
	if err := claim(w.Out); err != nil {
		return err
	}
	at := filepath.Join(w.Out, setting.Name())
	shelf, err := run.Open(at, fmt.Sprintf("%s quick=%v seed=%d", e.name, w.Quick, setting.Seed), build())
	if err != nil {
		return usage(fmt.Errorf("%s: %w", at, err))
	}
	setting.Shelf = shelf
	setting.Tell = tell
	s, err := e.make(ctx, setting)
	if err := errors.Join(err, shelf.Close()); err != nil {
		return err
	}
	files, err := s.Files()
	if err != nil {
		return err
	}
	if err := disk.Write(ctx, w.Out, files); err != nil {
		return err
	}
	if err := os.Remove(at); err != nil { // nothing is left to go on with
		return err
	}
	if err := s.Write(stdout, table.Format(w.Format), table.Style{Width: 80}); err != nil {
		return err
	}
	if dir, err := filepath.Abs(w.Out); err == nil && table.Format(w.Format) == table.Plain {
		fmt.Fprintf(stdout, "\n%d files in %s\n", len(files), dir)
	}
	return nil
}

// claim makes the directory of --out the program's own.
func claim(out string) error {
	err := disk.Claim(out)
	switch {
	case errors.As(err, new(*disk.Foreign)):
		return usage(fmt.Errorf("--out %w", err))
	case err != nil:
		return usage(fmt.Errorf("--out %s: %w", out, err))
	}
	return nil
}

// build is this program, by its bytes: `go run` records no commit.
func build() journal.Build {
	b := journal.Build{Version: "studies", Commit: "unknown", Go: runtime.Version()}
	if path, err := os.Executable(); err == nil {
		if sum, err := sweep.HashFile(path); err == nil {
			b.Commit = sum
		}
	}
	return b
}
