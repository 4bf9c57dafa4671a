package page

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
	"unicode/utf16"

	"breadboard/reports/charts"
)

//go:embed page.js
var drawScript string

// chartsOf is a script element with the charts of a figure as JSON, which page.js draws; "" if it has none.
// The JSON is plain ASCII without < and >, so that nothing in it can end the element.
func chartsOf(f Figure) (template.HTML, error) {
	if len(f.Charts) == 0 {
		return "", nil
	}
	type drawn struct {
		Kind string       `json:"kind"`
		Spec charts.Chart `json:"spec"`
	}
	var all []drawn
	for _, c := range f.Charts {
		all = append(all, drawn{c.Kind(), c})
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "", fmt.Errorf("its chart: %w", err)
	}
	data := `<script type="application/json">` + ascii(string(text)) + `</script>`
	return template.HTML(data), nil //nolint:gosec // plain ASCII
}

// allStyles are the colours and the charts' styles, and then the page's.
func allStyles() template.CSS {
	return template.CSS(content("charts.css") + styles) //nolint:gosec // this program's own
}

// scripts are the libraries, the modules by their names, and the script that draws. A page of one file has modules as
// data: addresses.
func scripts() (template.HTML, error) {
	imports := map[string]string{}
	for _, name := range charts.Modules() {
		imports["charts/"+name] = "data:text/javascript;base64," + base64.StdEncoding.EncodeToString([]byte(content(name)))
	}
	names, err := json.Marshal(map[string]any{"imports": imports})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, name := range charts.Libraries() {
		b.WriteString("<script>\n" + ascii(content(name)) + "</script>\n")
	}
	b.WriteString(`<script type="importmap">` + string(names) + "</script>\n")
	b.WriteString(`<script type="module">` + "\n" + drawScript + "</script>")
	return template.HTML(b.String()), nil //nolint:gosec // this program's own
}

// content is a file of package charts.
func content(name string) string {
	text, err := fs.ReadFile(charts.Files(), name)
	if err != nil {
		panic("page: " + err.Error()) // unreachable: a test reads them all
	}
	return string(text)
}

// ascii writes all other letters of a JavaScript or JSON text as \u escapes, which mean the same within its strings:
// the page then does not depend on how it is decoded, and has no invisible letters.
func ascii(script string) string {
	var b strings.Builder
	for _, r := range script {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}
