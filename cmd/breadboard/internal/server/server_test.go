package server

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

const barrier = `{"toy":"barrier","T":100}`

// testServer makes a server of a page of two files, with these names.
func testServer(hosts ...string) *server {
	return &server{kinds: answers.Kinds, version: "v", hosts: hosts, page: map[string][]byte{
		"index.html": []byte(`<!doctype html><p>a page`),
		"main.js":    []byte("export {}"),
	}}
}

// listen serves on a free port until the test ends, and returns the address.
func listen(t *testing.T, s *server) string {
	t.Helper()
	l := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	s.hosts = hostsOf("127.0.0.1:0", l.Addr())
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the server ended: %v", err)
		}
	})
	return "http://" + l.Addr().String()
}

// ask sends a request, and returns the response with its body.
func ask(t *testing.T, method, url, media, body string) (*http.Response, string) {
	t.Helper()
	r := must.Have(http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body)))(t)
	r.Header.Set("Content-Type", media)
	response := must.Have(http.DefaultClient.Do(r))(t)
	defer response.Body.Close()
	return response, string(must.Have(io.ReadAll(response.Body))(t))
}

// refused fails the test unless a body is the problem document of this status, and its sentence has these words.
func refused(t *testing.T, body string, status int, says string) {
	t.Helper()
	p := document{Problem: new(answers.Problem)}
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Fatalf("%s is no problem document: %v", body, err)
	}
	if p.Status != status || p.Title != http.StatusText(status) || !strings.Contains(p.Detail, says) {
		t.Errorf("the problem is %+v, want status %d and %q", p, status, says)
	}
}

// The page, the catalogue and answers come with their types, and what is wrong is refused with its reason.
func TestServes(t *testing.T) {
	s := testServer()
	address := listen(t, s)
	for _, c := range []struct {
		method, path, media, body string
		status                    int
		kind, has                 string
	}{
		{"GET", "/", "", "", 200, "text/html", "a page"},
		{"GET", "/main.js", "", "", 200, "text/javascript", "export {}"},
		{"GET", "/api/catalogue", "", "", 200, "application/json", `"version":"v"`},
		{"POST", "/api/measure", "application/json", barrier, 200, "application/json", `"J":`},
		{"GET", "/nothing", "", "", 404, "application/problem+json", "there is nothing at /nothing"},
		{"POST", "/api/nothing", "application/json", "{}", 404, "application/problem+json", "no answers at"},
		{"POST", "/api/measure", "text/plain", barrier, 415, "application/problem+json", "use application/json"},
		{"POST", "/api/measure", "application/json", `{"toy":`, 400, "application/problem+json",
			"the question is wrong"},
		{"POST", "/api/measure", "application/json", `{"toy":"nix"}`, 422, "application/problem+json", "the toy"},
		{"POST", "/api/measure", "application/json", strings.Repeat(" ", explore.MostBytes+1), 413,
			"application/problem+json", "has not come whole"},
	} {
		r, body := ask(t, c.method, address+c.path, c.media, c.body)
		if r.StatusCode != c.status || !strings.HasPrefix(r.Header.Get("Content-Type"), c.kind) ||
			!strings.Contains(body, c.has) {
			t.Errorf("%s %s: %s, %s: %.300s", c.method, c.path, r.Status, r.Header.Get("Content-Type"), body)
		}
	}
}

// A server that is stopped ends what it computes, and returns.
func TestServeStops(t *testing.T) {
	begun := make(chan bool)
	s := testServer()
	waits := func(ctx context.Context, _ answers.Asked) (any, error) {
		close(begun)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	s.kinds = map[string]answers.Kind{"test": {Answer: waits}}
	l := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	s.hosts = hostsOf("", l.Addr())
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.serve(ctx, l) }()
	go func() {
		if r, err := http.Post("http://"+l.Addr().String()+"/api/test", "application/json",
			strings.NewReader("{}")); err == nil {
			r.Body.Close()
		}
	}()
	<-begun
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the server ended: %v", err)
	}
}

// The first answers are those that the page's engine gives to their bodies, byte for byte, of every kind on the first
// screen. What a setting has not, or what has no time, is left out.
func TestFirst(t *testing.T) {
	for want, q := range map[string]explore.Question{
		" measure draw exact levels command": {Toy: "two-basins:5", T: 7},
		" measure exact levels command":      {Target: "0,1;w,2", Schedule: "fisher", T: 5},
		" measure draw exact command":        {Toy: "barrier", T: 3, Program: "sir:2"},
	} {
		kinds := ""
		for _, one := range must.Have(First(t.Context(), q, explore.MostTime))(t) {
			body := must.Have(json.Marshal(one.Body))(t)
			said, p := answers.Ask(t.Context(), "api/"+one.Kind, body)
			if got := string(answers.Encoded(one.Answer)); p != nil || got != string(said) {
				t.Errorf("%s to %s is %.100s, and the engine says %.100s (%v)", one.Kind, body, got, said, p)
			}
			kinds += " " + one.Kind
		}
		if kinds != want {
			t.Errorf("%+v has%s, want%s", q, kinds, want)
		}
	}
}
