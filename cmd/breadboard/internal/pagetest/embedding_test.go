package pagetest

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"breadboard/grid/must"
	"breadboard/reports/explorer"
)

// forbidCopying keeps the pages of a tab from the clipboard.
func forbidCopying(tab *page) {
	tab.t.Helper()
	tab.own = true
	_, err := chromedp.CallBrowser(tab.ctx, browser.SetPermission, browser.SetPermissionParams{
		Permission: &browser.PermissionDescriptor{Name: "clipboard-write"}, Setting: browser.PermissionSettingDenied,
		BrowserContextID: chromedp.FromContext(tab.ctx).BrowserContextID})
	must.Do(tab.t, err)
}

// opensEmbed opens what a lesson offers to paste, by keys alone, and copies it where nobody may copy by a button: then
// the text is selected, and the page says so. It returns the text.
func opensEmbed(tab *page, place string) string {
	tab.t.Helper()
	forbidCopying(tab)
	tab.wait(element(place+" summary") + `.checkVisibility()`) // it comes when the gallery is open
	tab.focus(place + " summary")
	tab.press(kb.Enter)
	tab.wait(element(place+" textarea") + `.checkVisibility()`)
	tab.focus(place + " button")
	tab.press(" ")
	tab.wait(element(place+" [role=status]") + `.textContent.includes("The text is selected")`)
	return value[string](tab, `document.activeElement.value.slice(document.activeElement.selectionStart,
		document.activeElement.selectionEnd)`)
}

// What a lesson of the gallery and of the article offers to paste is the same, and shows the lesson in a page
// elsewhere, behind a strict policy of its own: whole in 700 x 500, in the height that it needs. A page of the program
// says that it cannot be framed.
func TestEmbedding(t *testing.T) {
	long(t)
	dir := filepath.Join(t.TempDir(), "site")
	run(t, "", "explore", "--site", dir)
	site := httptest.NewServer(trouble{policy: strict}.serve(http.FileServer(http.Dir(dir))))
	t.Cleanup(site.Close)
	tab := open(t, desk, site.URL+"/#toy=barrier&T=10")
	tab.forgive("Content Security Policy") // for pictures alone
	lessons(tab)
	html := opensEmbed(tab, ".lesson:nth-child(4) .embedding")
	must.Say(t, html, `<iframe src="`+site.URL+`/?embed=picture#toy=barrier&amp;T=1000&amp;b.toy=barrier`)
	must.Say(t, html, `title="A bridge that helps 22 times"`)
	tab.visit(site.URL + "/article.html")
	reads(tab, "bridge")
	tab.focus("#bridge [data-lesson]")
	tab.press(kb.Enter)
	tab.wait(element("#bridge .embedding summary") + `.checkVisibility()`)
	if inArticle := opensEmbed(tab, "#bridge .embedding"); inArticle != html {
		t.Errorf("the article offers %q, and the gallery %q", inArticle, html)
	}

	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-src "+site.URL+
			"; script-src "+site.URL)
		_, _ = w.Write([]byte("<!doctype html><title>A lecture</title><p>See:</p>" + html)) // to a browser that may go
	}))
	t.Cleanup(outer.Close)
	around := openTab(t, desk, outer.URL)
	around.forgive("Content Security Policy|favicon")
	const high = `Number(document.querySelector("iframe").getAttribute("height"))`
	around.wait(high + ` !== 500 && ` + high + ` > 300`)
	if got := value[float64](around, high); got > 500 {
		t.Errorf("the lesson needs %v pixels", got)
	}

	frame := openTab(t, screen{width: 700, height: 500, still: true}, "about:blank")
	for _, l := range explorer.Lessons() {
		frame.forgive("Content Security Policy")
		frame.visit("about:blank") // else the page stays, and sees another link
		frame.visit(site.URL + "/?embed=picture" + l.Link)
		frame.wait(`document.querySelectorAll(".map.known").length >= 3 && !document.querySelector(".stale") &&
			document.querySelector(".player button")`)
		frame.wait(`document.body.scrollHeight <= 500 && document.documentElement.scrollWidth <= 700`)
	}

	served := served(t)
	tab = open(t, desk, served.link("toy=barrier&T=10"))
	lessons(tab)
	html = opensEmbed(tab, ".lesson:nth-child(1) .embedding")
	must.Say(t, html, `src="https://example.org/breadboard/?embed=picture#toy=barrier`)
	must.Say(t, value[string](tab, element(".lesson .embedding")+".textContent"), "breadboard explore --site DIR")
}
