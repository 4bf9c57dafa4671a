package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// -h is help on one screen: how a command is called, the flags that one begins with, an example, and where the rest is.
// --help is the whole. The tag first of a command in main.go has its flags; a command without it shows those it has.

// A command without the tag shows mostFirst flags: five fit a screen of 24 lines with all else. A screen has so many
// columns.
const mostFirst, screen = 5, 80

// shortHelp prints the help of a command, or of the program if none is selected.
func shortHelp(to io.Writer, app *kong.Application, command *kong.Node) error {
	lines := []string{"Usage: " + app.Name + app.Summary(), ""}
	if command != nil {
		lines = ofCommand(app, command)
	} else {
		lines = append(lines, app.Help, "")
		for _, node := range app.Leaves(true) {
			if node.Group.Title == beginWith {
				lines = append(lines, fmt.Sprintf("  %-10s %s", node.Name, brief(node.Help, screen-13)))
			}
		}
		lines = append(lines, "", "For example:", "", "    breadboard exact --toy barrier -T 10,100,1000", "",
			"breadboard --help has all commands, and breadboard exact -h some flags of one.")
	}
	_, err := fmt.Fprintln(to, strings.Join(lines, "\n"))
	return err
}

// beginWith is the group of the commands that one begins with.
const beginWith = "Begin with these"

// ofCommand are the lines of a command.
func ofCommand(app *kong.Application, command *kong.Node) []string {
	about := command.Help
	if len(about) > screen {
		about = brief(about, screen)
	}
	lines := []string{"Usage: " + app.Name + " " + command.Summary(), "", about, ""}
	shown := firstFlags(command)
	for _, f := range shown {
		name := dashed(f)
		if !f.IsBool() {
			name += " " + f.FormatPlaceHolder()
		}
		lines = append(lines, fmt.Sprintf("  %-20s %s", name, brief(f.Help, screen-23)))
	}
	if len(shown) > 0 {
		lines = append(lines, "")
	}
	_, examples, _ := strings.Cut(command.Detail, "For example:")
	lines = append(lines, "For example:"+strings.TrimRight(examples, "\n"), "")
	const always = 2 // help and version
	return append(lines, fmt.Sprintf("breadboard %s --help has more, with all of its %d flags.", command.Name,
		len(command.Flags)+always))
}

// firstFlags are the flags that one begins with.
func firstFlags(command *kong.Node) (all []*kong.Flag) {
	names := strings.Fields(command.Tag.Get("first"))
	if len(names) == 0 {
		return command.Flags[:min(len(command.Flags), mostFirst)]
	}
	for _, name := range names {
		for _, f := range command.Flags {
			if f.Name == name {
				all = append(all, f)
			}
		}
	}
	return all
}

// brief is the beginning of a help, up to where it goes into details, in so many columns.
func brief(help string, columns int) string {
	for _, sign := range []string{": ", "; ", ". ", " (", ", as "} {
		help, _, _ = strings.Cut(help, sign)
	}
	help = strings.TrimSuffix(help, ".")
	const more = "..."
	if len(help) <= columns {
		return help
	}
	at := strings.LastIndexByte(help[:columns-len(more)], ' ')
	return strings.TrimRight(help[:at], ",") + more
}
