package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"breadboard/grid"
	"breadboard/grid/text"
)

// batch is the number of states that the program gets at once. A line of 1000 and its
// answer are far shorter than a pipe holds, so neither side waits for the other to
// read.
const batch = 1000

// A Client is the program while it runs; it is an outside.Mover. After a failure every
// call returns the same error: a Fault, or the context's.
type Client struct {
	command string
	cells   int
	wait    time.Duration
	process *exec.Cmd
	in      *os.File      // the program's stdin
	lines   chan line     // the lines that it prints
	stderr  *tail         // the end of its stderr
	ended   chan struct{} // closed when the program has ended and was waited for
	broken  error         // why no more answers come
}

// A Fault says what the program did wrong. Its text begins with the program's command
// line and says what would do.
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

// Start starts a program by its command line, which splitWords cuts into words without
// a shell. The program first reads the grid and a seed. It may take the time wait for
// each line, and for its first, before which it may have to compile itself.
func Start(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid) (*Client, error) {
	words, err := splitWords(command)
	if err != nil {
		return nil, &Fault{command, err}
	}
	c := &Client{command: command, cells: g.Size(), wait: wait, process: exec.Command(words[0], words[1:]...),
		lines: make(chan line, 1), stderr: &tail{done: make(chan struct{})}, ended: make(chan struct{})}
	if err := c.start(); err != nil {
		return nil, err
	}
	if err := c.tell(ctx, helloLine(seed, g)); err != nil {
		return nil, err
	}
	return c, nil
}

// start starts the process, and a goroutine each that listens to its output, follows
// its stderr and waits for its end.
func (c *Client) start() error {
	theirs, ours, err := c.pipes()
	if err != nil {
		return err
	}
	apart(c.process)
	err = c.process.Start()
	for _, f := range theirs {
		f.Close() // the process has its own
	}
	if err != nil {
		for _, f := range append(ours, c.in) {
			f.Close()
		}
		return &Fault{c.command, fmt.Errorf("%w; a program that can be started, and its words, would do", err)}
	}
	go c.listen(ours[0], longestAnswer)
	go c.stderr.follow(ours[1])
	go func() {
		_ = c.process.Wait() // ProcessState has the way it ended
		killGroup(c.process.Process.Pid)
		close(c.ended)
	}()
	return nil
}

// pipes makes three pipes and connects them to the process that is about to start. It
// returns the process's ends, and ours of its output and its stderr.
func (c *Client) pipes() (theirs, ours []*os.File, err error) {
	var readers, writers [3]*os.File
	for i := range readers {
		if readers[i], writers[i], err = os.Pipe(); err != nil {
			return nil, nil, err
		}
	}
	c.in = writers[0]
	c.process.Stdin, c.process.Stdout, c.process.Stderr = readers[0], writers[1], writers[2]
	return []*os.File{readers[0], writers[1], writers[2]}, readers[1:], nil
}

// Aim tells the program the density that its moves must leave invariant from now on.
func (c *Client) Aim(ctx context.Context, beta float64, logf []float64) error {
	return c.tell(ctx, aimLine(beta, logf))
}

// Move asks the program for one step from each state.
func (c *Client) Move(ctx context.Context, next, states []int) error {
	for at := 0; at < len(states); at += batch {
		end := min(at+batch, len(states))
		if err := c.tell(ctx, askLine(states[at:end])); err != nil {
			return err
		}
		answer, err := c.hear(ctx)
		if err != nil {
			return err
		}
		if err := readAnswer(answer, next[at:end], c.cells); err != nil {
			return c.fail(err)
		}
	}
	return nil
}

// Close closes the program's input, gives it half a second to end, and then kills it.
// It is a Fault if the program has printed more than its answers. It does not repeat a
// failure that another call has returned.
func (c *Client) Close() error {
	if c.broken != nil {
		return nil
	}
	c.in.Close()
	select {
	case l, ok := <-c.lines:
		if ok && l.err == nil {
			return c.fail(fmt.Errorf("it printed %s after its last answer; one line for each line of states would do",
				clipped(l.text)))
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

// splitWords cuts a command line into words at blanks. Of a shell's syntax it knows
// only quotes: '...' is taken as it is; in "..." a backslash escapes " and \ only;
// outside quotes it escapes any character. The error says that a quote does not end, or
// that there is no word.
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
		return nil, errors.New("a quote does not end; words between ' or \" would do")
	case len(words) == 0:
		return nil, errors.New("there is no program; one and its words, as in 'python3 mykernel.py', would do")
	}
	return words, nil
}
