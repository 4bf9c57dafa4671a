package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

const barrier = `{"toy":"barrier","T":100}`

const (
	notCalled = "this server is not called "
	elsewhere = "a page elsewhere may not ask this server; use its own, http://127.0.0.1:8080/"
)

// requests holds what a server at 127.0.0.1:8080 answers, and how. It refuses all but the page, and programs that use
// the server's own name or the number at which the connection arrives. Browsers leave port 80 out of a host, and no
// other port. No header hides another one of its name.
var requests = []struct {
	path    string
	headers []string // besides those of a program that sends JSON
	body    string
	status  int
	holds   string // the whole detail of a refusal
}{
	// The page, its files, the catalogue and answers.
	{"/", nil, "", 200, "a page"},
	{"/main.js", nil, "", 200, "export {}"},
	{"/nothing", nil, "", 404, "there is nothing at /nothing; the page is at /"},
	{"/api/catalogue", nil, "", 200, `"version":"v"`},
	{"/api/measure", nil, barrier, 200, `"J":`},
	{"/api/nothing", nil, "{}", 404, "there are no answers at api/nothing; use api/measure"},
	{"/api/measure", []string{"Content-Type", "text/plain"}, barrier, 415,
		`the question is "text/plain"; use application/json`},
	{"/api/measure", nil, `{"toy":`, 400, "the question is wrong: unexpected EOF; use an object such as " +
		`{"toy":"easy","seed":"7","T":100}`},
	{"/api/measure", nil, `{"toy":"nix"}`, 422, `the toy "nix" is unknown; use one of easy, hard, random:SIGMA; ` +
		"breadboard list toys has all"},
	{"/api/measure", nil, strings.Repeat(" ", explore.MostBytes+1), 413, "the request has not come whole (http: " +
		"request body too large); use at most 1048576 bytes"},
	// The page and links to it, by a name or a number of the server.
	{"/api/measure", []string{"Origin", "http://127.0.0.1:8080", "Sec-Fetch-Site", "same-origin"}, barrier, 200, ""},
	{"/api/measure", []string{"Host", "LocalHost:8080", "Origin", "http://localhost:8080"}, barrier, 200, ""},
	{"/api/measure", []string{"Host", "[::1]:8080"}, barrier, 200, ""},
	{"/", []string{"Host", "192.0.2.7:8080"}, "", 200, ""},
	{"/", []string{"Sec-Fetch-Site", "cross-site", "Origin", "http://evil.example"}, "", 200, ""},
	// Names that were made to lead here, and other ports and numbers.
	{"/main.js", []string{"Host", "evil.example:8080"}, "", 421,
		notCalled + "evil.example:8080; use http://127.0.0.1:8080/"},
	{"/api/measure", []string{"Host", "127.0.0.1:1"}, barrier, 421,
		notCalled + "127.0.0.1:1; use http://127.0.0.1:8080/"},
	{"/api/measure", []string{"Host", "127.0.0.1"}, barrier, 421, notCalled + "127.0.0.1; use http://127.0.0.1:8080/"},
	{"/", []string{"Host", "192.0.2.8:8080"}, "", 421, notCalled + "192.0.2.8:8080; use http://127.0.0.1:8080/"},
	{"/", []string{"Host", ""}, "", 421, notCalled + "nothing; use http://127.0.0.1:8080/"},
	// Pages elsewhere.
	{"/api/measure", []string{"Origin", ""}, barrier, 403, elsewhere},
	{"/api/measure", []string{"Origin", "null"}, barrier, 403, elsewhere},
	{"/api/measure", []string{"Origin", "https://127.0.0.1:8080"}, barrier, 403, elsewhere},
	{"/api/measure", []string{"Sec-Fetch-Site", "same-site"}, barrier, 403, elsewhere},
	{"/api/catalogue", []string{"Sec-Fetch-Site", "cross-site"}, "", 403, elsewhere},
	{"/api/measure", []string{"Origin", "http://127.0.0.1:8080", "Origin", "http://evil.example"}, barrier, 403,
		elsewhere},
	{"/api/measure", []string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Site", "cross-site"},
		barrier, 403, elsewhere},
}

// TestRequests: every response, a refusal too, says what a browser may do with it. A refusal is a problem document.
func TestRequests(t *testing.T) {
	arrives := &net.TCPAddr{IP: net.ParseIP("192.0.2.7"), Port: 8080}
	s := newServer("127.0.0.1:8080", arrives, map[string][]byte{"index.html": []byte(`<!doctype html><p>a page`),
		"main.js": []byte("export {}")}, "v")
	for _, c := range requests {
		method := http.MethodGet
		if c.body != "" {
			method = http.MethodPost
		}
		r := httptest.NewRequest(method, "http://127.0.0.1:8080"+c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		for pair := range slices.Chunk(c.headers, 2) {
			switch pair[0] {
			case "Host":
				r.Host = pair[1]
			case "Content-Type":
				r.Header.Set(pair[0], pair[1])
			default:
				r.Header.Add(pair[0], pair[1])
			}
		}
		w := httptest.NewRecorder()
		s.handler().ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, arrives)))
		if w.Code != c.status || c.status == 200 && !strings.Contains(w.Body.String(), c.holds) {
			t.Errorf("%s %q: status %d, want %d and %q: %.300s", c.path, c.headers, w.Code, c.status, c.holds, w.Body)
		}
		var p document
		if c.status != 200 && (json.Unmarshal(w.Body.Bytes(), &p) != nil || p.Status != c.status ||
			p.Title != http.StatusText(c.status) || p.Detail != c.holds) {
			t.Errorf("%s %q: no problem document: %s", c.path, c.headers, w.Body)
		}
		kept := "no-store"
		if c.status == 200 && !strings.HasPrefix(c.path, "/api/") {
			kept = "no-cache"
		}
		for header, want := range map[string]string{"Content-Security-Policy": policy, "Cache-Control": kept,
			"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Referrer-Policy": "no-referrer"} {
			if got := w.Header().Get(header); got != want {
				t.Errorf("%s of %s is %s, want %s", header, c.path, got, want)
			}
		}
	}
}

