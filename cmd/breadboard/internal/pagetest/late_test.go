package pagetest

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"breadboard/reports/explorer/browsertest"
)

// A delayer stands before a server and holds answers back, each for a time of its own. It remembers which J belongs to
// which question about a painted target.
type delayer struct {
	proxy *httputil.ReverseProxy
	mu    sync.Mutex
	dice  *rand.Rand
	asked []string       // targets, in the order of their questions
	order map[string]int // J, as the page has it, to its place in asked
}

func delayed(t *testing.T, s *serving) (*delayer, string) {
	t.Helper()
	to := &url.URL{Scheme: "http", Host: s.address}
	d := &delayer{dice: rand.New(rand.NewPCG(1, 2)), order: map[string]int{}}
	d.proxy = &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		if r.Out.Header.Get("Origin") != "" {
			r.Out.Header.Set("Origin", to.String()) // the server answers its own page alone
		}
	}, ErrorHandler: func(http.ResponseWriter, *http.Request, error) {}} // the page gave up
	before := httptest.NewServer(d)
	t.Cleanup(before.Close)
	return d, before.URL
}

// ServeHTTP hands a question on, and holds its answer back.
func (d *delayer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		d.proxy.ServeHTTP(w, r)
		return
	}
	var target string
	if r.URL.Path == "/api/measure" {
		target = d.ask(r)
	}
	answer := httptest.NewRecorder()
	d.proxy.ServeHTTP(answer, r)
	d.mu.Lock()
	wait := time.Duration(d.dice.IntN(150)) * time.Millisecond
	d.mu.Unlock()
	d.answer(target, answer.Body.Bytes())
	select {
	case <-time.After(wait):
	case <-r.Context().Done():
	}
	for key, values := range answer.Header() {
		w.Header()[key] = values
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes()) // the page may have gone
}

// ask remembers a question and returns its target.
func (d *delayer) ask(r *http.Request) string {
	body, _ := io.ReadAll(r.Body) // of a test's own browser
	r.Body = io.NopCloser(bytes.NewReader(body))
	var q struct{ Target string }
	_ = json.Unmarshal(body, &q)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, q.Target)
	return q.Target
}

// answer remembers the J of a target.
func (d *delayer) answer(target string, body []byte) {
	var measured struct{ J struct{ Sum json.Number } }
	if target == "" || json.Unmarshal(body, &measured) != nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, asked := range d.asked {
		if asked == target {
			d.order[measured.J.Sum.String()] = i
		}
	}
}

// back returns the first place at which what was shown is older than what was shown before it; -1 if there is none.
func (d *delayer) back(shown []string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	newest := 0
	for i, j := range shown {
		if d.order[j] < newest {
			return i
		}
		newest = d.order[j]
	}
	return -1
}

func TestBack(t *testing.T) {
	d := &delayer{order: map[string]int{"0.5": 0, "0.25": 1, "0.75": 2}}
	if got := d.back([]string{"0.5", "0.75"}); got != -1 {
		t.Errorf("what is shown goes back at %d", got)
	}
	if got := d.back([]string{"0.5", "0.75", "0.25"}); got != 2 {
		t.Errorf("an older answer replaces a newer one, and is found at %d", got)
	}
}

// record keeps every J that the page shows in window.shown.
const record = `(() => {
	window.shown = [];
	const note = () => {
		const j = document.querySelector("#numbers tbody td").title;
		if (j !== window.shown.at(-1)) window.shown.push(j);
	};
	new MutationObserver(note).observe(document.querySelector("#numbers"), {subtree: true, childList: true,
		characterData: true, attributes: true});
	return true;
})()`

// Answers that come late, each after another time, never replace newer ones, and the last stroke has the last word.
func TestLateAnswers(t *testing.T) {
	d, address := delayed(t, serve(t, "127.0.0.1:0"))
	tab := open(t, browsertest.Desk, address+"/#"+flat)
	browsertest.Value[bool](tab, record)
	for r := 1; r <= 3; r++ {
		tab.Down(tab.Centre(cell(r, 1)))
		for c := 2; c <= 4; c++ {
			tab.Move(tab.Centre(cell(r, c)))
		}
		tab.Up(tab.Centre(cell(r, 4)))
		for c := 1; c <= r; c++ {
			tab.Click(cell(2, c))
		}
	}
	tab.Wait(`location.hash.includes("target=1,1,1,1;4,3,2,1;1,1,1,1")`)
	settled(tab)
	tab.Wait(`document.querySelectorAll("#answers .stale").length === 0`)
	numbers(tab, 1).holds(t, exact(t, tab))
	shown := browsertest.Value[[]string](tab, "window.shown")
	if i := d.back(shown); i >= 0 {
		t.Errorf("what is shown goes back at %d of %q", i, shown)
	}
	if len(shown) < 2 {
		t.Errorf("nothing was shown on the way: %q", shown)
	}
}
