package server

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/reports/explorer"
)

// The first answers are those that the page's engine gives to their bodies, byte for byte, of every kind on the first
// screen. What a setting has not, or what has no time, is left out.
func TestFirst(t *testing.T) {
	kinds := func(q explore.Question, most time.Duration) (all []string) {
		for _, one := range must.Have(First(t.Context(), q, most))(t) {
			body := must.Have(json.Marshal(one.Body))(t)
			said, p := answers.Ask(t.Context(), "api/"+one.Kind, body)
			if got := string(answers.Encoded(one.Answer)); p != nil || got != string(said) {
				t.Errorf("%s to %s is %.100s, and the engine says %.100s (%v)", one.Kind, body, got, said, p)
			}
			all = append(all, one.Kind)
		}
		return all
	}
	toy := explore.Question{Toy: "two-basins:5", T: 7}
	for _, c := range []struct {
		q    explore.Question
		want string
	}{
		{toy, "[measure exact levels command draw]"},
		{explore.Question{Target: "0,1;w,2", Schedule: "fisher", T: 5}, "[measure exact levels command]"},
		{explore.Question{Toy: "barrier", T: 3, Program: "sir:2"}, "[measure exact command draw]"},
	} {
		if got := fmt.Sprint(kinds(c.q, explore.MostTime)); got != c.want {
			t.Errorf("%+v has %s, want %s", c.q, got, c.want)
		}
	}
	if late := kinds(toy, 0); len(late) == 5 {
		t.Error("all is there where there is no time")
	}
}

// constantOf is a constant of a module, without spaces and quotation marks.
func constantOf(t *testing.T, file, pattern string) string {
	t.Helper()
	text := must.Have(fs.ReadFile(explorer.Files(), file))(t)
	found := regexp.MustCompile(pattern).FindSubmatch(text)
	if found == nil {
		t.Fatalf("%s has no %s", file, pattern)
	}
	return strings.NewReplacer(" ", "", `"`, "").Replace(string(found[1]))
}

// What is asked beside a question is what the page asks, in its own language.
func TestBesideIsThatOfThePage(t *testing.T) {
	for _, c := range []struct{ file, pattern, want string }{
		{"state/place.js", `most = (\d+)`, strconv.Itoa(mostFrames)},
		{"state/place.js", `least = (\d+)`, strconv.Itoa(leastFrames)},
		{"state/place.js", `numbers = ([0-9_]+)`, "40_000"},
	} {
		if got := constantOf(t, c.file, c.pattern); got != c.want {
			t.Errorf("%s asks for %s, and the program keeps %s", c.file, got, c.want)
		}
	}
}

// A body is read whole, up to its limit, and only if it says that it is JSON.
func TestReadAskedRefuses(t *testing.T) {
	address := "http://" + listen(t, testServer(t)) + "/api/measure"
	for _, c := range []struct {
		method, media, body string
		status              int
		says                string
	}{
		{http.MethodGet, "application/json", "", http.StatusMethodNotAllowed, "POST would do"},
		{http.MethodPut, "application/json", barrier, http.StatusMethodNotAllowed, "POST would do"},
		{http.MethodPost, "", barrier, http.StatusUnsupportedMediaType, "application/json would do"},
		{http.MethodPost, "text/plain", barrier, http.StatusUnsupportedMediaType, "application/json would do"},
		{http.MethodPost, "application/json; charset=latin1", barrier, http.StatusUnsupportedMediaType, "would do"},
		{http.MethodPost, "application/json", strings.Repeat(" ", explore.MostBytes+1),
			http.StatusRequestEntityTooLarge, "more than 1048576 bytes"},
	} {
		r, body := ask(t, request(t, c.method, address, c.body, "Content-Type", c.media))
		if r.StatusCode != c.status {
			t.Errorf("%s of %q: status %d, want %d", c.method, c.media, r.StatusCode, c.status)
		}
		if got := r.Header.Get("Content-Type"); got != "application/problem+json" {
			t.Errorf("%s of %q is refused as %s", c.method, c.media, got)
		}
		refused(t, body, c.status, c.says)
	}
	r, body := ask(t, request(t, http.MethodPost, address, barrier, "Content-Type", "Application/JSON; charset=UTF-8"))
	if r.StatusCode != http.StatusOK {
		t.Errorf("JSON in UTF-8: %d %s", r.StatusCode, body)
	}
}

// FuzzAPI asks anything. Each request is answered, by JSON or by a problem document of the page's own fault, within the
// time that an answer may take. A bug fails the test (testServer).
func FuzzAPI(f *testing.F) {
	for _, body := range []string{barrier, `{"toy":"easy","seed":"7","T":10,"kernel":"heat-bath","frames":3,
		"schedule":"curve:0:0.5:1"}`,
		`{"target":"1e308,-1e308;w,-inf","T":2}`, `{"toy":"two-basins:5","program":"smc:8","T":3}`, `{"toy":"`,
		`{"target":"w"}`, "0,1\n2,3\n", "\x93NUMPY\x01"} {
		for _, name := range slices.Sorted(maps.Keys(answers.Kinds)) {
			f.Add(name, body)
		}
	}
	f.Add("nothing", "")
	s := testServer(f)
	s.limit = 200 * time.Millisecond
	h := s.handler([]string{"fuzz"})
	f.Fuzz(func(t *testing.T, name, body string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://fuzz/api/"+name,
			strings.NewReader(body))
		if err != nil {
			t.Skip("no client asks so")
		}
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		switch {
		case w.Code >= 500 || w.Code < 200:
			t.Fatalf("status %d: %s", w.Code, w.Body)
		case w.Code >= 400:
			refused(t, w.Body.String(), w.Code, " ")
		case w.Code < 300: // between them it names another address
			for d := json.NewDecoder(w.Body); d.More(); {
				if err := d.Decode(new(any)); err != nil {
					t.Fatalf("the answer is no JSON: %v", err)
				}
			}
		}
	})
}
