// Package reporttest is for tests of the packages in reports. It compares committed folders and their numbers with what
// is made now, and reads pages.
package reporttest

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/must"
	"breadboard/reports/table"
)

// Content returns the bytes that a file writes.
func Content(t must.Test, f table.File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(f.Name, err)
	}
	return b.Bytes()
}

var (
	fetching = regexp.MustCompile(`(?i)\b(src|srcset|action|data|poster)\s*=\s*"[^"]*"|url\(|@import|` +
		`<(script|link|iframe|img|object|use)\b`)
	links = regexp.MustCompile(`<a href="#([^"]*)"`)
)

// SelfContained fails t if a page fetches anything or has a script, or links to a place in itself that it does not
// have. It returns the number of elements of each name.
func SelfContained(t must.Test, page string) map[string]int {
	t.Helper()
	for _, m := range links.FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+m[1]+`"`) {
			t.Errorf("the page has no place %s", m[1])
		}
	}
	for _, found := range fetching.FindAllString(page, -1) {
		t.Errorf("the page has %s", found)
	}
	dec := xml.NewDecoder(strings.NewReader(page))
	count := map[string]int{}
	dec.Strict = false
	dec.AutoClose = xml.HTMLAutoClose
	dec.Entity = xml.HTMLEntity
	for token, err := dec.Token(); err != io.EOF; token, err = dec.Token() {
		must.Do(t, err)
		if start, ok := token.(xml.StartElement); ok {
			count[start.Name.Local]++
		}
	}
	return count
}

// unread matches the parts of a page that are not read: its styles, and drawings.
var unread = regexp.MustCompile(`(?s)<style>.*?</style>|<svg.*?</svg>`)

// Prose returns a page without styles and drawings, and without empty lines.
func Prose(page string) string {
	var lines []string
	for line := range strings.Lines(unread.ReplaceAllString(page, "")) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, strings.TrimSpace(line)+"\n")
		}
	}
	return strings.Join(lines, "")
}

// SameRows fails t unless rows of CSV are as those of another file with the same first columns. Numbers may differ by
// rounding; a defect, which is rounding, and the columns except may differ in any way.
func SameRows(t must.Test, got, want []byte, first int, except ...string) {
	t.Helper()
	read := func(data []byte) [][]string { return must.Have(csv.NewReader(bytes.NewReader(data)).ReadAll())(t) }
	committed := map[string][]string{}
	for _, row := range read(want) {
		committed[strings.Join(row[:first], "|")] = row
	}
	rows := read(got)
	for _, row := range rows {
		key := strings.Join(row[:first], "|")
		if len(committed[key]) != len(row) {
			t.Errorf("%s has %d cells, committed are %d", key, len(row), len(committed[key]))
			continue
		}
		for i, name := range rows[0] {
			if name != "defect" && !slices.Contains(except, name) && !same(row[i], committed[key][i]) {
				t.Errorf("%s: %s is %s, committed is %s", key, name, row[i], committed[key][i])
			}
		}
	}
}

// same reports whether two cells are alike, or are numbers that differ by rounding.
func same(a, b string) bool {
	const relative, absolute = 1e-6, 1e-11
	x, noNumber := strconv.ParseFloat(a, 64)
	y, err := strconv.ParseFloat(b, 64)
	if noNumber != nil || err != nil {
		return a == b
	}
	off := math.Abs(x - y)
	return a == b || off <= relative*max(math.Abs(x), math.Abs(y))+absolute && !math.IsInf(off, 1)
}

// Committed returns the rows of NAME.csv in a folder, by the tags of their fields. An empty cell is NaN, or 0 if the
// tag ends with ",some".
func Committed[R any](t must.Test, folder, name string) (rows []R) {
	t.Helper()
	for _, r := range ReadCSV(t, folder, name+".csv") {
		var one R
		table.EachField(reflect.ValueOf(&one).Elem(), "", func(key, option string, field reflect.Value) {
			switch field.Kind() {
			case reflect.String:
				text, _ := r[key].(string)
				field.SetString(text)
			case reflect.Bool:
				yes, _ := r[key].(bool)
				field.SetBool(yes)
			case reflect.Int:
				count, _ := r[key].(float64)
				field.SetInt(int64(count))
			default:
				number, known := r[key].(float64)
				if !known && option != "some" {
					number = math.NaN()
				}
				field.SetFloat(number)
			}
		})
		rows = append(rows, one)
	}
	return rows
}
