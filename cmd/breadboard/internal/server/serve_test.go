package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A server that is stopped ends what it computes, says so, and returns, even if a client has said nothing yet.
func TestServeStops(t *testing.T) {
	s := withKind(t, kind{answer: func(ctx context.Context, _ asked, _ func(any) error) error {
		<-ctx.Done()
		return ctx.Err()
	}})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.serve(ctx, l) }()
	silent, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	body := make(chan string)
	go func() {
		_, said := post(t, http.DefaultClient, l.Addr().String(), "test", "{}")
		body <- said
	}()
	settles(t, "nothing is computed", func() bool { return s.slow.running.Load() == 1 })
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the server ended: %v", err)
	}
	refused(t, <-body, http.StatusServiceUnavailable, "is being stopped")
	if n := s.slow.inside.Load(); n != 0 {
		t.Errorf("%d answers are computed after the end", n)
	}
}

// A listener that fails ends the server with its error.
func TestServeFails(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := Serve(t.Context(), l, testServer(t).Options); err == nil {
		t.Error("a closed listener is served")
	}
}

// Clients that send a byte now and then hold nobody up, and are sent away.
func TestSlowClients(t *testing.T) {
	s := testServer(t)
	s.patience = 300 * time.Millisecond
	address := listen(t, s)
	const head = "POST /api/measure HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
	ended := make(chan string)
	for _, begins := range []string{
		fmt.Sprintf(head, address),
		fmt.Sprintf(head+"Content-Length: 100\r\n\r\n{", address),
		fmt.Sprintf("POST /nothing HTTP/1.1\r\nHost: %s\r\nContent-Length: 100\r\n\r\n{", address),
	} {
		slow, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer slow.Close()
		if _, err := io.WriteString(slow, begins); err != nil {
			t.Fatal(err)
		}
		go func() {
			said, _ := io.ReadAll(slow) // until the server closes the connection
			ended <- string(said)
		}()
	}
	for range 20 {
		if status, body := post(t, http.DefaultClient, address, "measure", barrier); status != http.StatusOK {
			t.Errorf("beside slow clients: %d %s", status, body)
		}
	}
	for range 3 {
		if said := <-ended; strings.Contains(said, "200 OK") {
			t.Errorf("a slow client was answered: %s", said)
		}
	}
}

// A stream goes on for longer than the server waits for a client that sends a question.
func TestStreamIsNotCut(t *testing.T) {
	s := withKind(t, kind{streamed: true, answer: func(ctx context.Context, _ asked, tell func(any) error) error {
		for i := range 8 {
			time.Sleep(50 * time.Millisecond)
			if err := tell(i); err != nil {
				return err
			}
		}
		return nil
	}})
	s.patience = 100 * time.Millisecond
	status, body := post(t, http.DefaultClient, listen(t, s), "test", "{}")
	if status != http.StatusOK || !strings.HasSuffix(body, "7\n") {
		t.Errorf("the stream is %d %q, want 7 at its end", status, body)
	}
}

// Garbage in place of a request is refused, and the server goes on.
func TestGarbage(t *testing.T) {
	s := testServer(t)
	s.patience = 300 * time.Millisecond
	address := listen(t, s)
	for _, garbage := range []string{"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "GET\r\n\r\n",
		"\x00\x00\x00\x00\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: " + address + "\r\nX: " + strings.Repeat("x", 1<<20) + "\r\n\r\n",
		"POST /api/measure HTTP/1.1\r\nHost: " + address + "\r\nContent-Length: 9999999999999999999999\r\n\r\n{}",
		"POST /api/measure HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 2\r\n\r\n{}",
	} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(c, garbage) // the server may close while this is sent
		line, _ := bufio.NewReader(c).ReadString('\n')
		if strings.Contains(line, " 200 ") || strings.Contains(line, " 5") {
			t.Errorf("%.20q is answered by %q", garbage, line)
		}
		c.Close()
	}
	if status, body := post(t, http.DefaultClient, address, "measure", barrier); status != http.StatusOK {
		t.Errorf("after garbage: %d %s", status, body)
	}
}
