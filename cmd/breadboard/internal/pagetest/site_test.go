package pagetest

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
)

// strict is the policy that the page's own sentences name.
const strict = "default-src 'self' 'wasm-unsafe-eval'"

// A trouble says how a server keeps the page of a folder from running, and what the page then says.
type trouble struct {
	policy  string // its Content-Security-Policy
	missing string // the beginning of the addresses of files that it does not have
	instead string // the answer in their place; "" is an answer 404
	where   string // the element that says what is wrong
	says    string
}

const (
	noModule = "main.js, or what it loads, does not come"
	noWorker = "state/worker.js or vendor/wasm_exec.js does not come"
)

// usual is the number of the first troubles, which people have: a policy that is too strict, and a file that is
// missing. The others are for the long form.
const usual = 4

var troubles = []trouble{
	{policy: "default-src 'self'", where: "#said", says: "'wasm-unsafe-eval' in its script-src"},
	{policy: "default-src 'none'", where: "#still", says: strict},
	{missing: "/main.js", where: "#still", says: noModule},
	{missing: "/engine.wasm", where: "#said", says: "engine.wasm.gz is not in this folder: the server answers 404"},
	{policy: strict + "; script-src 'none'", where: "#still", says: "no browser can run the engine"},
	{policy: strict + "; connect-src 'none'", where: "#said", says: "Allow connect-src 'self' there"},
	{policy: strict + "; worker-src 'none'", where: "#said", says: "Allow worker-src 'self' there"},
	{missing: "/catalogue.json", where: "#said", says: "catalogue.json is not in this folder: the server answers 404"},
	{missing: "/engine.wasm", instead: "<!doctype html><p>There is no such page.", where: "#said",
		says: "what the server sends as engine.wasm.gz is another file"},
	{missing: "/state/worker.js", where: "#said", says: noWorker},
}

// serve returns the address of a server of files with this trouble, which ends with the test.
func (c trouble) serve(t *testing.T, dir string) string {
	t.Helper()
	files := http.FileServer(http.Dir(dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.policy != "" {
			w.Header().Set("Content-Security-Policy", c.policy)
		}
		switch {
		case c.missing == "" || !strings.HasPrefix(r.URL.Path, c.missing):
			files.ServeHTTP(w, r)
		case c.instead != "":
			_, _ = w.Write([]byte(c.instead)) // to a browser that may have gone
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestSite: a folder behind a plain server of files, with a strict policy or none, shows what the program's server
// shows and requests nothing elsewhere. Its first numbers come without the engine, a quick question is answered during
// a long one, and each cause that keeps the page from running is said in a sentence.
func TestSite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	run(t, "explore", "--site", dir)
	for policy, link := range map[string]string{
		"":     "toy=barrier&T=100",
		strict: "target=0,1.5;w,2&schedule=fisher&T=20",
	} {
		address := trouble{policy: policy}.serve(t, dir)
		site := open(t, desk, address+"/#"+link)
		shown, has := numbers(site), parts(site)
		for _, asked := range site.requested() {
			if !strings.HasPrefix(asked, address+"/") && !strings.HasPrefix(asked, "blob:") {
				t.Errorf("the site asks for %s", asked)
			}
		}
		if policy == "" {
			asksTwice(t, site)
		}
		paints(site)
		if site.has("#still") || site.has("#said") {
			t.Errorf("behind %q the page runs, and says something", policy)
		}
		served := open(t, desk, served(t).link(link))
		shown.holds(t, numbers(served))
		if diff := cmp.Diff(parts(served), has); diff != "" {
			t.Errorf("%s: the site shows something else: %s", link, diff)
		}
	}
	disk := openTab(t, desk, "file://"+filepath.Join(dir, "index.html"))
	disk.forgive("CORS|ERR_FAILED|Content Security Policy")
	disk.wait(`document.querySelector("#still").checkVisibility()`)
	must.Say(t, text(disk, "#still"), "python3 -m http.server")
	for i, c := range troubles {
		if i < usual || long {
			c.checkPage(t, dir)
		}
	}
	without := openTab(t, desk, trouble{policy: strict, missing: "/engine.wasm"}.serve(t, dir)+"/#toy=barrier&T=100")
	without.forgive("404|Failed to load|magic word")
	settled(without)
	numbers(without).holds(t, exactly(t, "--toy", "barrier", "-T", "100"))
	without.wait(`document.querySelectorAll("svg.done:not(.lens) polyline").length === 2`,
		`!document.querySelector("#said").hidden`)
	must.Say(t, text(without, "#said"), "engine.wasm.gz is not in this folder")
}

// parts returns the texts of a page.
func parts(tab *page) (all []string) {
	for _, part := range []string{".sentence", "#maps", ".words", ".axis", "#plot .end", "#schedule", "#command",
		runsAt} {
		all = append(all, text(tab, part))
	}
	return all
}

// asksTwice asks a quick question beside a long one, which it gives up, and then another.
func asksTwice(t *testing.T, tab *page) {
	t.Helper()
	if got := value[string](tab, `import(new URL("state/ask.js", document.baseURI).href).then(async ({ask}) => {
			const stop = new AbortController(), best = {toy: "barrier", T: 400, schedule: "best-j"};
			const long = ask("exact", best, stop.signal).then(() => "long", (error) => error.name);
			const first = await Promise.race([long, ask("measure", {toy: "easy"}).then(() => "quick")]);
			stop.abort();
			return [first, await long, (await ask("exact", {toy: "barrier", T: 100})).J.sum.toFixed(3)].join(" ");
		})`); got != "quick AbortError 1.648" {
		t.Errorf("a quick question beside a long one, which is given up, and another: %s", got)
	}
}

// checkPage checks that the page says what is wrong, in one place, and shows nothing like numbers.
func (c trouble) checkPage(t *testing.T, dir string) {
	t.Helper()
	tab := openTab(t, desk, c.serve(t, dir)+"/#toy=barrier&T=10")
	tab.forgive("404|Content Security Policy|Refused|ERR_|CORS|blocked|Failed to load|magic word")
	tab.wait(element(c.where) + `.checkVisibility()`)
	must.Say(t, text(tab, c.where), c.says)
	tab.wait(banners + ` === 1`)
	digits := value[string](tab, `document.querySelector("#digits")?.textContent ?? ""`)
	if strings.ContainsAny(digits, "0123456789") && c.missing != "/catalogue.json" {
		t.Errorf("behind %q%s the page has numbers: %s", c.policy, c.missing, digits)
	}
}
