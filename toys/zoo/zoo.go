// Package zoo has the densities on which samplers are scored, each with a line about its origin. They are phases 0 and
// 1 of Turner and Neal (2017), remade for small spaces:
//
//	toys        made by hand: the catalogue of package toys, some for several parameters
//	posteriors  of data sets in models (zoo/posteriors), on lattices
//	spins       Ising and Potts models
//
// Metropolis makes a good estimate of the means, with a real effective sample size of 12 or more
// after 1000 steps, on most of the posteriors and on few of the toys: the zoo is neither easy nor hopeless.
package zoo

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"breadboard/grid/text"
	"breadboard/toys"
	"breadboard/toys/zoo/posteriors"
)

// A Density is an entry of the zoo.
type Density struct {
	Name  string // unique, as "barrier" or "challenger"
	Group string // of Groups
	About string // its origin, in one line
	Make  func() toys.Target
}

// Groups lists the groups of the catalogue.
var Groups = []string{"toys", "posteriors", "spins"}

// Catalogue returns all densities, group by group.
var Catalogue = sync.OnceValue(func() (all []Density) {
	for _, t := range toys.Catalogue {
		if t.Params == "" {
			all = append(all, Density{t.Name, "toys", t.About, func() toys.Target { return t.Of(t.Seed) }})
		}
	}
	all = append(all, withParams("toys", dials)...)
	for _, p := range posteriors.Catalogue() {
		all = append(all, Density{p.Name, "posteriors", p.About, p.Target})
	}
	return append(all, withParams("spins", spins)...)
})

// withParams returns toys by their parameters.
func withParams(group string, specs [][2]string) (all []Density) {
	for _, s := range specs {
		name, params, _ := strings.Cut(s[0], ":")
		t := toys.Catalogue[slices.IndexFunc(toys.Catalogue, func(t toys.Toy) bool { return t.Name == name })]
		all = append(all, Density{s[0], group, s[1], func() toys.Target {
			return t.Of(t.Seed, strings.Split(params, ":")...)
		}})
	}
	return all
}

// dials lists toys for several parameters, and spins Ising and Potts models with up to 512 states.
var (
	dials = [][2]string{
		{"random:1", "log f ~ N(0, 1) on 7x7 cells, by seed 1"},
		{"random:3", "log f ~ N(0, 3) on 7x7 cells, by seed 1"},
		{"random:5", "log f ~ N(0, 5) on 7x7 cells, by seed 1"},
		{"two-basins:2", "a valley with a ridge across it"},
		{"two-basins:4", "a valley with a ridge across it"},
		{"two-basins:8", "a valley with a ridge across it"},
		{"two-basins:12", "a valley with a ridge across it"},
	}
	spins = [][2]string{
		{"ising:3x3:0.2", "nine spins on a torus, hot"},
		{"ising:3x3:0.44", "nine spins on a torus, near the critical coupling of a large one"},
		{"ising:2x4:0.5", "eight spins on a torus, cold: all up or all down"},
		{"ising:2x3:0.5", "six spins on a torus"},
		{"ising:1x8:0.5", "eight spins in a ring"},
		{"ising:1x7:1", "seven spins in a ring, cold"},
		{"ising:1x7:-1", "seven spins in a ring, whose neighbours would all differ and cannot"},
		{"potts:1x5:3:1", "five sites of three states in a ring"},
		{"potts:1x5:3:2", "five sites of three states in a ring, cold"},
		{"potts:2x2:4:0.5", "four sites of four states on a torus"},
		{"potts:2x2:4:1", "four sites of four states on a torus, cold"},
		{"potts:2x2:3:1.5", "four sites of three states on a torus, very cold"},
	}
)

// Small names ten densities for quick studies and tests. Each has at most 150 cells and one thing that makes
// sampling easy or hard: walls between modes, many modes, a neck, nothing at all, a light mode far away, a bend, a
// banana, labels that change places, two modes that hardly touch, and coupled spins.
var Small = strings.Split("barrier,hard,funnel,challenger,stars,nile-few,oxygen,labels,neuron,"+
	"ising:2x3:0.5", ",")

// Select returns the densities that a list names, with commas between: names, groups, small
// or all. Each is returned once, in the order of the catalogue.
func Select(list string) (chosen []Density, err error) {
	known := append([]string{"all", "small"}, Groups...)
	for _, d := range Catalogue() {
		known = append(known, d.Name)
	}
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(known, name) {
			nearest, _ := text.Nearest(name, known)
			return nil, fmt.Errorf("the zoo has no density %s; the nearest is %s (use all, small, one of its "+
				"groups %s, or the name of a density)", text.Quote(name), nearest, strings.Join(Groups, ", "))
		}
		wanted[name] = true
	}
	for _, d := range Catalogue() {
		if wanted["all"] || wanted[d.Group] || wanted[d.Name] || wanted["small"] && slices.Contains(Small, d.Name) {
			chosen = append(chosen, d)
		}
	}
	return chosen, nil
}
