package client

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
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

// gone is the error of a program that has ended, or has closed its pipes. It may have been killed because ctx is done.
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
type tail struct {
	mu   sync.Mutex
	end  []byte
	done chan struct{} // closed at the end of the stream
}

const (
	tailBytes = 4096 // kept
	tailLines = 4    // shown
	tailRunes = 400  // shown at most
)

// follow keeps the end of the stream until the stream ends, and then closes it.
func (t *tail) follow(from io.ReadCloser) {
	defer close(t.done)
	defer from.Close()
	b := make([]byte, tailBytes)
	for {
		n, err := from.Read(b)
		t.mu.Lock()
		t.end = append(t.end, b[:n]...)
		t.end = t.end[max(0, len(t.end)-tailBytes):]
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// last returns the last lines, joined into one. It waits a moment for the stream to end.
func (t *tail) last() string {
	select {
	case <-t.done:
	case <-time.After(grace):
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var lines []string
	for l := range strings.Lines(strings.ToValidUTF8(string(t.end), "?")) {
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

func clipped(text []byte) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
