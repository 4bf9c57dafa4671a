package server

import (
	"net/http"
	"strings"
	"testing"
)

func TestAssets(t *testing.T) {
	address := "http://" + listen(t, testServer(t))
	for path, want := range map[string]struct{ media, content string }{
		"/":                  {"text/html; charset=utf-8", string(testPage["index.html"].Data)},
		"/index.html":        {"text/html; charset=utf-8", string(testPage["index.html"].Data)},
		"/main.js":           {"text/javascript; charset=utf-8", "export {}"},
		"/charts/charts.css": {"text/css; charset=utf-8", "p{}"},
	} {
		r, body := ask(t, request(t, http.MethodGet, address+path, ""))
		if body != want.content {
			t.Errorf("%s is %q, want %q", path, body, want.content)
		}
		if got := r.Header.Get("Content-Type"); got != want.media {
			t.Errorf("%s is of the type %s, want %s", path, got, want.media)
		}
	}
}

// A browser asks each time whether it has the newest file, and is told so in a few bytes.
func TestAssetsAreKept(t *testing.T) {
	address := "http://" + listen(t, testServer(t)) + "/main.js"
	first, _ := ask(t, request(t, http.MethodGet, address, ""))
	if got := first.Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("Cache-Control is %q, want no-cache", got)
	}
	tag := first.Header.Get("ETag")
	again, body := ask(t, request(t, http.MethodGet, address, "", "If-None-Match", tag))
	if again.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("the same file again: %d with %d bytes, want 304 with none", again.StatusCode, len(body))
	}
	other, _ := ask(t, request(t, http.MethodGet, address, "", "If-None-Match", `"other"`))
	if other.StatusCode != http.StatusOK {
		t.Errorf("another file: %d, want 200", other.StatusCode)
	}
}

func TestAssetsRefuse(t *testing.T) {
	address := "http://" + listen(t, testServer(t))
	for path, says := range map[string]string{
		"/nothing": "there is nothing at /nothing", "/charts": "there is nothing at /charts", "/%2e%2e/go.mod": "nothing at",
		"/charts/%00": `nothing at /charts/\x00`,
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
