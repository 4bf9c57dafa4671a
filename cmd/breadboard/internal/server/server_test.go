package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/grid/must"
)

const barrier = `{"toy":"barrier","T":100}`

// testPage is a page of two files.
var testPage = map[string][]byte{
	"index.html":      []byte(`<!doctype html><p>a page`),
	"main.js":         []byte("export {}"),
	"state/state.css": []byte("p{}"),
}

// testServer makes a server of testPage that takes no bug for granted.
func testServer(t testing.TB) *server {
	t.Helper()
	return newServer(Options{Page: testPage, Version: "v", AtOnce: 2,
		Bug: func(p *crew.Panic) { t.Errorf("a bug: %v\n%s", p, p.Stack) }})
}

// listen serves on a free port until the test ends, and returns the address.
func listen(t testing.TB, s *server) string {
	t.Helper()
	l := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	return listenOn(t, s, l)
}

// listenOn is listen at a listener.
func listenOn(t testing.TB, s *server, l net.Listener) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the server ended: %v", err)
		}
	})
	return l.Addr().String()
}

// post asks a question over the network, and returns the status and the body.
func post(t testing.TB, client *http.Client, address, kind, body string) (int, string) {
	t.Helper()
	r, err := client.Post("http://"+address+"/api/"+kind, "application/json", strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	return r.StatusCode, string(text)
}

// settles waits until ok holds, for some seconds: goroutines end a little after what they did is seen.
func settles(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for range 500 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%s; these run:\n%s", what, stacks[:runtime.Stack(stacks, true)])
}

// ask sends a request as it stands, and returns the response with its body.
func ask(t testing.TB, r *http.Request) (*http.Response, string) {
	t.Helper()
	response := must.Have(http.DefaultClient.Do(r))(t)
	defer response.Body.Close()
	body := must.Have(io.ReadAll(response.Body))(t)
	return response, string(body)
}

// request makes a request with headers, given as pairs. Host is one of them.
func request(t testing.TB, method, url, body string, headers ...string) *http.Request {
	t.Helper()
	r := must.Have(http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body)))(t)
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	return r
}

// refused fails the test unless a body is the problem document of this status, and its sentence has these words.
func refused(t testing.TB, body string, status int, says string) {
	t.Helper()
	p := document{Problem: new(answers.Problem)}
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Errorf("%s is no problem document: %v", body, err)
		return
	}
	if p.Status != status {
		t.Errorf("the problem has status %d, want %d: %s", p.Status, status, p.Detail)
	}
	if p.Title != http.StatusText(status) || p.Type != "about:blank" {
		t.Errorf("the problem is a %q of the type %q, want %q of about:blank", p.Title, p.Type, http.StatusText(status))
	}
	if !strings.Contains(p.Detail, says) {
		t.Errorf("the problem says %q, want %q", p.Detail, says)
	}
}

// A server that is stopped ends what it computes, says so, and returns, even if a client has said nothing yet.
func TestServeStops(t *testing.T) {
	s := withKind(t, waiting)
	l := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.serve(ctx, l) }()
	silent := must.Have(net.Dial("tcp", l.Addr().String()))(t)
	defer silent.Close()
	body := make(chan string)
	go func() {
		_, said := post(t, http.DefaultClient, l.Addr().String(), "test", "{}")
		body <- said
	}()
	settles(t, "nothing is computed", func() bool { return len(s.slow.running) == 1 })
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the server ended: %v", err)
	}
	refused(t, <-body, http.StatusServiceUnavailable, "is being stopped")
	if n := s.slow.inside.Load(); n != 0 {
		t.Errorf("%d answers are computed after the end", n)
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
		slow := must.Have(net.Dial("tcp", address))(t)
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

// Files have their types, and a browser that asks whether it has the newest one is told so in a few bytes. What is no
// file is refused.
func TestAssets(t *testing.T) {
	address := "http://" + listen(t, testServer(t))
	for path, want := range map[string][2]string{
		"/":                {"text/html; charset=utf-8", string(testPage["index.html"])},
		"/main.js":         {"text/javascript; charset=utf-8", "export {}"},
		"/state/state.css": {"text/css; charset=utf-8", "p{}"},
	} {
		r, body := ask(t, request(t, http.MethodGet, address+path, ""))
		if body != want[1] || r.Header.Get("Content-Type") != want[0] || r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s is %q with the headers %v", path, body, r.Header)
		}
		tag := r.Header.Get("ETag")
		for known, status := range map[string]int{tag: http.StatusNotModified, `"other"`: http.StatusOK} {
			again, _ := ask(t, request(t, http.MethodGet, address+path, "", "If-None-Match", known))
			if again.StatusCode != status {
				t.Errorf("%s, of which %s is known: %d, want %d", path, known, again.StatusCode, status)
			}
		}
	}
	for path, says := range map[string]string{
		"/nothing": "there is nothing at /nothing", "/%2e%2e/go.mod": "nothing at",
		"/state/%00": `nothing at /state/\x00`,
	} {
		_, body := ask(t, request(t, http.MethodGet, address+path, ""))
		refused(t, body, http.StatusNotFound, says)
	}
	r, body := ask(t, request(t, http.MethodPut, address+"/main.js", "x"))
	refused(t, body, http.StatusMethodNotAllowed, "GET would do")
	if allow := r.Header.Get("Allow"); !strings.Contains(allow, http.MethodGet) {
		t.Errorf("Allow is %q, want GET in it", allow)
	}
}
