// Package browsertest drives a page in a real Chromium without a window, for tests alone. A test opens a Tab, acts as
// a reader would, by mouse, keys and touch, and looks at what the page shows:
//
//	tab := browsertest.Open(t, browsertest.Desk, "http://127.0.0.1:8080/")
//	tab.Wait(`document.querySelector("#J").textContent !== ""`)
//	tab.Drag(tab.Centre("#cell-3"), tab.Centre("#cell-5"))
//
// A test fails if its page throws, writes an error to the console or breaks its content security policy. Without a
// Chromium it is skipped; where the variable CI is true it fails, because the script .ci/chromium installs one there.
package browsertest
