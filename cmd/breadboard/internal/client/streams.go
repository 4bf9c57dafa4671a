package client

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

// A line holds one line that the program printed, or the reason why nothing more
// comes.
type line struct {
	text []byte
	err  error
}

// listen passes on the lines that the program prints until there are no more, or one is
// longer than most bytes.
func (c *Client) listen(out *os.File, most int) {
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

// errLong is the error of a line that is too long; its beginning is returned with it.
var errLong = errors.New("too long")

// readLine reads a line of at most most bytes. The last line may end without a newline.
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

// A tail keeps the end of a stream: of a million lines on stderr the last few say what
// went wrong.
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

// clipped quotes the beginning of a line.
func clipped(text []byte) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
