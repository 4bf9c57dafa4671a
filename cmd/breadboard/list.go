package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/grid"
	"breadboard/grid/npy"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// listCmd prints the catalogues.
type listCmd struct {
	What     string `arg:"" optional:"" help:"One catalogue alone, such as kernels; all if it is left out."`
	Pictures string `help:"Put a picture of each toy into this directory, as PNG and SVG." placeholder:"DIR"`
	Zoo      string `help:"List these densities of the zoo instead: all, small, a group (${groups}) or names, separated by commas." placeholder:"NAME,..." names:"zoo"`
	Targets  string `help:"Put each density of --zoo into this directory, as a file that --target takes." placeholder:"DIR"`
	outputFlags
}

// Run prints the catalogues, and draws the toys if --pictures is given.
func (c *listCmd) Run(w *world) error {
	if c.Zoo != "" {
		return c.zoo(w)
	}
	all := catalogues()
	var pictures []string
	if c.Pictures != "" {
		var files []table.File // two of each toy
		for _, p := range portrait.Toys() {
			files = append(files, figure.Files(p.File, reports.Portrait(p))...)
			pictures = append(pictures, p.File+".png")
		}
		err := w.claim("--pictures", c.Pictures)
		if err == nil {
			err = w.write(c.Pictures, files)
		}
		if err != nil {
			return err
		}
		all[0].Notes = append(all[0].Notes, fmt.Sprintf("A picture of each is in %s: %s and the like.",
			c.Pictures, pictures[0]))
	}
	one := inOne(all, pictures)
	if c.What != "" {
		names := append(table.Each(kinds, func(k listedKind) string { return string(k.Field) }), "zoo")
		i := slices.Index(names, strings.TrimSuffix(c.What, "s"))
		if i = max(i, slices.Index(names, c.What)); i < 0 {
			return bad(experiments.Unknown("the catalogue", c.What, names))
		}
		all = all[i : i+1]
		one.Rows = slices.DeleteFunc(one.Rows, func(row []any) bool { return row[0] != names[i] })
	}
	if !c.format.ForPrograms() {
		return w.print(c.format, table.Each(all, beginFirst)...)
	}
	return w.print(c.format, one)
}

// zoo prints densities of the zoo, and writes them if --targets is given.
func (c *listCmd) zoo(w *world) error {
	chosen, err := zoo.Select(c.Zoo)
	if err != nil {
		return bad(err)
	}
	t := table.Table{Columns: table.Keys("name group cells about")}
	var files []table.File
	spins := false
	for _, d := range chosen {
		target := d.Make()
		t.Rows = append(t.Rows, []any{d.Name, d.Group, target.Grid.String(), d.About})
		files = append(files, targetFile(d.Name, target))
		spins = spins || slices.Contains(target.Grid.Kinds(), grid.Any)
	}
	if c.Targets != "" {
		err := w.claim("--targets", c.Targets)
		if err == nil {
			err = w.write(c.Targets, files)
		}
		if err != nil {
			return err
		}
		t.Note("The log density of each is in %s: %s and the like, for --target.", c.Targets, files[0].Name)
		if spins {
			t.Note("A file says nothing of its axes: those of spins and labels are --axes any.")
		}
	}
	return w.print(c.format, t)
}

// targetFile has the log density of a target. A colon of its name, which no file of Windows may have, is a hyphen.
func targetFile(name string, target toys.Target) table.File {
	return table.File{Name: strings.ReplaceAll(name, ":", "-") + ".npy", Write: func(out io.Writer) error {
		return npy.Write(out, target.Grid.Lens(), target.LogF)
	}}
}

// inOne makes one table of the catalogues, for programs. Toys have a seed and, if there are pictures, a picture.
func inOne(all []table.Table, pictures []string) table.Table {
	t := table.Table{Columns: table.Keys("kind name about seed picture")}
	if pictures == nil {
		t.Columns = t.Columns[:4]
	}
	for i, of := range all {
		kind := "zoo"
		if i < len(kinds) {
			kind = string(kinds[i].Field)
		}
		for j, row := range of.Rows {
			line := []any{kind, row[0], row[1], nil, nil}
			if kind == string(experiments.FieldToy) {
				if toy := toys.Catalogue[j]; toy.Seeded {
					line[3] = toy.Seed
				}
				if pictures != nil {
					line[4] = pictures[j]
				}
			}
			t.Rows = append(t.Rows, line[:len(t.Columns)])
		}
	}
	return t
}

type listedKind struct {
	experiments.Field
	title string
}

// kinds are the catalogues, in their order, with their titles.
var kinds = []listedKind{
	{experiments.FieldToy, "Toys"}, {experiments.FieldKernel, "Kernels"}, {experiments.FieldBridge, "Bridges"},
	{experiments.FieldSchedule, "Schedules"}, {experiments.FieldInitial, "Initial densities"},
	{experiments.FieldProgram, "Programs"}, {experiments.FieldAxes, "Kinds of axes"},
}

// begin are the names that one begins with, of the catalogues that are long: five of each.
var begin = map[experiments.Field][]string{
	experiments.FieldToy: {"barrier", "easy", "hard", "ising:ROWSxCOLS:COUPLING[:field=H]",
		"clustering:N:K"},
	experiments.FieldKernel:  {"metropolis", "heat-bath", "king", "slice", "perfect"},
	experiments.FieldProgram: {"ais", "smc:P", "sir:P", "importance", "posterior"},
}

