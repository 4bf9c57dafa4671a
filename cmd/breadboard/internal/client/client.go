package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"breadboard/chains/outside"
	"breadboard/grid"
)

// clientWait is how long a program may take over one line where no flag says
// otherwise: long enough for a language that compiles as it starts.
const clientWait = 30 * time.Second

// clientBatch is how many states a program is handed at once: a line and its
// answer are far below what a pipe holds.
const clientBatch = 1000

// A client is a program that makes moves when asked over its pipes; it is an
// outside.Mover. It has a process group of its own, which is killed whole when it
// is closed, when it fails and when it ends; after a failure every call returns the
// same error. Errors are bad input, or the context's.
type client struct {
	command string
	cells   int
	wait    time.Duration
	process *exec.Cmd
	in      *os.File // its standard input
	lines   chan line
	errs    *tail
	ended   chan struct{} // closed when it has ended and been waited for
	broken  error
}

// startClient starts a program by its command line, cut into words by splitWords:
// no shell is asked. It is told the grid and the seed. wait is how long it may take
// over a line.
func startClient(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid) (*client, error) {
	words, err := splitWords(command)
	if err != nil {
		return nil, bad(fmt.Errorf("--exec %s: %w", command, err))
	}
	c := &client{command: command, cells: g.Size(), wait: wait, process: exec.Command(words[0], words[1:]...),
		lines: make(chan line, 1), errs: &tail{done: make(chan struct{})}, ended: make(chan struct{})}
	theirs, err := c.pipes()
	if err != nil {
		return nil, err
	}
	apart(c.process)
	err = c.process.Start()
	for _, f := range theirs[:3] {
		f.Close()
	}
	if err != nil {
		for _, f := range append(theirs[3:], c.in) {
			f.Close()
		}
		return nil, bad(fmt.Errorf("--exec %s: %w; a program that can be started, and its words, would do", command, err))
	}
	go c.listen(theirs[3], outside.LongestAnswer(clientBatch))
	go c.errs.follow(theirs[4])
	go func() {
		_ = c.process.Wait() // how it ended is in ProcessState
		killGroup(c.process.Process.Pid)
		close(c.ended)
	}()
	if err := c.tell(ctx, outside.HelloLine(seed, g)); err != nil {
		return nil, err
	}
	return c, nil
}

// pipes makes the pipes: the program's three ends, then ours of its output and of
// its errors.
func (c *client) pipes() ([]*os.File, error) {
	var ends [3][2]*os.File
	for i := range ends {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		ends[i] = [2]*os.File{r, w}
	}
	in, out, errs := ends[0], ends[1], ends[2]
	c.in = in[1]
	c.process.Stdin, c.process.Stdout, c.process.Stderr = in[0], out[1], errs[1]
	return []*os.File{in[0], out[1], errs[1], out[0], errs[0]}, nil
}

// Aim tells the density.
func (c *client) Aim(ctx context.Context, beta float64, logf []float64) error {
	return c.tell(ctx, outside.AimLine(beta, logf))
}

// Move asks for the moves, by batches.
func (c *client) Move(ctx context.Context, next, states []int) error {
	for at := 0; at < len(states); at += clientBatch {
		end := min(at+clientBatch, len(states))
		if err := c.tell(ctx, outside.AskLine(states[at:end])); err != nil {
			return err
		}
		text, err := c.hear(ctx)
		if err != nil {
			return err
		}
		if err := outside.ReadAnswer(text, next[at:end], c.cells); err != nil {
			return c.fail(err)
		}
	}
	return nil
}

// tell writes a line that the program is to read.
func (c *client) tell(ctx context.Context, text []byte) error {
	select {
	case l, ok := <-c.lines: // nobody has asked for one
		if ok && l.err == nil {
			return c.fail(fmt.Errorf("it printed %s before it was asked; one line for each line of states would do", clipped(l.text)))
		}
		return c.gone()
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
			return c.gone()
		}
		return nil
	case <-time.After(c.wait):
		return c.fail(fmt.Errorf("it has not read a line of %d bytes within %v; a loop over the lines of its standard input would do", len(text), c.wait))
	case <-ctx.Done():
		return c.end(ctx.Err())
	}
}

