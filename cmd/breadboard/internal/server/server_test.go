package server

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"breadboard/chains/crew"
)

const barrier = `{"toy":"barrier","T":100}`

// testPage is a page of two files.
var testPage = fstest.MapFS{
	"index.html": {Data: []byte(`<!doctype html><script type="importmap">{"imports":{}}</script>`)},
	"main.js":    {Data: []byte("export {}")},
}

// testServer makes a server of testPage that takes no bug for granted.
func testServer(t testing.TB) *server {
	t.Helper()
	s, err := newServer(Options{Page: testPage, Charts: fstest.MapFS{"charts.css": {Data: []byte("p{}")}}, Version: "v",
		AtOnce: 2,
		Bug:    func(p *crew.Panic) { t.Errorf("a bug: %v\n%s", p, p.Stack) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// listen serves on a free port until the test ends, and returns the address.
func listen(t testing.TB, s *server) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
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
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

// request makes a request with headers, given as pairs. Host is one of them.
func request(t testing.TB, method, url, body string, headers ...string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
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
	var p problem
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