// titleOf is the title of a catalogue.
func titleOf(k listedKind) string { return fmt.Sprintf("%s (--%s)", k.title, k.Field) }

// beginFirst puts the names that one begins with before the others, as the table is shown to people.
func beginFirst(t table.Table) table.Table {
	i := slices.IndexFunc(kinds, func(k listedKind) bool { return titleOf(k) == t.Title })
	if i < 0 || begin[kinds[i].Field] == nil {
		return t
	}
	names := begin[kinds[i].Field]
	place := func(row []any) int {
		if at := slices.Index(names, row[0].(string)); at >= 0 {
			return at
		}
		return len(names)
	}
	t.Rows = slices.Clone(t.Rows)
	slices.SortStableFunc(t.Rows, func(a, b []any) int { return place(a) - place(b) })
	t.Notes = append([]string{"One begins with the first five."}, t.Notes...)
	return t
}

func catalogues() (all []table.Table) {
	for _, k := range kinds {
		t := table.Table{Title: titleOf(k), Columns: table.Keys("name about")}
		for _, e := range experiments.Catalogue(k.Field) {
			t.Rows = append(t.Rows, []any{e.Spec, e.About})
		}
		all = append(all, t)
	}
	var seeds []string
	for _, toy := range toys.Catalogue {
		if toy.Seeded {
			seeds = append(seeds, fmt.Sprintf("%d of %s", toy.Seed, toy.Name))
		}
	}
	ofPoints := toys.NewClustering(2, 2)
	ofAttributes := toys.NewAttributes(2, 1)
	ofRows := toys.NewLowRank(2, 2, 1)
	all[0].Notes = []string{"Random toys have a seed, where none is given " + strings.Join(seeds, ", ") + ".",
		fmt.Sprintf("Models: a point has %d coordinates, with noise of sigma %g; centres of clusters have sigma %g. "+
			"A point has an attribute with probability %g, which adds numbers of sigma %g. Factors of numbers of "+
			"rank K are -1.5, 0 and 1.5, weighted as by sigma %g, and the noise has sigma %g. Data are simulated by "+
			"the seed.",
			ofPoints.D, ofPoints.Noise, ofPoints.Centres, ofAttributes.Share, ofAttributes.Features, ofRows.Rows,
			ofRows.Noise)}
	var prices []string
	paper := toys.Barrier() // any grid like it has the same prices
	for _, k := range kernels.All {
		if cost := k.Make.Cost(paper.Grid); !math.IsNaN(cost) {
			prices = append(prices, fmt.Sprintf("%s %v", k.Name, cost))
		}
	}
	all[1].Notes = []string{"Log densities that a step on 7x7 computes, at the most: " +
		strings.Join(prices, ", ") + "."}
	for _, k := range kernels.OfPairs {
		all[1].Note("For score alone: %s, %s.", k.Name, k.About)
	}
	sets := table.Table{Title: "Zoo (score --zoo)", Columns: table.Keys("name about"),
		Notes: []string{"list --zoo posteriors lists each of a group, and list --zoo all those of all."}}
	for _, name := range append(slices.Clone(zoo.Groups), "small", "all") {
		chosen, err := zoo.Select(name)
		if err != nil {
			panic(err) // unreachable: the zoo knows its groups
		}
		sets.Rows = append(sets.Rows, []any{name,
			fmt.Sprintf("%d densities, from %s to %s", len(chosen), chosen[0].Name, chosen[len(chosen)-1].Name)})
	}
	return append(all, sets)
}

// models lists the toys that are models.
func models() (all []string) {
	for _, t := range toys.Catalogue {
		if t.Model {
			all = append(all, t.Spec())
		}
	}
	return all
}

// vars are the values for ${...} in the words of commands. The lists, as ${kernels}, are put in here, before the parser
// looks at each flag through all values that it knows. Every command has what stands above its flags from help.tmpl,
// or from its own method Help.
func vars() kong.Option {
	fill := kong.PostBuild(func(k *kong.Kong) error {
		return kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
			switch node := node.(type) {
			case *kong.Value:
				node.Help = listed().Replace(node.Help)
			case *kong.Node:
				if above := templates.Lookup(node.Name); above != nil {
					node.Detail = filled(node.Name)
				}
			}
			return next(nil)
		})
	})
	return kong.OptionFunc(func(k *kong.Kong) error {
		return errors.Join(ofKernel.Apply(k), oneTarget.Apply(k), fill.Apply(k))
	})
}

// listed puts lists in their places.
var listed = sync.OnceValue(func() *strings.Replacer {
	lists := map[string][]string{
		"groups":   zoo.Groups,
		"formats":  asWords(table.Formats),
		"papers":   table.Each(reproducible, func(p reproduced) string { return p.name }),
		"models":   models(),
		"families": experiments.Models()}
	for _, k := range kinds {
		lists[strings.TrimSuffix(string(k.Field), "s")+"s"] = experiments.Specs(k.Field)
	}
	var pairs []string
	for name, list := range lists {
		pairs = append(pairs, "${"+name+"}", strings.Join(list, ", "))
	}
	return strings.NewReplacer(pairs...)
})
