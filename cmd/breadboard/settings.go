package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/experiments/sweep"
	"breadboard/grid/text"
)

// A file of --settings stands for flags. What tune found is such a file, and so exact, sample and all others that run
// an annealing take it as it is.

// settingsFlag is the flag.
const settingsFlag = "--settings"

// fromSettings puts flags in the place of a file of settings, but for those that are given beside it. What is wrong
// with the flag itself the parser says, and so finds it where it was.
func fromSettings(args []string) ([]string, error) {
	isSettings := func(arg string) bool {
		flag, _, _ := strings.Cut(arg, "=")
		return flag == settingsFlag
	}
	i := slices.IndexFunc(args, isSettings)
	asksHelp := slices.Contains(args, "--help") || slices.Contains(args, "-h")
	if i < 0 || asksHelp || slices.ContainsFunc(args[i+1:], isSettings) {
		return args, nil
	}
	_, path, joined := strings.Cut(args[i], "=")
	behind := i + 1
	if !joined {
		if behind == len(args) {
			return args, nil // the parser says what is missing
		}
		path = args[behind]
		behind++
	}
	if path == "" {
		return args, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, badf("%s %s: %v; a file that tune wrote would do", settingsFlag, path, text.Pathless(err))
	}
	defer f.Close()
	keys, words, err := sweep.ReadGiven(f, path)
	if err != nil {
		return nil, bad(err)
	}
	besides := slices.Concat(args[:i], args[behind:])
	all := slices.Clone(args[:i])
	for _, key := range keys {
		if !givenAmong(besides, key) {
			all = append(all, fmt.Sprintf("%s=%s", flagOfKey(key), words[key]))
		}
	}
	return append(all, args[behind:]...), nil
}

// takesSettings reports whether a command has the flag.
func takesSettings(parser *kong.Kong, command string) bool {
	return slices.ContainsFunc(parser.Model.Children, func(n *kong.Node) bool {
		return n.Name == command && len(among(n.Flags, strings.TrimPrefix(settingsFlag, "--"))) > 0
	})
}

// flagOfKey is the flag of a key of a setting.
func flagOfKey(key string) string {
	if key == "T" {
		return "--levels"
	}
	return "--" + key
}

// givenAmong reports whether a flag is among some words. -T may have its value behind it in one word.
func givenAmong(words []string, key string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		flag, _, _ := strings.Cut(word, "=")
		return flag == flagOfKey(key) || key == "T" && strings.HasPrefix(word, "-T")
	})
}
