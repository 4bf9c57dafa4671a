package client

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// A line holds one line that the program printed, or the reason why no more come.
type line struct {
	text []byte
	err  error
}

// listen passes on the program's lines until there are no more, or one is longer than most
// bytes: the error is then bufio.ErrBufferFull, and the text its beginning. The last line
// may end without a newline.
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

// A tail keeps the end of a stream: of a million lines on stderr the last few show the
// fault.
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
