package server

import (
	"context"
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
		Bug: func(p *crew.Panic) { t.Errorf("a bug: %v\n%s", p, p.Stack) }})
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
