package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"breadboard/experiments"
	"breadboard/grid/text"
)

// Limits bound a question, because anybody who finds the page can ask: a question beyond them is refused in a
// sentence that names the limit.
const (
	MostBytes     = 1 << 20          // of a question, or of a file to load
	MostCells     = 4096             // of a target
	MostLevels    = 10_000           // T
	MostWork      = 20_000_000       // cells times levels of one answer
	MostPoints    = 65               // of a curve that is drawn by hand
	mostSchedules = 16               // of Schedules
	mostFrames    = 201              // steps of Levels
	mostDrawn     = 100_000          // cells times frames of Levels
	mostBetas     = 41               // of a Spectrum
	MostWritten   = 512              // states of a kernel, for its gap: its matrix takes half a second a beta
	mostSpans     = 40               // of a Why
	MostSlopes    = 10_000_000       // cells times levels of its gradient, or of a schedule that descent finds
	mostTs        = 12               // of a Curve
	mostCurves    = 6                // schedules of a Curve
	MostTold      = 50_000_000       // levels times pairs of cells of a program that tells its rows
	MostParticles = 1000             // and other sizes of a program
	MostTime      = 30 * time.Second // of one answer
)

// What a question that does not say stands for.
const usualT, usualFrames, usualBetas = 100, 61, 21

// usualTs are those of a curve.
var usualTs = []int{10, 30, 100, 300, 1000}

// inLevels returns a fault if T is none that a page may ask for.
func inLevels(T int) error {
	if T < 2 || T > MostLevels {
		return experiments.Faultf("%v %d; a number of levels from 2 to %d would do", experiments.FieldT, T, MostLevels)
	}
	return nil
}

// within returns a fault if so many things, as betas of a spectrum, are more than a page may ask for, or too few.
func within(n, least, most int, things string) error {
	if n < least || n > most {
		return experiments.Faultf("%d %s; a number from %d to %d would do", n, things, least, most)
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
	if experiments.ChoosingPasses(s.Schedule) > 0 {
		most = min(most, int(MostSlopes/states))
	}
	if s.Exec != "" {
		most = min(most, int(MostTold/(states*states)))
	}
	if T > most {
		return experiments.Faultf("%v %d on %.0f states; at most %d levels would do",
			experiments.FieldT, T, states, most)
	}
	return nil
}

// inTime ends the work of an answer after MostTime.
func inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, MostTime,
		fmt.Errorf("the answer takes longer than %v; fewer levels, cells or chains, or another program or schedule, "+
			"would do", MostTime))
}

// A Beside holds the choices of the views, such as a number of levels to show. The page asks it together with a
// Question. An empty value stands for the usual one.
type Beside struct {
	Frames    int      `json:"frames,omitempty"`
	Betas     int      `json:"betas,omitempty"`
	Schedules []string `json:"schedules,omitempty"`
	Ts        []int    `json:"ts,omitempty"`
	View      string   `json:"view,omitempty"`
}

// WithDefaults returns the same with the usual value of everything that is empty. The schedules of a question are its
// own.
func (b Beside) WithDefaults(q Question) Beside {
	b.Frames = cmp.Or(b.Frames, usualFrames)
	b.Betas = cmp.Or(b.Betas, usualBetas)
	if len(b.Schedules) == 0 {
		b.Schedules = []string{q.Setting().WithDefaults().Schedule}
	}
	if len(b.Ts) == 0 {
		b.Ts = usualTs
	}
	return b
}

// Check returns the faults of what a command names: a schedule of no catalogue, which could be a file, or numbers
// beyond the limits.
func (b Beside) Check() error {
	faults := []error{within(b.Betas, 2, mostBetas, "betas")}
	for _, spec := range b.Schedules {
		faults = append(faults, inCatalogue(experiments.FieldSchedule, spec))
	}
	for _, T := range b.Ts {
		faults = append(faults, inLevels(T))
	}
	return errors.Join(faults...)
}
