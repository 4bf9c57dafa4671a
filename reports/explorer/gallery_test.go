package explorer

import (
	"bytes"
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

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

var update = flag.Bool("update", false, "compute the drawings of the gallery's lessons anew")

// lessons has, by title: the numbers of title and sentence in their order, under the names that answered gives them; those
// that have to be the same; a part of the link and what stands in its place besides, in answers that end in 1 and 2; and
// what is drawn.
var lessons = map[string]struct{ numbers, same, beside, draws string }{
	"Stuck":                        {"Ta quarter:a quarter:p Tb quarter:b Ja Jb", "", "", "p A:q B:q"},
	"A narrow ridge":               {"Ta Ja Jb Ja/Jb", "Ta Tb", "", "p A:q−p B:q−p"},
	"B prefers the worse":          {"Ta Ja/Jb Bb/Ba crossed draws", "Ta Tb", "", "Ja,Jb Ba,Bb"},
	"A bridge that helps 22 times": {"Ja/Jb Ta Ja Jb", "Ta Tb", "", "p A:q−p B:q−p"},
	"Two rings":                    {"Ta inner:p inner:a Ja Jb", "Ta Tb", "", "p A:q−p B:q−p"},
	"Ising, by orbits":             {"axesa cellsa cellsb Ja", "Ja Jb", "", "A:p B:p"},
	"A wrong kernel":               {"Ja Ta1 Ta2 Jb Tb", "Ja Ja1 Ja2", "T=1000 T=10 T=10000", "p A:q−p B:q−p"},
	"Steps at the end":             {"stepsb Tb Ja/Jb Ta Bb/Ba Jb1 Ja1", "stepsa stepsb", "toy=easy toy=hard", "Ja,Jb Ba,Bb"},
	"No annealing at all": {"Ta Jb Ta Ja cellsa1 axesa1 Ja1 Jb1", "Ta Tb", "toy=barrier toy=ising:3x4:0.44",
		"p A:q−p B:q−p"},
	"B loose, B tight": {"Ta Ba/Ja least most draws Bb/Jb", "Ta Tb", "", "Ja,Ba Jb,Bb"},
}

// answered measures both settings of a link, and adds their numbers under names that end like "a1".
func answered(t *testing.T, of map[string]float64, link, end string) (both []explore.Measured) {
	t.Helper()
	a, b, page, err := ParseLink(link)
	must.Do(t, err)
	if b == nil || len(page) > 0 {
		t.Fatalf("%s has one setting alone, or keys of no setting: %v", link, page)
	}
	inner := func(cell int) bool { return math.Hypot(float64(cell/13-6), float64(cell%13-6)) < 4 }
	for i, q := range []*explore.Question{a, b} {
		m, side := must.Have(explore.Measure(t.Context(), *q))(t), "ab"[i:i+1]+end
		of["T"+side], of["steps"+side] = float64(q.T), float64((q.T-1)*max(1, q.Repeat))
		of["J"+side], of["B"+side] = float64(m.J.Sum), float64(m.B.Sum)
		of["cells"+side], of["axes"+side] = float64(len(m.Q)), float64(len(m.Axes))
		of["quarter:"+side], of["quarter:p"] = 100*float64(mass(m.Q, quarter)), 100*float64(mass(m.P, quarter))
		of["inner:"+side], of["inner:p"] = 100*float64(mass(m.Q, inner)), 100*float64(mass(m.P, inner))
		both = append(both, m)
	}
	of["Ja/Jb"], of["Bb/Ba"] = of["Ja"]/of["Jb"], of["Bb"]/of["Ba"]
	of["Ba/Ja"], of["Bb/Jb"] = of["Ba"]/of["Ja"], of["Bb"]/of["Jb"]
	return both
}

// overDraws adds what holds of the draws 0 to 199 of EASY RANDOM.
func overDraws(t *testing.T, of map[string]float64, link string) {
	of["draws"], of["least"] = 200, math.Inf(1)
	for seed := range 200 {
		one := map[string]float64{}
		seeded := regexp.MustCompile(`(b\.|)toy=easy`).ReplaceAllString(link, fmt.Sprintf("${0}&${1}seed=%d", seed))
		answered(t, one, seeded, "")
		of["least"], of["most"] = min(of["least"], one["Ba/Ja"]), max(of["most"], one["Ba/Ja"])
		if one["Ja"] > one["Jb"] && one["Ba"] < one["Bb"] {
			of["crossed"]++
		}
	}
}

// TestGallery computes every number of every lesson anew, from its link, and its drawing.
func TestGallery(t *testing.T) {
	const file = "page/gallery/lessons.json"
	committed, all := must.Have(os.ReadFile(file))(t), []map[string]any{}
	must.Do(t, json.Unmarshal(committed, &all))
	must.Near(t, float64(len(all)), float64(len(lessons)), 0, "the number of lessons")
	for _, l := range all {
		title, asked := l["title"].(string), l["link"].(string)
		held, of := lessons[title], map[string]float64{}
		both := answered(t, of, asked, "")
		for k, other := range strings.Fields(held.beside) {
			link := strings.ReplaceAll(l["link"].(string), strings.Fields(held.beside)[0], other)
			answered(t, of, link, strconv.Itoa(k))
			asked += link
		}
		if strings.Contains(held.numbers, "draws") {
			overDraws(t, of, asked)
		}
		for _, name := range strings.Fields(held.same) {
			must.Near(t, of[name], of[strings.Fields(held.same)[0]], 1e-9, "%s: %s", title, name)
		}
		words := title + " " + l["says"].(string)
		for _, name := range regexp.MustCompile(`[a-z]+:[0-9x:.]+`).FindAllString(asked, -1) {
			words = strings.ReplaceAll(words, name, "") // sigmoid:4 has no number, if the link has it
		}
		got, names := regexp.MustCompile(`\d[\d,]*(?:\.\d+)?\b`).FindAllString(words, -1), strings.Fields(held.numbers)
		if len(got) != len(names) {
			t.Fatalf("%s: the numbers %q are to be %q", title, got, names)
		}
		for k, text := range got {
			_, decimals, _ := strings.Cut(text, ".")
			number := must.Have(strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64))(t)
			must.Near(t, number, of[names[k]], 0.5001*math.Pow10(-len(decimals)), "%s: %s", title, names[k])
		}
		l["panels"] = panels(strings.Fields(held.draws), of, both[0], both[1])
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

// panels are maps of cells, as A:q, or bars, as Ja,Jb, in percent of the longer one. A cell is a digit of base 36: from 0 to
// z, the largest of its scale, or, of a difference, from 0 by h, which is nothing, to y. A wall is a dot.
func panels(names []string, of map[string]float64, a, b explore.Measured) (all []map[string]any) {
	values := func(m explore.Measured, kind int) (law []float64) {
		for x, p := range m.P {
			law = append(law, float64([]explore.Number{p, m.Q[x], m.Q[x] - p}[kind]))
		}
		return law
	}
	for _, name := range names {
		if bars := strings.Split(name, ","); len(bars) > 1 {
			longest := max(of[bars[0]], of[bars[1]])
			all = append(all, map[string]any{"bars": bars, "shares": []float64{math.Round(100 * of[bars[0]] / longest),
				math.Round(100 * of[bars[1]] / longest)}})
			continue
		}
		m := map[bool]explore.Measured{false: a, true: b}[name[0] == 'B']
		kind := map[string]int{"p": 0, "q": 1, "q−p": 2}[name[strings.Index(name, ":")+1:]]
		zero, per := 0., 35/max(slices.Max(values(m, 0)), slices.Max(values(m, 1)))
		if kind == 2 {
			zero, per = 17, 17/max(floats.Norm(values(a, 2), math.Inf(1)), floats.Norm(values(b, 2), math.Inf(1)))
		}
		var cells strings.Builder
		for x, v := range values(m, kind) {
			digit := strconv.FormatInt(int64(zero+math.Round(per*v)), 36)
			if m.Walls[x] {
				digit = "."
			}
			cells.WriteString(digit)
			if x%m.Columns == m.Columns-1 {
				cells.WriteByte(';')
			}
		}
		all = append(all, map[string]any{"name": name, "cells": cells.String(), "signed": kind == 2})
	}
	return all
}
