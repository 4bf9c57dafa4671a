package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"time"
)

// grace is the time for the program to end after the last question, and the time that we
// wait for the rest of its pipes.
const grace = 500 * time.Millisecond

// tell writes a line to the program. A program that prints before a question has
// misunderstood the protocol, so that is a fault.
func (c *client) tell(ctx context.Context, text []byte) error {
	select {
	case l, ok := <-c.lines:
		if ok && l.err == nil {
			return c.fail(fmt.Errorf("it printed %s before it was asked; one line for each %s would do",
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
		return c.fail(fmt.Errorf("it has not read a line of %d bytes within %v; a loop over the lines of its standard "+
			"input would do", len(text), c.wait))
	case <-ctx.Done():
		return c.end(ctx.Err())
	}
}

// hear waits for a line that the program prints.
func (c *client) hear(ctx context.Context) ([]byte, error) {
	timer := time.NewTimer(c.wait)
	defer timer.Stop()
	select {
	case l, ok := <-c.lines:
		switch {
		case ok && l.err == nil:
			return l.text, nil
		case ok && l.err == bufio.ErrBufferFull:
			return nil, c.fail(fmt.Errorf("it answered a line of more than %d bytes, %s; %s would do",
				len(l.text), clipped(l.text), c.role.answer))
		}
		return nil, c.gone(ctx)
	case <-timer.C:
		return nil, c.fail(fmt.Errorf("no answer within %v; a line for each %s, flushed at once, or more time, would do",
			c.wait, c.role.question))
	case <-ctx.Done():
		return nil, c.end(ctx.Err())
	}
}

// gone is the error of a program that has ended, or has closed its pipes. It may have been killed
// because ctx is done.
func (c *client) gone(ctx context.Context) error {
	switch {
	case c.broken != nil:
		return c.broken
	case ctx.Err() != nil:
		return c.end(ctx.Err())
	}
	const would = "before the last question; a program that goes on until its standard input ends would do"
	select {
	case <-c.ended:
		return c.fail(fmt.Errorf("it ended (%v) %s", c.process.ProcessState, would))
	case <-time.After(grace):
		return c.fail(errors.New("it closed its standard input or output " + would))
	}
}

// fail ends the program because of a fault. The error that it returns has the end of
// the program's stderr.
func (c *client) fail(err error) error {
	if c.broken != nil {
		return c.broken
	}
	c.kill()
	said := "its stderr is empty"
	if last := c.stderr.last(); last != "" {
		said = "its stderr ends: " + last
	}
	c.broken = &Fault{c.command, fmt.Errorf("%w (%s)", err, said)}
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

// kill kills the program with all that it started, and waits until it is gone.
func (c *client) kill() {
	c.in.Close()
	c.group.kill()
	<-c.ended
	go func() { // lets listen end, which may still hold a line
		for range c.lines {
		}
	}()
}
