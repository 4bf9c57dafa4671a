package reporttest

import (
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"breadboard/experiments/columns"
)

var (
	fetching = regexp.MustCompile(`(?i)\b(src|srcset|action|data|poster)\s*=\s*"[^"]*"`)
	links    = regexp.MustCompile(`<a href="#([^"]*)"`)
	scripts  = regexp.MustCompile(`(?s)<script( [^>]*)?>.*?</script>`)
)

// Alone fails t if a page fetches anything, or links to a place in itself that it does not have. What its
// scripts do is not looked at; they are inside of it. It returns the number of other elements of each name.
func Alone(t *testing.T, page string) map[string]int {
	t.Helper()
	for _, m := range links.FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+m[1]+`"`) {
			t.Errorf("the page has no place %s", m[1])
		}
	}
	for _, m := range scripts.FindAllStringSubmatch(page, -1) {
		if fetching.MatchString(m[1]) {
			t.Errorf("the page fetches the script %s", m[1])
		}
	}
	page = scripts.ReplaceAllString(page, "")
	for _, m := range fetching.FindAllString(page, -1) {
		t.Errorf("the page fetches %s", m)
	}
	for _, word := range []string{"url(", "@import", "<script", "<link", "<iframe", "<img", "<object", "<use"} {
		if strings.Contains(page, word) {
			t.Errorf("the page has %s", word)
		}
	}
	return tags(t, page)
}

// tags counts the elements of a page by their names.
func tags(t *testing.T, page string) map[string]int {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(page))
	dec.Strict, dec.AutoClose, dec.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	count := map[string]int{}
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			count[start.Name.Local]++
		}
	}
}

// KindOf is the kind of column that may have this cell.
func KindOf(cell any) columns.Kind {
	switch cell.(type) {
	case string:
		return columns.Text
	case int:
		return columns.Integer
	case uint64:
		return columns.Natural
	case float64:
		return columns.Number
	case bool:
		return columns.Boolean
	case []string:
		return columns.Texts
	case []float64:
		return columns.Numbers
	}
	return columns.Objects
}
