// Package client runs a command of the user, in any language, which answers questions over its pipes: a kernel that
// makes moves or tells its rows (kernel.go), or an inference program that makes runs (program.go). The command is a
// child process that leads a process group of its own (client.go, group_unix.go). If it does anything wrong (it hangs,
// ends, prints too much or answers another question) it is killed with all that it started. The end of its context also
// kills it. The error is one line, with the end of its stderr. The command may instead be the process that started us,
// such as a test suite: see Caller.
//
// A command reads JSON objects without blanks, one a line. An object has at most one array, its last value, so that a
// client without a JSON library can read the numbers between the brackets. The grid and a seed come first.
// cmd/breadboard/doc/kernel.md has the protocol for authors of commands.
package client

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"
	"time"

	"breadboard/grid"
	"breadboard/grid/text"
)

// A client is a running command. After a failure every call returns the same error: a Fault, or the context's.
type client struct {
	command string
	cells   int
	wait    time.Duration  // for the command to read a line, and for its answer
	pace    time.Duration  // that a question takes, where the command is asked for as much as it answers in it
	process *exec.Cmd      // nil if it is the Caller
	in      io.WriteCloser // its stdin
	out     *bufio.Scanner // of the lines that it prints
	stderr  tail           // the end of its stderr, to be read when it has ended
	aimed   string         // the beta of the density that its steps are for, in words; "" before there is one
	unsent  []byte         // lines that are written before the next question
	broken  error          // why no more answers come
	ended   bool           // it ended by itself
	crashed bool           // and not with status 0

	makesRuns, makesMoves, tellsRows bool // it has answered such a question
	atOnce, together                 int  // runs, and rows, of the next question
	calls                            int  // of the person's function, for runs and moves

	updates []string // the names of those of a scan; nil of a step that is none
}

// A question is a line that the command answers by a line.
type question struct {
	line any    // as JSON
	noun string // the kind of line, as errors put it
	hint string // added to errors; "" for none
}

// A Fault says what the command did wrong. Its text begins with the command line and says what to use.
type Fault struct {
	command string
	err     error
}

// Error returns one line, with control characters written out.
func (f *Fault) Error() string {
	return text.OneLine(f.command) + ": " + text.OneLine(f.err.Error())
}

// Unwrap returns the reason alone.
func (f *Fault) Unwrap() error { return f.err }

// Caller is the command line that means the process that started us. It reads the questions from our standard output,
// and writes the answers to our standard input. It is never killed, and also reads what we print after the last
// question.
const Caller = "-"

const (
	pace      = time.Second            // of questions
	grace     = 500 * time.Millisecond // for the command to end after the last question, and for its stderr to end
	mostBytes = 1 << 26                // of an answer
	seedLimit = 1 << 31                // of a command's seed: every language has whole numbers below it
)

// launch starts a command by its command line, which splitWords cuts into words without a shell. The command first
// reads the grid and a seed, and may take the time wait for each line. When ctx is done it is killed at once, also
// between questions.
func launch(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid) (*client, error) {
	words, err := splitWords(command)
	if err != nil {
		err = fmt.Errorf("%w; use an executable and its arguments, as in 'python3 mykernel.py'", err)
		return nil, &Fault{command, err}
	}
	c := &client{command: command, cells: g.Size(), wait: wait, pace: min(pace, wait/20), atOnce: 1, together: 1}
	c.send(helloLine(seed, g))
	if command == Caller {
		c.in = os.Stdout // nothing closes it
		c.out = linesOf(os.Stdin)
		return c, nil
	}
	if err := unloaded(words); err != nil {
		return nil, &Fault{command, err}
	}
	c.process = exec.CommandContext(ctx, words[0], words[1:]...)
	c.process.Stderr = &c.stderr
	c.process.WaitDelay = grace
	leadGroup(c.process)
	files, err := os.MkdirTemp("", "breadboard-") // temporary ones, which go with it
	if err == nil {
		c.process.Env = append(os.Environ(), "TMPDIR="+files)
		kill := c.process.Cancel
		c.process.Cancel = func() error { return errors.Join(kill(), os.RemoveAll(files)) }
	}
	if c.in, err = c.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = linesOf(out)
	if err := c.process.Start(); err != nil {
		_ = os.RemoveAll(files)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		err = fmt.Errorf("%w; use an executable and its arguments, as in 'python3 mykernel.py'", err)
		return nil, &Fault{command, cmp.Or(asItself(words, err), err)}
	}
	return c, nil
}

