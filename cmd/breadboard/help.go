package main

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"
)

// cli holds the flags of breadboard itself.
type cli struct {
	ShowVersion versionFlag    `name:"version" short:"v" hidden:"" help:"Print the version and its commit."`
	Completion  completionFlag `hidden:"" help:"Print a script that completes lines in bash, zsh or fish."`
}

// A namedCmd is a command of breadboard with its name. It sets words in the help of the flags that it shares with
// others, as levels in "Numbers of levels (default ${levels})". Its own help is in help.tmpl.
type namedCmd struct {
	name  string
	flags any
	words string
}

// commandGroups holds the groups of commands in the help of breadboard.
var commandGroups = []struct{ title, commands string }{
	{"Begin with these", "exact sample sweep validate explore"},
	{"Measure any sampler", "aide sandwich protocol"},
	{"Examine a kernel", "score"},
	{"Reproduce a paper", "reproduce"},
	{"Look things up", "list help version"},
}

// flagGroups holds the groups of flags in the help of every command, with the flags in their order.
var flagGroups = []struct{ title, flags string }{
	{"Target:", "toy target zoo hmm axes data seed"},
	{"Chain:", "kernel matrix exec partial draw rows repeat bridge schedule initial skip-last-kernel levels beta gold " +
		"program"},
	{"Runs:", "quick chains runs meta steps evaluations start function sets mc-seed skip-exact tolerance ways eps " +
		"reach require time timeout shard addr"},
	{"Output:", "draws independent forward reverse columns from full by-step by-cell certify save save-betas " +
		"pictures out width site format"},
}

// parserOptions returns options of the parser of some commands: names are spelled as in the catalogues, and help is
// arranged.
func parserOptions(some []namedCmd) []kong.Option {
	usual := kong.Vars{"several": "", "kernel": "metropolis", "kernel_note": " (default metropolis)", "formats": ""}
	options := append(grammar(), kong.PostBuild(arrangeHelp), usual)
	for _, c := range some {
		options = append(options, kong.DynamicCommand(c.name, "", "", c.flags, c.words))
	}
	return options
}

// arrangeHelp puts commands and flags into their groups, and gives each command its texts from help.tmpl.
func arrangeHelp(k *kong.Kong) error {
	k.Model.HelpFlag.Hidden = true
	ofCommand := map[string]*kong.Group{}
	for _, g := range commandGroups {
		for name := range strings.FieldsSeq(g.commands) {
			ofCommand[name] = &kong.Group{Key: g.title, Title: g.title}
		}
	}
	place := map[string]int{} // the position of a flag in all groups
	ofFlag := map[string]*kong.Group{}
	for _, g := range flagGroups {
		for name := range strings.FieldsSeq(g.flags) {
			place[name] = len(place)
			ofFlag[name] = &kong.Group{Key: g.title, Title: g.title}
		}
	}
	for _, command := range k.Model.Leaves(false) {
		command.Group = ofCommand[command.Name]
		for _, f := range command.Flags {
			f.Group = ofFlag[f.Name]
		}
		slices.SortStableFunc(command.Flags, func(a, b *kong.Flag) int {
			return cmp.Compare(place[a.Name], place[b.Name])
		})
		var text strings.Builder
		if err := helps.ExecuteTemplate(&text, command.Name, nil); err != nil {
			return err
		}
		command.Help, command.Detail, _ = strings.Cut(text.String(), "\n\n")
	}
	return nil
}

//go:embed help.tmpl
var helpFile string

// helps holds the texts of help.tmpl.
var helps = template.Must(template.New("").Parse(helpFile))
