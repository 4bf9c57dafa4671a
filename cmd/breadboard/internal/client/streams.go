package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// A line is what a program printed, or why there is no more.
type line struct {
	text []byte
	err  error
}

// listen hands on the lines that the program prints, none longer than most, until
// it prints no more or nobody listens.
func (c *client) listen(out *os.File, most int) {
	defer close(c.lines)
	defer out.Close()
	from := bufio.NewReader(out)
	for {
		text, err := readLine(from, most)
		c.lines <- line{text, err}
		if err != nil {
			return
		}
	}
}

var errLong = errors.New("too long")

// readLine reads to the end of a line, which may be the end of all.
func readLine(from *bufio.Reader, most int) ([]byte, error) {
	var text []byte
	for {
		part, err := from.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > most:
			return text[:most], errLong
		case err == nil:
			return bytes.TrimRight(text, "\r\n"), nil
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(text) > 0:
			return text, nil
		default:
			return nil, err
		}
	}
}

// A tail keeps the end of what is written.
type tail struct {
	mu   sync.Mutex
	end  []byte
	done chan struct{}
}

const (
	tailBytes = 4096
	tailLines = 4
	tailShown = 400
)

// follow keeps the end of a stream until that ends, and then closes it.
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

// last is the last lines, in one. It waits a moment for what is on its way.
func (t *tail) last() string {
	select {
	case <-t.done:
	case <-time.After(clientGrace):
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
	if len(s) > tailShown {
		return "..." + string(s[len(s)-tailShown:])
	}
	return string(s)
}

// clipped quotes the beginning of a line.
func clipped(text []byte) string {
	const long = 60
	if len(text) > long {
		return fmt.Sprintf("%q...", text[:long])
	}
	return fmt.Sprintf("%q", text)
}
