package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A saved page is one file with its link and the answers in it. The same command again does no harm, and another one
// needs --force.
func TestExploreExport(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "g.csv"), "0,1.5\n2,-inf\n")
	works(t, dir, "explore", "--target", "g.csv", "-T", "5", "--export", "page.html")
	page := read(t, filepath.Join(dir, "page.html"))
	for _, part := range []string{"<!doctype html>", `"link":"#target=0,1.5;2,w`, `"measure":{`, `"curve":{`, "commit c0ffee"} {
		if !strings.Contains(strings.ToLower(page), strings.ToLower(part)) {
			t.Errorf("the page has no %s", part)
		}
	}
	for _, address := range []string{`src="http`, `href="http`, `src="main.js"`} {
		if strings.Contains(page, address) {
			t.Errorf("the page needs more than itself: it has %s", address)
		}
	}
	works(t, dir, "explore", "--target", "g.csv", "-T", "5", "--export", "page.html")
	other := []string{"explore", "#target=0,1;2,3&T=4&b.target=0,1&b.T=3", "--export", "page.html"}
	refused(t, program(t, dir, other...), "or --force, which replaces what is there")
	works(t, dir, append(other, "--force")...)
	if page := read(t, filepath.Join(dir, "page.html")); !strings.Contains(page, `"b":{`) {
		t.Error("the page of two settings has no second one")
	}
}

// A file that is in the way is refused before anything is computed, and stays as it is.
func TestExploreExportRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "page.html"), "<p>mine</p>")
	refused(t, program(t, dir, "explore", "--export", "page.html"), "page.html")
	if got := read(t, filepath.Join(dir, "page.html")); got != "<p>mine</p>" {
		t.Errorf("the file in the way is now %.100s", got)
	}
}
