// Package client runs a program that answers questions over its pipes, in any language: a kernel
// that makes moves, or an inference program that makes runs (protocol.go). The program
// is a child process with a process group of its own (client.go, talk.go, group_unix.go). If it does
// anything wrong (it hangs, ends, prints too much or answers another question) it is killed with all
// that it started. So it is when we end, even by SIGKILL. The error is one line, with the end of its stderr.
//
// The helps show conversations; cmd/breadboard/clients/README.md has the protocol for those who
// write a program, and this package's examples hold one each.
package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
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
	group   *group        // the process, and what it starts
	in      *os.File      // the program's stdin
	lines   chan line     // the lines that it prints
	stderr  *tail         // the end of its stderr
	ended   chan struct{} // closed when the program has ended and was waited for
	broken  error         // why no more answers come
}

// A role says what a program is asked, as its errors put it.
type role struct {
	example  string // a command line
	question string // the kind of line that it answers
	answer   string // what an answer is
	batch    int    // the most steps or runs that a line asks for
	longest  int    // bytes of an answer
}

// A Fault says what the program did wrong. Its text begins with the program's command line and says what would do.
type Fault struct {
	command string
	err     error
}

// Error is one line, in which control characters are written out.
func (f *Fault) Error() string {
	return text.Printable(f.command) + ": " + text.Printable(f.err.Error())
}

// Unwrap returns the reason alone.
func (f *Fault) Unwrap() error { return f.err }

// launch starts a program by its command line, which splitWords cuts into words without
// a shell. The program first reads the grid and a seed. It may take the time wait for
// each line, and for its first, before which it may have to compile itself.
func launch(ctx context.Context, command string, r role, wait time.Duration, seed uint64,
	g grid.Grid) (*client, error) {
	words, err := splitWords(command)
	if err != nil {
		return nil, &Fault{command, fmt.Errorf("%w, as in %s, would do", err, r.example)}
	}
	c := &client{command: command, role: r, cells: g.Size(), wait: wait, process: exec.Command(words[0], words[1:]...),
		lines: make(chan line, 1), stderr: &tail{done: make(chan struct{})}, ended: make(chan struct{})}
	if err := c.start(ctx); err != nil {
		return nil, err
	}
	if err := c.tell(ctx, helloLine(seed, g)); err != nil {
		return nil, err
	}
	return c, nil
}

// start starts the process, and a goroutine each that listens to its output, follows its stderr and waits for its end.
// When ctx is done the process is killed at once, also if nobody asks it for anything.
func (c *client) start(ctx context.Context) error {
	var readers, writers [3]*os.File
	for i := range readers {
		var err error
		if readers[i], writers[i], err = os.Pipe(); err != nil {
			return err
		}
	}
	c.in = writers[0]
	c.process.Stdin, c.process.Stdout, c.process.Stderr = readers[0], writers[1], writers[2]
	started := make(chan error)
	go c.attend(ctx, started)
	err := <-started
	for _, theirs := range []*os.File{readers[0], writers[1], writers[2]} {
		theirs.Close() // the process has its own
	}
	if err != nil {
		for _, ours := range []*os.File{writers[0], readers[1], readers[2]} {
			ours.Close()
		}
		return &Fault{c.command, fmt.Errorf("%w; a program that can be started, and its words, would do", err)}
	}
	go c.listen(readers[1], c.role.longest)
	go c.stderr.follow(readers[2])
	return nil
}

// attend starts the process and waits for its end. It keeps its thread all the time, because the
// system may kill the process when the thread that started it ends.
func (c *client) attend(ctx context.Context, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var err error
	c.group, err = startGroup(c.process)
	started <- err
	if err != nil {
		return
	}
	unwatch := context.AfterFunc(ctx, c.group.kill)
	defer unwatch()
	_ = c.process.Wait() // ProcessState has the way it ended
	c.group.end()
	close(c.ended)
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
		answer, err := c.hear(ctx)
		if err != nil {
			return err
		}
		if err := read(answer, at, end); err != nil {
			return c.fail(err)
		}
	}
	return nil
}

// Close closes the program's input, gives it half a second to end, and then kills it. It is a Fault if the program has
// printed more than its answers. It does not repeat a failure that another call has returned.
func (c *client) Close() error {
	if c.broken != nil {
		return nil
	}
	c.in.Close()
	select {
	case l, ok := <-c.lines:
		if ok && l.err == nil {
			return c.fail(fmt.Errorf("it printed %s after its last answer; one line for each %s would do",
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
