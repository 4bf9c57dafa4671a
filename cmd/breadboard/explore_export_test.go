package main

import (
	"net/url"
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

// A link names no files: whoever saves the page of a stranger's link puts nothing of this machine into it.
func TestExploreExportOfStranger(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.csv")
	write(t, secret, "0,1\n0.5,1\n")
	for _, key := range []string{"toy", "target", "kernel", "initial", "schedule"} {
		for prefix, name := range map[string]string{"": "file:" + secret, "b.": secret} {
			link := "#T=4&" + prefix + key + "=" + url.QueryEscape(name)
			if r := program(t, dir, "explore", "--export", "page.html", link); r.code == 0 {
				t.Errorf("the page of %s is saved", link)
			}
		}
	}
	works(t, dir, "explore", "--export", "page.html", "#toy=barrier&T=4&target.csv=1&data="+secret+"&curves="+secret+
		"&view=</script><script>alert(1)</script>")
	if page := read(t, filepath.Join(dir, "page.html")); strings.Contains(page, "0.5,1\n") ||
		strings.Contains(page, "<script>alert") {
		t.Error("the page has the file, or a script, of a link")
	}
}
