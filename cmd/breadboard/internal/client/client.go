// Package client runs a program that answers questions over its pipes, in any language: a kernel
// that makes moves or an inference program that makes runs (protocol.go), or a kernel that tells its rows (rows.go).
// The program is a child process with a process group of its own (client.go, group_unix.go). If it does
// anything wrong (it hangs, ends, prints too much or answers another question) it is killed with all
// that it started. So it is when we end, even by SIGKILL. The error is one line, with the end of its stderr.
// Or the program is the one that started us, such as somebody's test suite: see Caller.
//
// The helps show conversations; cmd/breadboard/doc/kernel.md has the protocol for those who
// write a program, and this package's examples hold one each.
package client

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"breadboard/grid"
	"breadboard/grid/text"
)

// A client is the program while it runs. After a failure every call returns the same error: a Fault, or the context's.
type client struct {
	command string
	role    role
	cells   int
	wait    time.Duration
	process *exec.Cmd
	group   *group         // the process, and what it starts; nil if it is the Caller
	in      io.WriteCloser // the program's stdin
	lines   chan line      // the lines that it prints
	stderr  tail           // the end of its stderr, to be read when it has ended
	ended   chan struct{}  // closed when the program has ended and was waited for
	answers bool           // it has answered a question well
	broken  error          // why no more answers come
}

// A role says what a program is asked, as its errors put it.
type role struct {
	flag     string // that names such a program on the command line, without its dashes
	example  string // a command line
	question string // the kind of line that it answers
	answer   string // what an answer is
	batch    int    // the most steps or runs that a line asks for
	longest  int    // bytes of an answer
	lacking  string // what a program lacks that has never answered; "" if nothing comes to mind
}

// A Fault says what the program did wrong. Its text begins with the program's command line and says what to use.
type Fault struct {
	Flag    string // that names the program on the command line, without its dashes
	command string
	err     error
}

// Error is one line, in which control characters are written out.
func (f *Fault) Error() string {
	return text.Printable(f.command) + ": " + text.Printable(f.err.Error())
}

// Unwrap returns the reason alone.
func (f *Fault) Unwrap() error { return f.err }

// Caller stands for a command line, and means the program that started us: it reads the questions from our standard
// output, and writes the answers to our standard input. It is never killed, and what we print after the last question
// is for it too.
const Caller = "-"

// Interpreters run a program by the ending of its file.
var Interpreters = map[string]string{".py": "python3", ".R": "Rscript"}

// startable says what can be started in place of a word that cannot: a script needs its interpreter before it.
func startable(word string) string {
	runs, script := Interpreters[filepath.Ext(word)]
	if _, err := os.Stat(word); err == nil && script {
		return runs + " " + word
	}
	return "a program that can be started, and its words,"
}

// launch starts a program by its command line, which splitWords cuts into words without a shell. A goroutine each
// listens to its output and waits for its end. When ctx is done the process is killed at once, also if nobody asks it
// for anything. The program first reads the grid and a seed. It may take the time wait for each line, and for its
// first, before which it may have to compile itself.
func launch(ctx context.Context, command string, r role, wait time.Duration, seed uint64,
	g grid.Grid) (*client, error) {
	words, err := splitWords(command)
	if err != nil {
		return nil, &Fault{r.flag, command, fmt.Errorf("%w; use words as in %s", err, r.example)}
	}
	c := &client{command: command, role: r, cells: g.Size(), wait: wait, process: exec.Command(words[0], words[1:]...),
		lines: make(chan line, 1), ended: make(chan struct{})}
	if command == Caller {
		c.in = os.Stdout // neither Close nor kill closes it
		go c.listen(os.Stdin, r.longest)
		return c, c.tell(ctx, helloLine(seed, g))
	}
	ours, theirs, err := os.Pipe() // that of the package is closed at the end of the process, read or not
	if err != nil {
		return nil, err
	}
	if c.in, err = c.process.StdinPipe(); err != nil {
		ours.Close()
		theirs.Close()
		return nil, err
	}
	c.process.Stdout = theirs
	c.process.Stderr = &c.stderr
	c.process.WaitDelay = grace
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the system may kill the process when the thread that started it ends
		defer runtime.UnlockOSThread()
		var err error
		c.group, err = startGroup(c.process)
		started <- err
		if err != nil {
			return
		}
		defer context.AfterFunc(ctx, c.group.kill)()
		_ = c.process.Wait() // ProcessState has the way it ended
		c.group.end()
		close(c.ended)
	}()
	err = <-started
	theirs.Close() // the process has its own
	if err != nil {
		ours.Close()
		return nil, &Fault{r.flag, command, fmt.Errorf("%w; use %s", err, startable(words[0]))}
	}
	go c.listen(ours, r.longest)
	return c, c.tell(ctx, helloLine(seed, g))
}

