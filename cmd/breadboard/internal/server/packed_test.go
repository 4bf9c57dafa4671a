package server

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// What is large goes packed to whoever takes that, and is the same when it is unpacked; all else goes plain. A browser
// that has a packed file is told so by its own tag, which is not that of the plain one.
func TestPacked(t *testing.T) {
	s := testServer(t)
	large := []byte(strings.Repeat("let here = 1;\n", 200))
	s.page.put("/large.js", large)
	address := "http://" + listen(t, s)
	levels := `{"toy":"barrier","kernel":"metropolis","bridge":"geometric","schedule":"linear","T":100,"frames":101}`
	for _, c := range []struct {
		path, body, accepts string
		isPacked            bool
	}{
		{"/large.js", "", "gzip, deflate, br", true}, {"/large.js", "", "br;q=1.0, gzip;q=0.8", true},
		{"/large.js", "", "identity", false}, {"/large.js", "", "gzip;q=0", false},
		{"/large.js", "", "gzip; q=0.000", false},
		{"/main.js", "", "gzip", false}, {"/api/levels", levels, "gzip", true}, {"/api/levels", levels, "br", false},
		{"/api/measure", `{"toy":"barrier","T":20}`, "gzip", false},
	} {
		method := http.MethodGet
		if c.body != "" {
			method = http.MethodPost
		}
		plain, want := ask(t, request(t, method, address+c.path, c.body, "Accept-Encoding", "identity",
			"Content-Type", "application/json"))
		got, body := ask(t, request(t, method, address+c.path, c.body, "Accept-Encoding", c.accepts,
			"Content-Type", "application/json"))
		if plain.StatusCode != http.StatusOK || got.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d and %d: %s", c.path, plain.StatusCode, got.StatusCode, want)
		}
		if is := got.Header.Get("Content-Encoding") == "gzip"; is != c.isPacked {
			t.Errorf("%s to one who accepts %q: packed is %v, want %v", c.path, c.accepts, is, c.isPacked)
		}
		if got.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s does not say that it varies", c.path)
		}
		if c.isPacked {
			if 2*len(body) > len(want) {
				t.Errorf("%s has %d bytes packed and %d plain", c.path, len(body), len(want))
			}
			body = string(must.Have(io.ReadAll(must.Have(gzip.NewReader(strings.NewReader(body)))(t)))(t))
		}
		if body != want {
			t.Errorf("%s to one who accepts %q is other than plain", c.path, c.accepts)
		}
		tag := got.Header.Get("ETag")
		if c.body != "" {
			continue
		}
		if (tag != plain.Header.Get("ETag")) != c.isPacked {
			t.Errorf("%s has the tags %s and %s", c.path, plain.Header.Get("ETag"), tag)
		}
		again, body := ask(t, request(t, method, address+c.path, "", "Accept-Encoding", c.accepts,
			"If-None-Match", tag))
		if again.StatusCode != http.StatusNotModified || body != "" {
			t.Errorf("%s, which is known: %d with %d bytes", c.path, again.StatusCode, len(body))
		}
	}
	if got := s.page["/large.js"].packed(); !bytes.Equal(got, packed(large, gzip.DefaultCompression)) {
		t.Error("a file is packed in another way")
	}
}