// linesOf returns the lines that a command prints. What it prints of a line before it ends is none.
func linesOf(out io.Reader) *bufio.Scanner {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, mostBytes)
	lines.Split(func(data []byte, _ bool) (int, []byte, error) { return bufio.ScanLines(data, false) })
	return lines
}

// send adds a line that the command reads before the next question.
func (c *client) send(line []byte) { c.unsent = append(c.unsent, line...) }

// errGone says that the command has ended, or has closed its pipes.
var errGone = errors.New("it closed its standard input or output before the last question; use a command that reads " +
	"on until its standard input ends")

// ask asks a question and passes the answer to read. It ends the command if read returns an error. A question to the
// Caller is not cut short: it answers before it reads on.
func (c *client) ask(ctx context.Context, q question, read func(answer []byte) error) error {
	if c.broken != nil {
		return c.broken
	}
	if c.process == nil {
		ctx = context.WithoutCancel(ctx)
	}
	lines := append(c.unsent, oneLine(q.line)...)
	c.unsent = nil
	write := func() error {
		if _, err := c.in.Write(lines); err != nil {
			return errGone
		}
		return nil
	}
	err := within(ctx, c.wait, c.look, write, fmt.Errorf("it has not read %d bytes within %v; use a loop over the "+
		"lines of its standard input", len(lines), c.wait))
	if err == nil {
		err = within(ctx, c.wait, c.look, c.readLine, fmt.Errorf("no answer within %v; use a line for each %s, "+
			"flushed at once, or more time", c.wait, q.noun))
	}
	if err == nil {
		err = read(c.out.Bytes())
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		c.broken = ctx.Err()
		c.end(0)
		return c.broken
	case err == errGone && !c.end(grace) && c.process != nil:
		c.ended = true
		c.crashed = !c.process.ProcessState.Success()
		cure := readingOn(c.process.Args)
		if c.crashed {
			cure = "mend what stopped it"
		}
		err = fmt.Errorf("it ended (%v) at a %s%s; %s", c.process.ProcessState, q.noun, c.aimed, cure)
	case err != errGone:
		c.end(0)
	}
	return c.fail(err, q.hint)
}

// readLine waits for the next line of the command.
func (c *client) readLine() error {
	switch {
	case c.out.Scan():
		return nil
	case c.out.Err() == bufio.ErrTooLong:
		return fmt.Errorf("it answered a line of more than %d bytes; use a line for each answer", mostBytes)
	}
	return errGone
}

// within calls a function that waits for the command. If the command takes longer than wait, it returns the error late,
// and the command has to be ended. While the command asks for a processor, its time is that on one, as look tells it.
func within(ctx context.Context, wait time.Duration, look func() (had time.Duration, asks bool), call func() error,
	late error) error {
	const looks = 16
	done := make(chan error, 1)
	go func() { done <- call() }()
	tick := (wait + looks - 1) / looks
	before := time.Duration(-1)
	for left := wait; left > 0; {
		select {
		case err := <-done:
			return err
		case <-time.After(tick):
		case <-ctx.Done():
			return ctx.Err()
		}
		had, asks := look()
		if asks && before >= 0 {
			left -= min(tick, max(0, had-before))
		} else {
			left -= tick
		}
		before = had
	}
	return late
}

// Ended reports whether the command has ended by itself.
func (c *client) Ended() bool { return c.ended }

// Close closes the command's input, gives it half a second to end, and then kills it. It returns a Fault if the command
// has printed more than its answers, and nil after a failure that another call has returned.
func (c *client) Close() error {
	if c.broken != nil || c.process == nil {
		return nil
	}
	c.in.Close()
	err := within(context.Background(), grace, c.look, c.readLine, errGone)
	c.end(grace)
	if err == nil {
		return c.fail(fmt.Errorf("it printed %s after its last answer; use one line for each question",
			clipped(c.out.Bytes())), "")
	}
	c.broken = errors.New("the command is closed")
	return nil
}