// TestLines: a page that asks for lines reads how far a search is, rising, and then the answer, or the problem of a
// search that was stopped. What is not searched has no lines, and what is not asked for them neither.
func TestLines(t *testing.T) {
	s := newServer("127.0.0.1:8080", &net.TCPAddr{Port: 8080}, nil, "v")
	asked := func(accept, body string) *http.Request {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:8080/api/measure", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", accept)
		return r
	}
	ask := func(accept, body string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.handler().ServeHTTP(w, asked(accept, body))
		return w
	}
	const search = `{"toy":"barrier","T":30,"schedule":"best-j"}`
	plain := ask("*/*", search)
	w := ask(manyLines, search)
	all := strings.Split(strings.TrimSpace(w.Body.String()), "\n")
	last := -1.0
	for _, line := range all[:len(all)-1] {
		var told struct{ Progress float64 }
		must.Do(t, json.Unmarshal([]byte(line), &told))
		if !(told.Progress > last && told.Progress < 1) {
			t.Errorf("%s follows %v", line, last)
		}
		last = told.Progress
	}
	want := fmt.Sprintf(`{"answer":%s}`, strings.TrimSpace(plain.Body.String()))
	if len(all) < 10 || all[len(all)-1] != want {
		t.Errorf("of %d lines the last is %.200s, want %.200s", len(all), all[len(all)-1], want)
	}
	for accept, body := range map[string]string{"*/*": search, manyLines: barrier} {
		if kind := ask(accept, body).Header().Get("Content-Type"); kind != "application/json" {
			t.Errorf("%s for %s comes as %s", body, accept, kind)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := &canceller{ResponseRecorder: httptest.NewRecorder(), cancel: cancel}
	s.handler().ServeHTTP(stopped, asked(manyLines, search).WithContext(ctx))
	must.Say(t, stopped.Body.String(), `{"progress":`, `{"problem":{"status":422`)
}

// A canceller ends the context of its request at the first line.
type canceller struct {
	*httptest.ResponseRecorder
	cancel func()
}

func (c *canceller) Write(line []byte) (int, error) {
	c.cancel()
	return c.ResponseRecorder.Write(line)
}

// TestHostsOf: a server elsewhere than on loopback has the name that it was given, and port 80 may be left out.
func TestHostsOf(t *testing.T) {
	for address, name := range map[string]string{"MyBox:0": "mybox", "[2001:DB8::1]:80": "[2001:db8::1]",
		"0.0.0.0:80": "127.0.0.1"} {
		for _, port := range []int{80, 8080} {
			hosts := hostsOf(address, &net.TCPAddr{Port: port})
			if !slices.Contains(hosts, fmt.Sprint(name, ":", port)) || slices.Contains(hosts, name) != (port == 80) {
				t.Errorf("a server at %s is called %q at port %d", address, hosts, port)
			}
		}
	}
}

// TestFirst: the first answers are what the page's engine answers to their bodies, byte for byte, of every kind on the
// first screen, and the number of levels is what a page can show. What a setting does not have, or has no time, is left
// out.
func TestFirst(t *testing.T) {
	for want, q := range map[string]explore.Question{
		" measure draw exact levels:101 command": {Toy: "two-basins:5", T: 7},
		" measure exact levels:101 command":      {Target: "0,1;w,2", Schedule: "fisher", T: 5},
		" measure draw exact command":            {Toy: "barrier", T: 3, Program: "sir:2"},
		" measure draw exact levels:39 command":  {Toy: "ising:2x5:0.4", T: 2},
	} {
		kinds := ""
		for _, one := range must.Have(First(t.Context(), q))(t) {
			body := must.Have(json.Marshal(one.Body))(t)
			said, p := answers.Ask(t.Context(), "api/"+one.Kind, body, nil)
			if got := string(answers.Encoded(one.Answer)); p != nil || got != string(said) {
				t.Errorf("%s to %s is %.100s, and the engine says %.100s (%v)", one.Kind, body, got, said, p)
			}
			kinds += " " + one.Kind
			if frames := one.Body.(answers.Request).Frames; frames > 0 {
				kinds += fmt.Sprint(":", frames)
			}
		}
		if kinds != want {
			t.Errorf("%+v has%s, want%s", q, kinds, want)
		}
	}
}
