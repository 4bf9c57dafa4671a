package pagetest

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
)

var times = flag.Bool("times", false, "measure how fast the page is, and print it")

// watches notes when the first J of a stage or of the page stands beside its bar.
const watches = `(() => {
	const look = () => {
		const shown = document.querySelector(".bar-of b");
		if (shown && /[0-9]/.test(shown.textContent)) window.firstNumber = performance.now();
		else requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
})()`

// films keeps the times between frames, in milliseconds, until somebody takes them.
const films = `(() => {
	const all = [];
	let last = null, asked = 0;
	const look = (now) => {
		if (last !== null) all.push(now - last);
		last = now;
		asked = requestAnimationFrame(look);
	};
	asked = requestAnimationFrame(look);
	window.filmed = () => {
		cancelAnimationFrame(asked);
		return all;
	};
	return true;
})()`

// A visited page says when it painted first, when its first number was there, and how many bytes came until then. spent
// is the processor's time of the page's process until then, which a busy machine changes little.
type visited struct{ Paint, Number, Bytes, Requests, spent float64 }

// spent is the processor's time of a page's process, in milliseconds.
func spent(tab *page) float64 {
	tab.t.Helper()
	for _, one := range call(tab, performance.GetMetrics, cdp.Empty{}).Metrics {
		if one.Name == "ProcessTime" {
			return 1000 * one.Value
		}
	}
	tab.t.Fatal("the browser does not tell the time of a process")
	return 0
}

// visits opens an address anew nine times, each in a tab that has nothing in store, and returns the medians.
func visits(t *testing.T, address string) visited {
	t.Helper()
	const many = 9
	var paint, number, bytes, requests, processor []float64
	for range many {
		tab := openTab(t, screen{width: 1280, height: 720}, "about:blank")
		tab.own = true // its script comes with every page, and another tab has nothing in store
		call(tab, cdppage.AddScriptToEvaluateOnNewDocument,
			cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: watches})
		call(tab, cdp.Command[performance.EnableParams, cdp.Empty]{Method: performance.CommandEnable},
			performance.EnableParams{})
		before := spent(tab)
		tab.visit(address)
		tab.wait(`window.firstNumber`)
		processor = append(processor, spent(tab)-before)
		v := value[visited](tab, `(() => {
			const came = performance.getEntriesByType("resource").filter((one) => one.responseEnd < window.firstNumber);
			const page = performance.getEntriesByType("navigation")[0];
			const [paint] = performance.getEntriesByName("first-contentful-paint");
			return {Paint: paint.startTime, Number: window.firstNumber,
				Bytes: [page, ...came].reduce((sum, one) => sum + one.encodedBodySize, 0), Requests: came.length + 1};
		})()`)
		paint = append(paint, v.Paint)
		number = append(number, v.Number)
		bytes = append(bytes, v.Bytes)
		requests = append(requests, v.Requests)
	}
	return visited{share(paint, 0.5), share(number, 0.5), share(bytes, 0.5), share(requests, 0.5),
		share(processor, 0.5)}
}

// share is the number below which a share of all of them lies.
func share(all []float64, of float64) float64 {
	all = slices.Sorted(slices.Values(all))
	return all[int(of*float64(len(all)-1)+0.5)]
}

// TestPageTimes measures the page, and prints what doc/explore.md says of it:
//
//	BREADBOARD_LONG=1 go test ./cmd/breadboard/internal/pagetest -run PageTimes -v -args -times
func TestPageTimes(t *testing.T) {
	if !*times {
		t.Skip("-args -times measures")
	}
	server := serve(t)
	dir := filepath.Join(t.TempDir(), "site")
	run(t, "", "explore", "--site", dir)
	site := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(site.Close)
	for _, of := range []struct{ what, address string }{
		{"the page, from the server", server.link("toy=barrier&T=100")},
		{"the article, from the server", server.articles()},
		{"the page, from a folder", site.URL + "/#toy=barrier&T=100"},
		{"the page at another link, from a folder", site.URL + "/#toy=easy&T=300"},
		{"the article, from a folder", site.URL + "/article.html"},
	} {
		v := visits(t, of.address)
		fmt.Printf("%s: first paint %.0f ms, first number %.0f ms, %.0f ms of processor, %.0f kB in %.0f files\n",
			of.what, v.Paint, v.Number, v.spent, v.Bytes/1000, v.Requests)
	}
	const long = 3000 // milliseconds
	for name, s := range map[string]screen{"desk": {width: 1280, height: 720}, "phone": phone} {
		tab := article(t, s, server)
		answered(tab, "stuck")
		tab.wait(element("#stuck .player button") + `.textContent === "Pause"`)
		value[bool](tab, films)
		value[bool](tab, fmt.Sprintf(`new Promise((done) => setTimeout(() => done(true), %d))`, long))
		tellFrames("the article plays, "+name, tab)
	}
	for _, of := range []struct{ what, address string }{{"from the server", "http://" + server.address},
		{"from a folder", site.URL}} {
		for _, side := range []int{7, 64} {
			board := strings.TrimSuffix(strings.Repeat(strings.Repeat(",0", side)[1:]+";", side), ";")
			tab := painting(t, screen{width: 1280, height: 720}, of.address+
				"/#target="+board+"&kernel=metropolis&bridge=geometric&schedule=linear&T=100")
			what := fmt.Sprintf("%s, %d x %d cells", of.what, side, side)
			paintsFor(t, tab, side, what)
		}
	}
}

// tellFrames prints the times between frames since films, and ends them.
func tellFrames(what string, tab *page) {
	all := value[[]float64](tab, "window.filmed()")
	fmt.Printf("%s: %d frames, median %.1f ms, p95 %.1f ms\n", what, len(all), share(all, 0.5), share(all, 0.95))
}

// paintsFor paints a long stroke, for its frames, and then short ones, for the time until their numbers are there.
func paintsFor(t *testing.T, tab *page, side int, what string) {
	const strokes, long = 20, 60
	tab.wait(still)
	grid := tab.box(`[data-side="a"] [role="grid"]`)
	at := func(i int) place { // cells of a board of 7x7, in rows
		return place{X: grid.Left + grid.Width*(float64(i%7)+0.5)/7, Y: grid.Top + grid.Height*(float64(i/7%7)+0.5)/7}
	}
	var path []place
	for i := range long {
		path = append(path, at(i))
	}
	value[bool](tab, films)
	tab.drag(path...)
	tellFrames("one paints, "+what, tab)
	settled(tab)
	tab.wait(still)
	value[bool](tab, timed)
	for i := range strokes {
		tab.drag(at(i))
		tab.wait("window.times.length === " + strconv.Itoa(i+1))
	}
	all := value[[]float64](tab, "window.times")
	fmt.Printf("a stroke, %s: median %.0f ms, p95 %.0f ms\n", what, share(all, 0.5), share(all, 0.95))
}
