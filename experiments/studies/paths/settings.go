package paths

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments/studies/run"
	"breadboard/toys/zoo"
)

//go:embed settings.txt
var settings string

// With --seed N the seeds of a toy begin at N times otherDraws, and those of surrogates N times surrogateParents
// later, so that a surrogate is drawn of the same parent.
const (
	otherDraws       = 1000
	surrogateParents = 29
)

const (
	surrogate = "surrogate"
	early     = "curve:0:1:1" // arrives at the target after half of the levels, and stands there
)

// planned are the rows of settings.txt, without their numbers. Quickly they are those of few targets and a small T.
func planned(setting run.Setting) (rows []Row) {
	for line := range strings.Lines(settings) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		some := []Row{{}}
		for k, words := range strings.Fields(line) {
			var more []Row
			for _, r := range some {
				for word := range strings.SplitSeq(words, ",") {
					more = append(more, r.with(column(k), word)...)
				}
			}
			some = more
		}
		rows = append(rows, some...)
	}
	if setting.Quick {
		rows = slices.DeleteFunc(rows, func(r Row) bool { return !r.quick() })
	}
	for i := range rows {
		apart := otherDraws
		if rows[i].Target == surrogate {
			apart = surrogateParents
		}
		rows[i].Seed += apart * int(setting.Seed)
	}
	return rows
}

// A column of settings.txt.
type column int

const (
	ofPart column = iota
	ofTarget
	ofKernel
	ofBridge
	ofSchedule
	ofCount
	ofBudget
	ofT
	ofPilot
	ofOff
)

// with is the row with a word of a column of settings.txt, for each target that the word names. Of a target,
// easy@300..319 are these seeds; of a kernel, metropolis*4 are four steps a level; of a schedule, linear+3 has three
// levels more that stand at the target.
func (r Row) with(c column, word string) (rows []Row) {
	switch c {
	case ofPart:
		r.Part = word
	case ofTarget:
		return r.withTargets(word)
	case ofKernel:
		r.Kernel, r.Repeat = numbered(word, "*", 1)
	case ofBridge:
		r.Bridge = word
	case ofSchedule:
		r.Schedule, r.Dwell = numbered(word, "+", 0)
	case ofCount:
		if word != "none" {
			r.Count = word
		}
	case ofBudget:
		r.Budget = integer(word)
	case ofT:
		r.T = integer(word)
	case ofPilot:
		r.Pilot = integer(word)
	case ofOff:
		off, err := strconv.ParseFloat(word, 64)
		if err != nil {
			panic("paths: settings.txt: " + err.Error())
		}
		r.Off = off
	}
	return []Row{r}
}

// withTargets is the row for each target of a word: all posteriors of the zoo, a name, or a name with its seeds.
func (r Row) withTargets(word string) (rows []Row) {
	if word == "posteriors" {
		for _, d := range zoo.Catalogue() {
			r.Target = d.Name
			if d.Group == word {
				rows = append(rows, r)
			}
		}
		return rows
	}
	name, seeds, many := strings.Cut(word, "@")
	r.Target = name
	if !many {
		return []Row{r}
	}
	first, last, _ := strings.Cut(seeds, "..")
	for r.Seed = integer(first); r.Seed <= integer(last); r.Seed++ {
		rows = append(rows, r)
	}
	return rows
}

// numbered reads a name and the number behind a mark, which is otherwise if there is none.
func numbered(word, mark string, otherwise int) (name string, n int) {
	name, number, found := strings.Cut(word, mark)
	if !found {
		return name, otherwise
	}
	return name, integer(number)
}

// integer reads a number of the file of settings.
func integer(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		panic("paths: settings.txt: " + err.Error())
	}
	return n
}

// quick rows are computed anew in the short form: those of a few targets and a small T.
func (r Row) quick() bool {
	few := []string{"easy@1", "easy@300", "hard@0", "hard@300", "curie-weiss:30:1@0", surrogate + "@5"}
	isFew := slices.Contains(few, fmt.Sprintf("%s@%d", r.Target, r.Seed))
	return isFew && r.Budget <= 1000 && r.T <= 100 && !strings.HasPrefix(r.Schedule, "best-") && r.Part != "lengths"
}
