// Package reporttest is used only by the tests of the packages below reports. It holds a
// committed folder and its numbers to what is made now, and reads pages.
package reporttest

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/reports/table"
)

// Content returns the bytes that a file writes.
func Content(t *testing.T, f table.File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return b.Bytes()
}

// figures are the numbers in a line.
var figures = regexp.MustCompile(`[-+]?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?`)

// apart compares two texts line by line: number by number, but for rounding, and all between them byte by byte.
func apart(got, want string) string {
	const relative, absolute = 1e-6, 1e-11
	lines := strings.Split(got, "\n")
	others := strings.Split(want, "\n")
	if len(lines) != len(others) {
		return fmt.Sprintf("%d lines, committed are %d", len(lines), len(others))
	}
	for k, line := range lines {
		if line == others[k] {
			continue
		}
		if figures.ReplaceAllString(line, "#") != figures.ReplaceAllString(others[k], "#") {
			return fmt.Sprintf("line %d is %q, committed is %q", k+1, line, others[k])
		}
		g := figures.FindAllString(line, -1)
		w := figures.FindAllString(others[k], -1)
		for i := range g {
			a, errA := strconv.ParseFloat(g[i], 64)
			b, errB := strconv.ParseFloat(w[i], 64)
			if errA != nil || errB != nil || math.Abs(a-b) > relative*max(math.Abs(a), math.Abs(b))+absolute {
				return fmt.Sprintf("line %d has %s, committed is %s", k+1, g[i], w[i])
			}
		}
	}
	return ""
}

var (
	fetching = regexp.MustCompile(`(?i)\b(src|srcset|action|data|poster)\s*=\s*"[^"]*"|url\(|@import|` +
		`<(script|link|iframe|img|object|use)\b`)
	links = regexp.MustCompile(`<a href="#([^"]*)"`)
)

// Alone fails t if a page fetches anything or has a script, or links to a place in itself that it does not have. It
// returns the number of elements of each name.
func Alone(t *testing.T, page string) map[string]int {
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

// SameRows holds rows of CSV to those of another file that have the same first columns, except for some columns.
// Defects are rounding.
func SameRows(t *testing.T, got, want []byte, first int, except ...string) {
	t.Helper()
	rows := func(data []byte) map[string]string {
		all := must.Have(csv.NewReader(bytes.NewReader(data)).ReadAll())(t)
		by := map[string]string{}
		names := slices.Clone(all[0])
		for _, r := range all {
			for i, name := range names {
				if name == "defect" || slices.Contains(except, name) {
					r[i] = ""
				}
			}
			by[strings.Join(r[:first], "|")] = strings.Join(r[first:], "|")
		}
		return by
	}
	committed := rows(want)
	for key, row := range rows(got) {
		if fault := apart(row, committed[key]); fault != "" {
			t.Errorf("%s: %s", key, fault)
		}
	}
}

// Committed are the rows of NAME.csv in a folder, by the tags of their fields. A null is NaN, or 0 if the tag says so.
func Committed[R any](t *testing.T, folder, name string) (rows []R) {
	t.Helper()
	for _, r := range Rows(t, folder, name+".csv") {
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
