package pagetest

import (
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// A stopped server is told in words, what was there stays, and the page goes on by itself when it is back.
func TestLostServer(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	tab := open(t, browsertest.Desk, s.link(flat))
	tab.Forgive("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE")
	before := numbers(tab, 1)
	if tab.Has("#lost") {
		t.Error("the server is there, and the page says that it is lost")
	}
	s.stop()
	tab.Click(cell(1, 1))
	tab.Wait(`document.querySelector("#lost").checkVisibility()`)
	if got := numbers(tab, 1); got != before {
		t.Errorf("nobody answered, and the numbers became %v", got)
	}
	tab.Wait(`document.querySelector("#numbers tbody tr").classList.contains("stale")`)
	tab.Click(cell(1, 2)) // whoever paints on loses nothing
	serve(t, s.address)
	tab.Wait(`!document.querySelector("#lost").checkVisibility()`)
	settled(tab)
	if got := question(tab).Get("target"); got != "1,1,0,0;0,0,0,0;0,0,0,0" {
		t.Errorf("the target is %q", got)
	}
	numbers(tab, 1).holds(t, exact(t, tab))
}
