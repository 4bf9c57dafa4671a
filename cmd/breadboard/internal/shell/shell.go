// Package shell writes commands for a POSIX shell, such as the one that prints the numbers of a page.
package shell

import (
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/explore"
)

// Command returns the command that prints the numbers of a question. It leaves out what is as usual. A painted target
// is first written into a file. Its rows are arguments of printf, and not the format, because a format that begins with
// -1 would be taken for an option.
func Command(q explore.Question) (string, error) {
	c, err := q.Annealer()
	if err != nil {
		return "", err
	}
	s := q.Setting().WithDefaults()
	usual := experiments.Setting{Toy: q.Toy}.WithDefaults()
	words := []string{"breadboard", "exact"}
	add := func(flag, value, usual string) {
		if value != usual {
			words = append(words, flag, value)
		}
	}
	before := ""
	if q.Target != "" {
		rows := strings.Split(strings.ReplaceAll(q.Target, "w", "-inf"), ";")
		before = Quoted(append([]string{"printf", `%s\n`}, rows...)...) + " > target.csv\n"
		add("--target", "target.csv", "")
	}
	add("--toy", s.Toy, "")
	if s.Seed != nil {
		words = append(words, "--seed", strconv.FormatUint(*s.Seed, 10))
	}
	add("--axes", s.Axes, "")
	add("--kernel", s.Kernel, usual.Kernel)
	if s.Repeat > 1 {
		words = append(words, "--repeat", strconv.Itoa(s.Repeat))
	}
	add("--bridge", s.Bridge, usual.Bridge)
	add("--initial", s.Initial, usual.Initial)
	add("--schedule", s.Schedule, usual.Schedule)
	if s.SkipLast {
		words = append(words, "--skip-last-kernel")
	}
	words = append(words, "-T", strconv.Itoa(c.T))
	if !experiments.IsAnnealing(q.Program) {
		words = append(words, "--program", q.Program)
	}
	return before + Quoted(words...), nil
}

// Quoted joins words as a shell reads them.
func Quoted(words ...string) string {
	quoted := slices.Clone(words)
	for i, word := range words {
		if word == "" || strings.Trim(word, plain) != "" {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// plain holds the characters that mean nothing to a shell.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%"
