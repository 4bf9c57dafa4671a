package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
)

// completionFlag is --completion, which prints a script that completes command lines in a shell.
type completionFlag string

// BeforeReset prints the script. The parser calls it before the flag has its value.
func (completionFlag) BeforeReset(app *kong.Kong, command *kong.Context) error {
	shells := map[string]func([]completedCommand) string{"bash": bashCompletion, "zsh": zshCompletion,
		"fish": fishCompletion}
	name := ""
	for _, arg := range command.Args {
		name = strings.TrimPrefix(arg, "--completion=")
	}
	script := shells[name]
	if script == nil {
		return experiments.Unknown("the shell", name, []string{"bash", "zsh", "fish"})
	}
	_, err := fmt.Fprint(app.Stdout, script(completed(app.Model)))
	return cmp.Or(err, errPrinted)
}

// A completedCommand is a command with what may follow it.
type completedCommand struct {
	name  string
	flags []completedFlag
	words []string // catalogues of list, commands of help, and papers of reproduce
}

// A completedFlag is a flag, with the names that it takes, of a catalogue or of formats; nil if these are not known.
type completedFlag struct {
	name, help string
	names      []string
}

// completed returns all commands.
func completed(app *kong.Application) (all []completedCommand) {
	hasNames := func(flag string) bool {
		return slices.ContainsFunc(catalogues, func(c catalogue) bool { return string(c.Field) == flag })
	}
	for _, node := range app.Children {
		c := completedCommand{name: node.Name}
		for _, flag := range node.Flags {
			one := completedFlag{name: flag.Name, help: flag.Help}
			if hasNames(flag.Name) {
				for _, spec := range experiments.Specs(experiments.Field(flag.Name)) {
					one.names = append(one.names, strings.Split(spec, ":")[0])
				}
			}
			if flag.Name == "format" {
				one.names = formatsOf(flag)
			}
			c.flags = append(c.flags, one)
		}
		switch node.Name {
		case "list":
			for _, k := range catalogues {
				c.words = append(c.words, k.name)
			}
		case "help":
			for _, other := range app.Children {
				c.words = append(c.words, other.Name)
			}
		case "reproduce":
			for _, paper := range reproducible(nil, nil) {
				c.words = append(c.words, paper.name)
			}
		}
		all = append(all, c)
	}
	return all
}

// formatsOf returns the formats that a flag takes, by its help.
func formatsOf(flag *kong.Flag) (names []string) {
	for _, f := range withGitHub {
		if strings.Contains(flag.Help, string(f)) {
			names = append(names, string(f))
		}
	}
	return names
}

// bashCompletion returns the script for bash. A name after = or a colon is a word of its own there, and of names
// between commas the last is completed.
func bashCompletion(all []completedCommand) string {
	var b strings.Builder
	b.WriteString("# eval \"$(breadboard --completion bash)\"\n_breadboard() {\n" +
		"  local at=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} words=\n" +
		"  [ \"$word\" != = ] || word=\n" +
		"  while [ $at -gt 2 ] && [ \"${COMP_WORDS[at-1]}\" = : -o \"${COMP_WORDS[at]}\" = : ]; do\n" +
		"    at=$((at-1))\n  done\n" +
		"  local flag=${COMP_WORDS[at-1]}\n" +
		"  [ \"$flag\" != = ] || flag=${COMP_WORDS[at-2]}\n" +
		"  local last=${word##*,}\n" +
		"  case $COMP_CWORD,${COMP_WORDS[1]},$flag in\n")
	var names []string
	for _, c := range all {
		names = append(names, c.name)
		var flags []string
		for _, f := range c.flags {
			flags = append(flags, "--"+f.name)
			if f.names != nil {
				fmt.Fprintf(&b, "  *,%s,--%s) words='%s' ;;\n", c.name, f.name, strings.Join(f.names, " "))
			}
		}
		fmt.Fprintf(&b, "  [2-9]*,%s,* | 1?*,%s,*) words='%s' ;;\n", c.name, c.name,
			strings.Join(append(flags, c.words...), " "))
	}
	fmt.Fprintf(&b, "  1,*) words='%s' ;;\n  esac\n", strings.Join(names, " "))
	b.WriteString("  COMPREPLY=($(compgen -P \"${word%\"$last\"}\" -W \"$words\" -- \"$last\"))\n}\n" +
		"complete -o default -F _breadboard breadboard\n")
	return b.String()
}

// zshCompletion returns the script for zsh, which reads that of bash.
func zshCompletion(all []completedCommand) string {
	script := strings.Replace(bashCompletion(all), "bash)", "zsh)", 1)
	return script[:strings.Index(script, "\n")] + "\nautoload -U +X bashcompinit && bashcompinit" +
		script[strings.Index(script, "\n"):]
}

// fishCompletion returns the script for fish.
func fishCompletion(all []completedCommand) string {
	quoted := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	var b strings.Builder
	b.WriteString("# breadboard --completion fish | source\n")
	for _, c := range all {
		fmt.Fprintf(&b, "complete -c breadboard -n __fish_use_subcommand -f -a %s\n", c.name)
		after := fmt.Sprintf("complete -c breadboard -n '__fish_seen_subcommand_from %s'", c.name)
		for _, f := range c.flags {
			fmt.Fprintf(&b, "%s -l %s -d '%s'", after, f.name, quoted.Replace(f.help))
			if f.names != nil {
				fmt.Fprintf(&b, " -x -a '%s'", strings.Join(f.names, " "))
			}
			b.WriteString("\n")
		}
		if c.words != nil {
			fmt.Fprintf(&b, "%s -f -a '%s'\n", after, strings.Join(c.words, " "))
		}
	}
	return b.String()
}