// end waits for the command to end, and kills it after this time. Then it kills the rest of its group. It reports
// whether the command had to be killed. It does nothing to the Caller.
func (c *client) end(after time.Duration) (killed bool) {
	if c.process == nil {
		return false
	}
	c.in.Close()
	timer := time.AfterFunc(after, func() { _ = c.process.Cancel() })
	_ = c.process.Wait() // ProcessState has the way it ended
	killed = !timer.Stop()
	_ = c.process.Cancel()
	return killed
}

// fail keeps and returns the fault of a command that has ended, with the end of its stderr; the Caller's is its own. Of
// a script that calls breadboard it is that.
func (c *client) fail(err error, hint string) error {
	if c.process != nil {
		if other := asItself(c.process.Args, err); other != nil {
			c.broken = &Fault{c.command, other}
			return c.broken
		}
		said := "its stderr is empty"
		if last := c.stderr.last(); last != "" {
			said = "its stderr ends: " + last
		}
		err = fmt.Errorf("%w (%s)", err, said)
	}
	if hint != "" {
		err = fmt.Errorf("%w; %s", err, hint)
	}
	c.broken = &Fault{c.command, err}
	return c.broken
}

// helloLine returns the first line, with the grid and a seed.
func helloLine(seed uint64, g grid.Grid) []byte {
	return oneLine(struct {
		Seed uint64 `json:"seed"`
		Grid []int  `json:"grid"`
	}{seed % seedLimit, g.Lens()})
}

// density returns a log density with nil, which JSON writes as null, in place of -Inf.
func density(logf []float64) []*float64 {
	values := make([]*float64, len(logf))
	for x, v := range logf {
		if !math.IsInf(v, -1) {
			values[x] = &logf[x]
		}
	}
	return values
}

// oneLine returns a value as JSON on a line, and panics on a NaN and on +Inf.
func oneLine(value any) []byte {
	b, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("client: %v", err))
	}
	return append(b, '\n')
}

// splitWords cuts a command line into words at blanks. Of a shell's syntax it knows only quotes: '...' is taken as it
// is; in "..." a backslash escapes " and \ only; outside quotes it escapes any character. The error says that a quote
// does not end, or that there is no word.
func splitWords(command string) (words []string, err error) {
	var word []rune // nil outside words; not nil in an empty one, as after ""
	quote := rune(0)
	text := []rune(command + " ")
	for i := 0; i < len(text); i++ {
		r := text[i]
		switch {
		case quote == 0 && strings.ContainsRune(" \t\r\n", r):
			if word != nil {
				words = append(words, string(word))
			}
			word = nil
			continue
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == quote:
			quote = 0
		case r == '\\' && i+2 < len(text) && (quote == 0 || quote == '"' && strings.ContainsRune(`"\`, text[i+1])):
			i++
			word = append(word, text[i])
		default:
			word = append(word, r)
		}
		if word == nil {
			word = []rune{}
		}
	}
	switch {
	case quote != 0:
		return nil, errors.New("a quote does not end")
	case len(words) == 0:
		return nil, errors.New("it is empty")
	}
	return words, nil
}

// A tail keeps the end of a stream: of a million lines on stderr the last few show the fault.
type tail []byte

const (
	tailBytes = 4096 // kept
	tailLines = 4    // shown
	tailRunes = 400  // shown at most
)

// Write adds to the stream.
func (t *tail) Write(b []byte) (int, error) {
	*t = append(*t, b...)
	*t = (*t)[max(0, len(*t)-tailBytes):]
	return len(b), nil
}

// last returns the last lines, joined into one.
func (t tail) last() string {
	var lines []string
	for l := range strings.Lines(strings.ToValidUTF8(string(t), "?")) {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	s := []rune(strings.Join(lines[max(0, len(lines)-tailLines):], "; "))
	if len(s) > tailRunes {
		return "..." + string(s[len(s)-tailRunes:])
	}
	return string(s)
}

// clippedAt returns a text from shortly before the place at which it is no JSON of the right form, in quotes.
func clippedAt(text []byte, err error) string {
	const before, shown = 30, 50
	var syntax *json.SyntaxError
	var form *json.UnmarshalTypeError
	at := 0
	if errors.As(err, &syntax) {
		at = int(syntax.Offset)
	} else if errors.As(err, &form) {
		at = int(form.Offset)
	}
	if at <= shown {
		return clipped(text)
	}
	return "..." + clipped(text[at-before:])
}

// clipped returns the beginning of a text, in quotes.
func clipped(text []byte) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