// hear waits for a line that the program is to print.
func (c *client) hear(ctx context.Context) ([]byte, error) {
	timer := time.NewTimer(c.wait)
	defer timer.Stop()
	select {
	case l, ok := <-c.lines:
		switch {
		case ok && l.err == nil:
			return l.text, nil
		case ok && l.err == errLong:
			return nil, c.fail(fmt.Errorf("it answered a line of more than %d bytes, %s; a JSON array of at most %d cell numbers would do", len(l.text), clipped(l.text), clientBatch))
		}
		return nil, c.gone()
	case <-timer.C:
		return nil, c.fail(fmt.Errorf("no answer within %v; a line for each line of states, flushed at once, would do", c.wait))
	case <-ctx.Done():
		return nil, c.end(ctx.Err())
	}
}

// clientGrace is how long a program may take to end once nothing more is asked, and
// what is left in its pipes to be read.
const clientGrace = 500 * time.Millisecond

// gone is the failure of a program that has ended or closed its pipes.
func (c *client) gone() error {
	if c.broken != nil {
		return c.broken
	}
	select {
	case <-c.ended:
		return c.fail(fmt.Errorf("it ended (%v) before the last question; a program that goes on until its standard input ends would do", c.process.ProcessState))
	case <-time.After(clientGrace):
		return c.fail(errors.New("it closed its standard input or output before the last question; a program that goes on until its standard input ends would do"))
	}
}

// fail ends the program and tells what it did wrong, with the end of its stderr.
func (c *client) fail(err error) error {
	if c.broken != nil {
		return c.broken
	}
	c.kill()
	said := "its stderr is empty"
	if last := c.errs.last(); last != "" {
		said = "its stderr ends: " + last
	}
	c.broken = bad(fmt.Errorf("--exec %s: %w (%s)", c.command, err, said))
	return c.broken
}

// end ends the program for a reason that is not its own.
func (c *client) end(err error) error {
	if c.broken == nil {
		c.kill()
		c.broken = err
	}
	return c.broken
}

// kill kills the program with all that it started, and waits until it is gone.
func (c *client) kill() {
	c.in.Close()
	killGroup(c.process.Process.Pid)
	<-c.ended
	go func() { // whoever still writes is not waited for
		for range c.lines {
		}
	}()
}

// Close lets the program end, and kills what does not. It is an error if the
// program had more to say than was asked; a failure that has been told before is not
// told again.
func (c *client) Close() error {
	if c.broken != nil {
		return nil
	}
	c.in.Close()
	select {
	case l, ok := <-c.lines:
		if ok && l.err == nil {
			return c.fail(fmt.Errorf("it printed %s after its last answer; one line for each line of states would do", clipped(l.text)))
		}
		select {
		case <-c.ended:
		case <-time.After(clientGrace):
		}
	case <-time.After(clientGrace):
	}
	c.end(errors.New("the program is closed"))
	return nil
}

// clientHelp is the protocol in a few lines, as clients/README.md has it whole.
const clientHelp = `A program (--exec) reads lines and answers each line of states by one line:

  {"seed":1,"grid":[2,3]}                       first and once
  {"beta":0.5,"logf":[0,-1.25,null,2,0.5,1]}    leave exp(logf) invariant
  {"states":[3,0,4]}                            one step from each, please
  [4,0,1]                                       what it prints, and flushes

Cells are numbered from 0, the last axis running fastest; null is -inf. The words
of --exec are cut at blanks, with '...' and "..." as quotes; no shell is asked.
Clients in Python, R, Julia and C are in cmd/breadboard/clients.`
