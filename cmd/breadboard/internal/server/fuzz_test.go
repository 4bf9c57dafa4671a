package server

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// FuzzAPI asks anything. Each request is answered, by JSON or by a problem document of the page's own fault, within the
// time that an answer may take. A bug fails the test (testServer).
func FuzzAPI(f *testing.F) {
	for _, body := range []string{barrier, `{"toy":"easy","seed":"7","T":10,"kernel":"heat-bath","frames":3,"betas":3,
		"schedules":["linear","fisher","curve:0:0.5:1"],"ts":[2,3],"chains":10,"mc_seed":"1","walkers":2,"view":"levels"}`,
		`{"target":"0,1.5;w,2","T":3,"initial":"tempered:0.5","schedule":"geometric:2","skip_last":true}`,
		`{"target":"1e308,-1e308;w,-inf","T":2}`, `{"toy":"two-basins:5","program":"smc:8","T":3}`, `{"T":-1}`, `{"toy":"`,
		`{"target":"w"}`, `{"target":"0"}`, `{"toy":"barrier","schedule":"best-j","T":5}`, "0,1\n2,3\n", "\x93NUMPY\x01"} {
		for _, name := range slices.Sorted(maps.Keys(kinds)) {
			f.Add(name, body)
		}
		f.Add("open?name=a.csv", body)
		f.Add("open?name=a.npy&density=p", body)
	}
	f.Add("nothing", "")
	s := testServer(f)
	s.limit = 200 * time.Millisecond
	h := s.handler([]string{"fuzz"})
	f.Fuzz(func(t *testing.T, name, body string) {
		r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://fuzz/api/"+name,
			strings.NewReader(body))
		if err != nil {
			t.Skip("no client asks so")
		}
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			h.ServeHTTP(w, r)
		}()
		select {
		case <-answered:
		case <-time.After(50 * s.limit): // a test may be held up by others, but not for so long
			t.Fatal("there is no answer")
		}
		if w.Code >= 500 || w.Code < 200 {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		if w.Code < 300 || w.Code >= 400 { // between them it names another address
			checkAnswer(t, w)
		}
	})
}

// checkAnswer fails the test unless the answer is lines of JSON, or a problem document with a sentence.
func checkAnswer(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code >= 400 {
		refused(t, w.Body.String(), w.Code, " ")
		return
	}
	for d := json.NewDecoder(w.Body); d.More(); {
		var line any
		if err := d.Decode(&line); err != nil {
			t.Fatalf("the answer is no JSON: %v", err)
		}
	}
}
