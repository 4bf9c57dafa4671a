package main

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// beginning reads the link, or the flags, and looks all names up. The error is bad input.
func (c *exploreCmd) beginning(w *world) (b beginning, err error) {
	if c.Link == "" {
		b.a, err = c.question(w)
	} else {
		b.a, b.b, b.page, err = c.parseLink(w)
	}
	if err != nil {
		return b, bad(err)
	}
	_, err = b.a.Chain()
	if err == nil && b.b != nil {
		_, err = b.b.Chain()
	}
	return b, bad(err)
}

// parseLink reads the link, which names everything that flags name.
func (c *exploreCmd) parseLink(w *world) (a, b *explore.Question, page url.Values, err error) {
	for _, flag := range w.command.Selected().Flags {
		own := slices.Contains([]string{"addr", "open", "export", "force"}, flag.Name)
		if !own && w.given(flag.Name) {
			return nil, nil, nil, fmt.Errorf("%s is given beside a link, which names a setting by itself; one of the two "+
				"would do", dashed(flag))
		}
	}
	if !strings.ContainsAny(c.Link, "=#/") {
		return nil, nil, nil, fmt.Errorf("%s is no link of the page; #toy=easy&T=300, or --toy easy -T 300, would do", c.Link)
	}
	return explorer.ParseLink(c.Link)
}

// question returns the question that the flags name.
func (c *exploreCmd) question(w *world) (*explore.Question, error) {
	if c.Data != "" {
		return nil, experiments.Faultf("%v %s: the page reads no data; a model with simulated data, or a posterior as a "+
			"target, would do", experiments.FieldData, c.Data)
	}
	s := c.setting(c.Kernel, c.targetSeed.Seed)
	q := &explore.Question{Toy: s.Toy, Seed: s.Seed, Kernel: s.Kernel, Bridge: s.Bridge, Initial: s.Initial,
		Schedule: s.Schedule, SkipLast: s.SkipLast, Program: c.Program, T: c.Levels}
	if c.Levels == 0 { // in a question it stands for the default
		return nil, experiments.Faultf("%v 0; a number of levels from 2 to %d would do", experiments.FieldT,
			explore.MostLevels)
	}
	switch {
	case c.Target != "":
		var err error
		q.Target, err = c.painted(w)
		return q, err
	case c.Toy == "":
		q.Toy = explorer.First().Toy
	}
	return q, nil
}

// painted reads a target from a file, and writes it as a link does.
func (c *exploreCmd) painted(w *world) (string, error) {
	chain, err := experiments.Setting{Target: c.Target, Density: c.Density}.Chain()
	if err != nil {
		return "", err
	}
	w.doubt(chain.Doubts())
	if text := explore.PaintedText(chain.Target); text != "" {
		return text, nil
	}
	return "", experiments.Faultf("%v %s has %d axes; one or two, on which somebody can paint, would do",
		experiments.FieldTarget, c.Target, chain.Target.Grid.Axes())
}
