package main

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// A beginning holds a setting, and keys of the page: the page shows it first.
type beginning struct {
	question explore.Question
	page     url.Values
}

// link is the fragment of the page's link.
func (b beginning) link() string { return explorer.Link(b.question, b.page) }

// beginning reads the link, or the flags, and looks all names up. The error is bad input. A link names everything that
// flags name.
func (c *exploreCmd) beginning(w *world) (b beginning, err error) {
	if c.Link == "" {
		b.question, err = c.question(w)
	} else {
		b.question, b.page, err = c.linked(w)
	}
	if err == nil {
		_, err = b.question.Chain()
	}
	return b, err
}

// linked reads the link, beside which no flag names a setting.
func (c *exploreCmd) linked(w *world) (q explore.Question, page url.Values, err error) {
	for _, flag := range w.command.Selected().Flags {
		own := slices.Contains([]string{"addr", "open", "site"}, flag.Name)
		if !own && w.given(flag.Name) {
			return q, nil, fmt.Errorf("%s is given beside a link, which names a setting by itself; one of the two "+
				"would do", dashed(flag))
		}
	}
	if !strings.ContainsAny(c.Link, "=#/") {
		return q, nil, fmt.Errorf("%s is no link of the page; a link, as #toy=easy&T=300, or --toy easy -T 300, would "+
			"do", c.Link)
	}
	return explorer.ParseLink(c.Link)
}

// question returns the question that the flags name. A target from a file is written as a link does.
func (c *exploreCmd) question(w *world) (q explore.Question, err error) {
	if c.Data != "" {
		return q, experiments.Faultf("%v %s: the page reads no data; a model with simulated data, or a posterior "+
			"as a target, would do", experiments.FieldData, c.Data)
	}
	s := c.setting(c.targetSeed.Seed)
	q = explore.Question{Toy: s.Toy, Seed: s.Seed, Axes: s.Axes, Kernel: s.Kernel, Bridge: s.Bridge,
		Initial: s.Initial, Schedule: s.Schedule, SkipLast: s.SkipLast, Program: c.Program, T: c.Levels}
	if s.Repeat != 1 { // which a link leaves out
		q.Repeat = s.Repeat
	}
	switch {
	case c.Levels == 0: // in a question it stands for the default
		return q, experiments.Faultf("%v 0; a number of levels from 2 to %d would do", experiments.FieldT,
			explore.MostLevels)
	case c.Target == "":
		q.Toy = cmp.Or(q.Toy, explorer.First().Toy)
		return q, nil
	}
	chain, err := experiments.Setting{Target: c.Target}.Chain()
	if err != nil {
		return q, err
	}
	w.doubt(chain.Doubts())
	if q.Target = explore.PaintedText(chain.Target); q.Target == "" {
		return q, experiments.Faultf("%v %s has %d axes; one or two, on which somebody can paint, would do",
			experiments.FieldTarget, c.Target, chain.Target.Grid.Axes())
	}
	return q, nil
}
