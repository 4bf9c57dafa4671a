package main

import (
	"slices"
	"strings"
)

// stdinFlags are flags whose file may be -, which is read from stdin.
var stdinFlags = []string{"--target", "--forward", "--reverse", "--moves", "--draws"}

// stdinPath is the name of stdin as a file. Whoever reads a file twice, as the jobs of a sweep, refuses it by itself.
const stdinPath = "/dev/stdin"

// fromStdin returns the words of a command line with the name of stdin where its sign stands for a file. One flag can
// read it, and not beside --exec -, whose answers come there.
func fromStdin(args []string) ([]string, error) {
	named := slices.Clone(args)
	readers := 0
	for i, arg := range args {
		flag, value, has := strings.Cut(arg, "=")
		if arg == "-" && i > 0 {
			flag = args[i-1]
			value = arg
			has = false
		}
		if value != "-" {
			continue
		}
		if flag == "--exec" || slices.Contains(stdinFlags, flag) {
			readers++
		}
		switch {
		case !has && slices.Contains(stdinFlags, flag):
			named[i] = stdinPath
		case slices.Contains(stdinFlags, flag):
			named[i] = flag + "=" + stdinPath
		}
	}
	if readers > 1 {
		return nil, badf("- is given twice, and stdin is read once; a file in place of one would do")
	}
	return named, nil
}
