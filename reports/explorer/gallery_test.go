package explorer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

var update = flag.Bool("update", false, "compute the drawings of the gallery's lessons anew")

// A lesson in lessons.json has its title, link, sentence and alternative text, and how they are held:
//
//	numbers   those of title and sentence in their order, by the names that answered gives them
//	same      names of numbers that are the same
//	beside    a part of the link, and what stands in its place where names end in 1 and 2
//	draws     the panels, which this test makes
//
// answered measures both settings of a link, and adds their numbers under names that end like "a1".
func answered(t *testing.T, of map[string]float64, link, end string) (both []explore.Measured) {
	t.Helper()
	a, b, page, err := ParseLink(link)
	must.Do(t, err)
	must.Near(t, float64(len(page)), 0, 0, "the number of other keys in %s", link)
	inner := func(cell int) bool { return math.Hypot(float64(cell/13-6), float64(cell%13-6)) < 4 }
	for i, q := range []*explore.Question{a, b} {
		m := must.Have(explore.Measure(t.Context(), *q))(t)
		side := "ab"[i:i+1] + end
		of["T"+side] = float64(q.T)
		of["steps"+side] = float64((q.T - 1) * max(1, q.Repeat))
		of["J"+side] = float64(m.J.Sum)
		of["B"+side] = float64(m.B.Sum)
		of["cells"+side] = float64(len(m.Q))
		of["axes"+side] = float64(len(m.Axes))
		of["quarter:"+side] = 100 * float64(mass(m.Q, quarter))
		of["quarter:p"] = 100 * float64(mass(m.P, quarter))
		of["inner:"+side] = 100 * float64(mass(m.Q, inner))
		of["inner:p"] = 100 * float64(mass(m.P, inner))
		both = append(both, m)
	}
	of["Ja/Jb"] = of["Ja"] / of["Jb"]
	of["Bb/Ba"] = of["Bb"] / of["Ba"]
	of["Ba/Ja"] = of["Ba"] / of["Ja"]
	of["Bb/Jb"] = of["Bb"] / of["Jb"]
	return both
}

// TestGallery computes every number of every lesson anew, from its link, and its drawing.
func TestGallery(t *testing.T) {
	const file = "page/gallery/lessons.json"
	committed := must.Have(os.ReadFile(file))(t)
	all := []map[string]any{}
	must.Do(t, json.Unmarshal(committed, &all))
	for _, l := range all {
		text := func(key string) string { return l[key].(string) }
		list := func(key string) []string { return strings.Fields(text(key)) }
		of, asked := map[string]float64{}, text("link")
		both := answered(t, of, asked, "")
		for k, other := range list("beside") {
			link := strings.ReplaceAll(text("link"), list("beside")[0], other)
			answered(t, of, link, strconv.Itoa(k))
			asked += link
		}
		for seed := 0; strings.Contains(text("numbers"), "draws") && seed < 200; seed++ { // of EASY RANDOM
			one := map[string]float64{}
			seeded := fmt.Sprintf("${0}&${1}seed=%d", seed)
			answered(t, one, regexp.MustCompile(`(b\.|)toy=easy`).ReplaceAllString(asked, seeded), "")
			of["least"] = min(cmp.Or(of["least"], 1e9), one["Ba/Ja"])
			of["most"] = max(of["most"], one["Ba/Ja"])
			of["draws"]++
			if one["Ja"] > one["Jb"] && one["Ba"] < one["Bb"] {
				of["crossed"]++
			}
		}
		for _, name := range list("same") {
			must.Near(t, of[name], of[list("same")[0]], 1e-9, "%s: %s", text("title"), name)
		}
		words := text("title") + " " + text("says")
		for _, name := range regexp.MustCompile(`[a-z]+:[0-9x:.]+`).FindAllString(asked, -1) {
			words = strings.ReplaceAll(words, name, "") // sigmoid:4 has no number, if the link has it
		}
		written := regexp.MustCompile(`\d[\d,]*(?:\.\d+)?\b`).FindAllString(words, -1)
		names := list("numbers")
		if len(written) != len(names) {
			t.Fatalf("%s: the numbers %q are to be %q", text("title"), written, names)
		}
		for k, number := range written {
			_, decimals, _ := strings.Cut(number, ".")
			got, want := must.Have(strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64))(t), of[names[k]]
			must.Near(t, got, want, 0.5001*math.Pow10(-len(decimals)), "%s: %s", text("title"), names[k])
		}
		l["panels"] = panels(list("draws"), of, both)
	}
	var made bytes.Buffer
	e := json.NewEncoder(&made)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	must.Do(t, e.Encode(all))
	if *update {
		must.Do(t, os.WriteFile(file, made.Bytes(), 0o644))
	} else if !bytes.Equal(made.Bytes(), committed) {
		t.Errorf("%s has other drawings; go test ./reports/explorer -run Gallery -update makes them anew", file)
	}
}

// panels are maps of cells, as left:q, or bars, as J:left,J:right, in percent of the longer one. A cell is a digit of
// base 36: from
// 0 to z, the largest of p, or, of a difference, from 0 by h, which is nothing, to y. A wall is a dot.
func panels(names []string, of map[string]float64, both []explore.Measured) (all []map[string]any) {
	for _, name := range names {
		if two := strings.Split(name, ","); len(two) > 1 {
			value := func(bar string) float64 { return of[answeredAs.Replace(bar)] }
			share := func(bar string) float64 {
				return math.Round(100 * value(bar) / max(value(two[0]),
					value(two[1])))
			}
			all = append(all, map[string]any{"bars": two, "shares": []float64{share(two[0]), share(two[1])}})
			continue
		}
		m := both[strings.Count(name, "right")]
		kind := name[strings.Index(name, ":")+1:]
		cells := ""
		zero := 0.
		steps := 35.
		most := slices.Max(m.P)
		if kind == "q−p" { // on one scale for both
			zero = 17
			steps = 17
			most = max(off(both[0]), off(both[1]))
		}
		for x, p := range m.P {
			values := map[string]explore.Number{"p": p, "q": m.Q[x], "q−p": m.Q[x] - p}
			v := values[kind]
			digit := strconv.FormatInt(int64(math.Round(zero+steps*float64(v/most))), 36)
			if m.Walls[x] {
				digit = "."
			}
			cells += digit + strings.Repeat(";", (x%m.Columns+1)/m.Columns)
		}
		all = append(all, map[string]any{"name": name, "cells": cells, "signed": zero > 0})
	}
	return all
}

// answeredAs turns J:left into Ja, as answered has it.
var answeredAs = strings.NewReplacer(":left", "a", ":right", "b")

// off is the largest difference of q and p in a cell.
func off(m explore.Measured) (most explore.Number) {
	for x, p := range m.P {
		most = max(most, p-m.Q[x], m.Q[x]-p)
	}
	return most
}