// ask asks for n steps or runs, those from at to end in a line, and has each answer read. The error of what cannot be
// read ends the program. The line is far shorter than a pipe holds, so the program can read it whole, and a goroutine
// reads its answers all the time. So neither side waits for the other to read.
func (c *client) ask(ctx context.Context, n int, question func(at, end int) map[string]any,
	read func(answer []byte, at, end int) error) error {
	for at := 0; at < n; at += c.role.batch {
		end := min(at+c.role.batch, n)
		if err := c.tell(ctx, oneLine(question(at, end))); err != nil {
			return err
		}
		var answer line
		var ok bool
		select {
		case answer, ok = <-c.lines:
		case <-time.After(c.wait):
			return c.fail(fmt.Errorf("no answer within %v; use a line for each %s, flushed at once, or more time",
				c.wait, c.role.question))
		case <-ctx.Done():
			return c.end(ctx.Err())
		}
		switch {
		case ok && answer.err == bufio.ErrBufferFull:
			return c.fail(fmt.Errorf("it answered a line of more than %d bytes, %s; use %s", len(answer.text),
				clipped(answer.text), c.role.answer))
		case !ok || answer.err != nil:
			return c.gone(ctx)
		}
		if err := read(answer.text, at, end); err != nil {
			return c.fail(err)
		}
		c.answers = true
	}
	return nil
}

// Close closes the program's input, gives it half a second to end, and then kills it. It is a Fault if the program has
// printed more than its answers. It does not repeat a failure that another call has returned.
func (c *client) Close() error {
	if c.broken != nil || c.group == nil {
		return nil
	}
	c.in.Close()
	select {
	case l, ok := <-c.lines:
		if ok && l.err == nil {
			return c.fail(fmt.Errorf("it printed %s after its last answer; use one line for each %s",
				clipped(l.text), c.role.question))
		}
		select {
		case <-c.ended:
		case <-time.After(grace):
		}
	case <-time.After(grace):
	}
	c.end(errors.New("the program is closed"))
	return nil
}

// splitWords cuts a command line into words at blanks. Of a shell's syntax it knows only quotes: '...' is taken as it
// is; in "..." a backslash escapes " and \ only; outside quotes it escapes any character. The error says that a quote
// does not end, or that there is no word, and what is lacking.
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
		return nil, errors.New("a quote does not end; words between ' or \"")
	case len(words) == 0:
		return nil, errors.New("there is no program; one and its words")
	}
	return words, nil
}

// grace is the time for the program to end after the last question, and that for its stderr, which a process that it
// started may keep open.
const grace = 500 * time.Millisecond

// tell writes a line to the program. A program that prints before a question has
// misunderstood the protocol, so that is a fault.
func (c *client) tell(ctx context.Context, text []byte) error {
	select {
	case l, ok := <-c.lines:
		if ok && l.err == nil {
			return c.fail(fmt.Errorf("it printed %s before it was asked; use one line for each %s",
				clipped(l.text), c.role.question))
		}
		return c.gone(ctx)
	default:
	}
	if c.broken != nil {
		return c.broken
	}
	written := make(chan error, 1)
	go func() {
		_, err := c.in.Write(text)
		written <- err
	}()
	select {
	case err := <-written:
		if err != nil {
			return c.gone(ctx)
		}
		return nil
	case <-time.After(c.wait):
		return c.fail(fmt.Errorf("it has not read a line of %d bytes within %v; use a loop over the lines of its "+
			"standard input", len(text), c.wait))
	case <-ctx.Done():
		return c.end(ctx.Err())
	}
}

// gone is the error of a program that has ended, or has closed its pipes. It may have been killed because ctx is done.
func (c *client) gone(ctx context.Context) error {
	switch {
	case c.broken != nil:
		return c.broken
	case ctx.Err() != nil:
		return c.end(ctx.Err())
	}
	const would = "before the last question; use a program that goes on until its standard input ends"
	if c.group != nil {
		select {
		case <-c.ended:
			return c.fail(fmt.Errorf("it ended (%v) %s", c.process.ProcessState, would))
		case <-time.After(grace):
		}
	}
	return c.fail(errors.New("it closed its standard input or output " + would))
}

// fail ends the program because of a fault. The error that it returns has the end of the program's stderr.
func (c *client) fail(err error) error {
	if c.broken != nil {
		return c.broken
	}
	c.kill()
	said := "its stderr is empty"
	if last := c.stderr.last(); last != "" {
		said = "its stderr ends: " + last
	}
	if c.group != nil { // the Caller's is its own
		err = fmt.Errorf("%w (%s)", err, said)
	}
	if !c.answers && c.role.lacking != "" {
		err = fmt.Errorf("%w; %s", err, c.role.lacking)
	}
	c.broken = &Fault{c.role.flag, c.command, err}
	return c.broken
}

// end ends the program for a reason that is not its fault.
func (c *client) end(err error) error {
	if c.broken == nil {
		c.kill()
		c.broken = err
	}
	return c.broken
}

// kill kills the program with all that it started, and waits until it is gone. The Caller lives.
func (c *client) kill() {
	if c.group == nil {
		return
	}
	c.in.Close()
	c.group.kill()
	<-c.ended
	go func() { // lets listen end, which may still hold a line
		for range c.lines {
		}
	}()
}

// A line holds one line that the program printed, or the reason why no more come.
type line struct {
	text []byte
	err  error
}

// listen passes on the program's lines until there are no more, or one is longer than most bytes: the error is then
// bufio.ErrBufferFull, and the text its beginning. The last line may end without a newline.
func (c *client) listen(out *os.File, most int) {
	defer close(c.lines)
	defer out.Close()
	from := bufio.NewReaderSize(out, most)
	for {
		text, err := from.ReadSlice('\n')
		if err == io.EOF && len(text) > 0 {
			err = nil
		}
		c.lines <- line{bytes.TrimRight(bytes.Clone(text), "\r\n"), err}
		if err != nil {
			return
		}
	}
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

// clipped is the beginning of a text, in quotes.
func clipped(text []byte) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
