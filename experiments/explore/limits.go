package explore

import (
	"strconv"
	"strings"
	"time"

	"breadboard/experiments"
	"breadboard/grid/text"
)

// Limits bound a question, because anybody who finds the page can ask: a question beyond them is refused in a
// sentence that names the limit. Whoever asks for strangers also ends an answer after MostTime.
const (
	MostBytes     = 1 << 20    // of a question
	MostCells     = 4096       // of a target
	MostLevels    = 10_000     // T
	MostWork      = 20_000_000 // cells times levels of one answer
	MostPoints    = 65         // of a curve that is drawn by hand
	mostFrames    = 201        // steps of Levels
	mostDrawn     = 100_000    // cells times frames of Levels
	MostParticles = 1000       // and other sizes of a program
	MostTime      = 30 * time.Second
)

// usualT and usualFrames stand for what a question does not say.
const usualT, usualFrames = 100, 61

// inLevels returns a fault if T is none that a page may ask for.
func inLevels(T int) error {
	if T < 2 || T > MostLevels {
		return experiments.Faultf("%v %d; a number of levels from 2 to %d would do", experiments.FieldT, T, MostLevels)
	}
	return nil
}

// inProgram returns a fault if a program has a size, such as a number of particles, that would hold the machine up. A
// seed is no size, and neither is the number of parameters of bic, k.
func inProgram(spec string) error {
	for _, param := range strings.Split(spec, ":")[1:] {
		name, word, named := strings.Cut(param, "=")
		if !named {
			name, word = "", param
		}
		if n, err := strconv.Atoi(word); err == nil && n > MostParticles && name != "seed" && name != "k" {
			return experiments.Faultf("%v %s: %d is more than a page may ask for; at most %d would do",
				experiments.FieldProgram, text.Brief(spec, 60), n, MostParticles)
		}
	}
	return nil
}

// inWork returns a fault if T levels on the states are too many.
func inWork(s experiments.Found, T int) error {
	states := float64(s.Grid.Size())
	most := int(MostWork / states / float64(s.Repeat))
	if T > most {
		return experiments.Faultf("%v %d on %.0f states; at most %d levels would do",
			experiments.FieldT, T, states, most)
	}
	return nil
}
