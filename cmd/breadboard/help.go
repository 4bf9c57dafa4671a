package main

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
)

// helpCmd prints the help of the program or of a command, as --help does.
type helpCmd struct {
	Command string `arg:"" optional:"" help:"A command; the whole program if it is left out." placeholder:"COMMAND"`
}

// Run parses the line again with --help, which prints it.
func (c *helpCmd) Run(w *world) error {
	args := []string{"--help"}
	if c.Command != "" {
		var names []string
		for _, node := range w.command.Model.Leaves(true) {
			names = append(names, node.Name)
		}
		if !slices.Contains(names, c.Command) {
			return bad(experiments.Unknown("the command", c.Command, names))
		}
		args = []string{c.Command, "--help"}
	}
	return run(w.ctx, args, w.stdout, w.stderr)
}

// flagGroups holds the groups of flags in the help of every command, with the flags in their order.
var flagGroups = []struct{ title, flags string }{
	{"Target:", "toy target zoo hmm axes data seed"},
	{"Chain:", "kernel matrix exec rows repeat bridge schedule initial skip-last-kernel levels beta gold program"},
	{"Runs:", "quick chains runs meta steps evaluations start function sets mc-seed skip-exact tolerance time " +
		"timeout shard merge addr"},
	{"Output:", "draws forward reverse columns from full by-step by-cell certify save save-betas pictures out site " +
		"format"},
}

// parserOptions returns options of the parser: names are spelled as in the catalogues, flags are in their groups, and
// the help of a command has its text from help.tmpl above its flags.
func parserOptions() []kong.Option {
	place := map[string]int{} // the position of a flag in all groups
	group := map[string]*kong.Group{}
	for _, g := range flagGroups {
		for name := range strings.FieldsSeq(g.flags) {
			place[name] = len(place)
			group[name] = &kong.Group{Key: g.title, Title: g.title}
		}
	}
	arrange := kong.PostBuild(func(k *kong.Kong) error {
		k.Model.HelpFlag.Hidden = true
		for _, node := range k.Model.Leaves(false) {
			for _, f := range node.Flags {
				f.Group = group[f.Name]
			}
			slices.SortStableFunc(node.Flags, func(a, b *kong.Flag) int {
				return cmp.Compare(place[a.Name], place[b.Name])
			})
			var text strings.Builder
			if err := helps.ExecuteTemplate(&text, node.Name, nil); err != nil {
				return err
			}
			node.Detail = text.String()
		}
		return nil
	})
	return []kong.Option{spelling(), arrange, kong.Vars{"several": "", "kernel": "metropolis",
		"kernel_note": " (default metropolis)"}}
}

//go:embed help.tmpl
var helpFile string

// helps holds the texts of help.tmpl.
var helps = template.Must(template.New("").Parse(helpFile))
