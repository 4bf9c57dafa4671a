package main

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"breadboard/experiments/disk"
	"breadboard/reports/table"
)

// This file makes the contact sheet: all committed figures on one page, at the size at which they are printed. Whoever
// changes how figures look opens it whole, because no test sees that words touch or that a line has no name.

// contactName is the word of the command, and the name of the page.
const contactName = "figures"

// An inch has 72 points. A figure is printed as wide as it is, and at most as wide as the column of a page.
const column = 170 / 25.4 * 72

// leastRead is the size in points below which letters on paper are a strain.
const leastRead = 6

// A contact is a figure on the sheet.
type contact struct {
	Name    string // such as bdmc/bias.svg
	From    string // where the page finds it
	Numbers string // the row of data.md, in words
	Wide    float64
	Letters float64 // the smallest, in points on paper; 0 of a figure without letters
	Bytes   int
}

// Small reports whether its letters are too small on paper.
func (c contact) Small() bool { return c.Letters > 0 && c.Letters < leastRead }

var (
	dataRow    = regexp.MustCompile(`(?m)^\| \[([^]]+\.svg)\]\([^)]+\) \| (.+) \|$`)
	linkWords  = regexp.MustCompile(`\[([^]]+)\]\([^)]+\)`)
	svgWidth   = regexp.MustCompile(`<svg[^>]* width="([0-9.]+)pt"`)
	svgDrawn   = regexp.MustCompile(`viewBox="0 0 ([0-9.]+) `)
	svgLetters = regexp.MustCompile(`font-size:([0-9.]+)px`)
)

// contacts reads the figures that a folder's data.md lists.
func contacts(reports, out string) (all []contact, err error) {
	list, err := os.ReadFile(filepath.Join(reports, "data.md"))
	if err != nil {
		return nil, fmt.Errorf("%w; the command runs in experiments/studies, as go -C experiments/studies run . %s "+
			"does", err, contactName)
	}
	from, err := filepath.Rel(out, reports)
	if err != nil {
		return nil, err
	}
	for _, row := range dataRow.FindAllStringSubmatch(string(list), -1) {
		svg, err := os.ReadFile(filepath.Join(reports, row[1]))
		if err != nil {
			return nil, err
		}
		one := contact{Name: row[1], From: filepath.ToSlash(filepath.Join(from, row[1])), Bytes: len(svg),
			Numbers: linkWords.ReplaceAllString(row[2], "$1")}
		pixels := strings.TrimSuffix(row[1], ".svg") + ".png"
		if _, err := os.Stat(filepath.Join(reports, pixels)); err == nil { // they have their font in them
			one.From = filepath.ToSlash(filepath.Join(from, pixels))
		}
		wide := numberIn(svgWidth, svg)
		one.Wide = math.Min(wide, column)
		least := math.Inf(1)
		for _, m := range svgLetters.FindAllSubmatch(svg, -1) {
			size, _ := strconv.ParseFloat(string(m[1]), 64) // the pattern is that of a number
			least = math.Min(least, size)
		}
		if drawn := numberIn(svgDrawn, svg); !math.IsInf(least, 1) && drawn > 0 {
			one.Letters = least * one.Wide / drawn
		}
		all = append(all, one)
	}
	return all, nil
}

// numberIn is the number that a pattern finds; 0 if it finds none.
func numberIn(pattern *regexp.Regexp, text []byte) float64 {
	m := pattern.FindSubmatch(text)
	if m == nil {
		return 0
	}
	v, _ := strconv.ParseFloat(string(m[1]), 64) // the pattern is that of a number
	return v
}

var contactPage = template.Must(template.New("contact").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>All committed figures</title>
<style>
body { font: 10pt/1.4 sans-serif; margin: 1rem; color: #202020; background: #fff; }
main { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
figure { margin: 0; border: 1px solid #ddd; padding: .4rem; break-inside: avoid; }
figcaption { font-size: 8pt; color: #5c5c5c; max-width: 17cm; } .small { color: #a33b00; }
img { display: block; }
</style>
<h1>All committed figures, at the size of print</h1>
<p>{{len .All}} figures in {{.Kilobytes}} kB of SVG. A figure is at most 17 cm wide, the column of a page. The letters
of {{.Small}} are below {{.Least}} points there.</p>
<main>
{{- range .All}}
<figure><img src="{{.From}}" alt="{{.Name}}" style="width:{{printf "%.1f" .Wide}}pt">
<figcaption><b>{{.Name}}</b>,
<span{{if .Small}} class="small"{{end}}>letters of {{printf "%.1f" .Letters}} points</span>.
Numbers: {{.Numbers}}</figcaption>
</figure>
{{- end}}
</main>
</html>
`))

// sheet makes the contact sheet, and says where it is.
func (w words) sheet(ctx context.Context, reports string, stdout io.Writer) error {
	if w.Quick || w.Seed != nil {
		return usage(errors.New("the sheet of figures has no --quick and no --seed; it shows what is committed"))
	}
	if w.Out == "" {
		w.Out = filepath.Join("out", contactName)
	}
	out, err := filepath.Abs(w.Out)
	if err == nil {
		reports, err = filepath.Abs(reports)
	}
	if err != nil {
		return err
	}
	all, err := contacts(reports, out)
	if err != nil {
		return usage(err)
	}
	const kilo = 1000
	said := struct {
		All              []contact
		Kilobytes, Small int
		Least            int
	}{All: all, Least: leastRead}
	for _, one := range all {
		said.Kilobytes += one.Bytes
		if one.Small() {
			said.Small++
		}
	}
	said.Kilobytes /= kilo
	if err := claim(out); err != nil {
		return err
	}
	page := table.File{Name: contactName + ".html",
		Write: func(to io.Writer) error { return contactPage.Execute(to, said) }}
	files, err := table.Render([]table.File{page})
	if err != nil {
		return err
	}
	if err := disk.Write(ctx, out, files); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%d figures, %d with letters below %d points at 17 cm, in %s\n", len(all), said.Small,
		leastRead, filepath.Join(out, page.Name))
	return err
}
