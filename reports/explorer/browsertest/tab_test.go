package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// small is a page with one of everything that a test does.
const small = `<!doctype html><html lang="en"><title>small</title>
<style>@media (prefers-color-scheme: dark) { body { background: rgb(0, 0, 1) } }</style>
<button id="count" aria-label="Count">0</button> <input id="word" aria-label="Word">
<p id="path"></p> <p hidden>unseen</p>
<noscript>no script</noscript>
<script>
count.onclick = () => count.textContent++;
document.onpointermove = (e) => { if (e.buttons) path.textContent += Math.round(e.clientX) + " "; };
document.ontouchmove = () => path.textContent += "touch ";
</script>`

// serve serves a page, with a policy for its content.
func serve(t *testing.T, page, policy string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if policy != "" {
			w.Header().Set("Content-Security-Policy", policy)
		}
		if r.URL.Path != "/" && r.URL.Path != "/favicon.ico" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, page)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestMouseAndKeys(t *testing.T) {
	tab := Open(t, Desk, serve(t, small, ""))
	tab.Click("#count")
	tab.Click("#count")
	tab.Wait(`count.textContent === "2"`)
	tab.Press(TabKey, "a", "b")
	tab.Wait(`word.value === "ab"`)
	tab.Back()
	tab.Press(Enter)
	if got := tab.Text("#count"); got != "3" {
		t.Errorf("three clicks count %s", got)
	}
	tab.Drag(Place{10, 300}, Place{20, 300}, Place{30, 300})
	tab.Wait(`path.textContent.includes("20 30")`)
	if tab.Has("p[hidden]") {
		t.Error("what is hidden is to be seen")
	}
	if !tab.Has("#count") {
		t.Error("the button is not to be seen")
	}
	if !slices.Contains(tab.Nodes(), Node{"button", "Count"}) {
		t.Errorf("no button Count in %q", tab.Nodes())
	}
	if tab.Heap() <= 0 {
		t.Error("no memory is used")
	}
}

func TestScreens(t *testing.T) {
	address := serve(t, small, "")
	dark, still := Phone, Zoomed
	dark.Dark, still.Still = true, true
	tab := Open(t, dark, address)
	tab.Wait(`innerWidth >= 390 && getComputedStyle(document.body).backgroundColor === "rgb(0, 0, 1)"`)
	tab.Touch(Place{10, 300}, Place{20, 400})
	tab.Wait(`path.textContent.includes("touch")`)
	picture := filepath.Join(t.TempDir(), "a.png")
	tab.Picture(picture)
	if png, err := os.ReadFile(picture); err != nil || !strings.HasPrefix(string(png), "\x89PNG") {
		t.Errorf("no picture: %v", err)
	}
	tab = Open(t, still, address)
	tab.Wait(`innerWidth === 640 && devicePixelRatio === 2 && matchMedia("(prefers-reduced-motion: reduce)").matches`)
	tab = Open(t, Screen{Width: 800, Height: 600, Scriptless: true}, address)
	tab.Wait(`document.querySelector("noscript").checkVisibility()`)
}

// Every way to do wrong is heard, and only what is forgiven is not told.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct{ page, policy, fault string }{
		"throws":  {`<script>throw new Error("one")</script>`, "", "Error: one"},
		"rejects": {`<script>Promise.reject(new Error("two"))</script>`, "", "Error: two"},
		"console": {`<script>console.error("three", 3)</script>`, "", `"three" 3`},
		"policy":  {`<p style="color: red">four`, "style-src 'self'", "Content Security Policy"},
		"network": {`<script>fetch("gone")</script>`, "", "404"},
	} {
		t.Run(name, func(t *testing.T) {
			tab := Open(t, Desk, serve(t, c.page, c.policy))
			for len(tab.Faults()) == 0 { // a test that hangs here has heard nothing
				tab.Wait("true")
			}
			if got := tab.Faults(); len(got) != 1 || !strings.Contains(got[0], c.fault) {
				t.Errorf("faults %q, want one with %q", got, c.fault)
			}
			tab.Forgive(".")
			if got := tab.Faults(); len(got) > 0 {
				t.Errorf("forgiven, and told: %q", got)
			}
		})
	}
}

func TestOffline(t *testing.T) {
	address := serve(t, small, "") + "/"
	file := filepath.Join(t.TempDir(), "page.html")
	page := small + fmt.Sprintf(`<script>fetch(%q).catch(() => count.textContent = "none")</script>`, address)
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	tab := Open(t, Screen{Width: 800, Height: 600, Offline: true}, "file://"+file)
	tab.Forgive("ERR_INTERNET_DISCONNECTED")
	tab.Wait(`count.textContent === "none"`)
	if !slices.Contains(tab.Requests(), address) {
		t.Errorf("the request is not among %q", tab.Requests())
	}
}
