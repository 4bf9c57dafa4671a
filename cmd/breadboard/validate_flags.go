package main

import (
	"os"
	"strconv"
	"strings"
	"time"

	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/validation"
)

// validateCmd checks a kernel: one of the catalogue, or one from outside, as matrices, as a command or as observed
// moves.
type validateCmd struct {
	File        string `arg:"" optional:"" help:"Your kernel: a script (.py, .R), an executable, or a .csv or .npy of its matrix, of observed moves, or of draws along chains, read as moves." placeholder:"FILE"`
	Matrix      string `help:"A matrix (CSV or .npy), or a folder of them." placeholder:"PATH"`
	Exec        string `help:"A command that has your step: python3 mine.py." placeholder:"COMMAND"`
	Draws       string `help:"Judge a file of draws of any sampler instead." placeholder:"FILE"`
	Independent bool   `help:"The draws of --draws are independent, and not a chain."`
	Partial     bool   `help:"It is a part of a sweep, and leads where it may."`
	Draw        bool   `help:"It is a sampler, and draws from the target."`
	cellFlags
	annealingFlags
	targetSeed
	Beta      *float64 `help:"Validate at this beta alone; 1 is the target." placeholder:"BETA"`
	Levels    []string `short:"T" sep:"none" help:"The number of levels of the annealing (default 11)." placeholder:"N"`
	Tolerance float64  `help:"How far laws may be off besides rounding, as 1e-5." default:"0" placeholder:"EPS"`
	diceSeed
	Reach float64       `help:"A difference that free moves are to show, as 0.01." placeholder:"R"`
	Time  time.Duration `help:"End after about this time, as 30s: judge what is known." placeholder:"TIME"`
	followFlags
	Require  string `help:"exact: fail where its moves would be judged." placeholder:"HOW"`
	Full     bool   `help:"Print every law, and speeds; as JSON the rows too."`
	Pictures string `help:"Also draw heat maps and a page into this directory." placeholder:"DIR"`
	figureFlags
	outputFlags

	moves  string    // FILE, if it has observed moves
	began  time.Time // when a command was first asked
	update int       // of a scan that is judged alone, from 1; 0 of the whole step
	called string    // what a verdict calls that
}

// AfterApply takes one more format than other commands do. The parser calls it.
func (c *validateCmd) AfterApply() error { return c.oneOf(withGitHub) }

// check returns what is wrong with the flags.
func (c *validateCmd) check(s *session) error {
	isGiven := c.Matrix != "" || c.Exec != "" || c.moves != ""
	switch {
	case c.Beta != nil && !(*c.Beta >= 0 && *c.Beta <= 1):
		return badf("--beta %v; use a number from 0 to 1", *c.Beta)
	case s.given("time") && !(c.Time > 0 && c.Exec != ""):
		return badf("--time %v; use a time above 0, such as 30s, with --exec", c.Time)
	case s.given("tolerance") && c.moves != "":
		return badf("--tolerance %v is of rows, and the errors of moves are those of chance; leave it out", c.Tolerance)
	case !(c.Tolerance >= 0 && c.Tolerance < 1):
		return badf("--tolerance %v; use a small number from 0", c.Tolerance)
	case c.Require != "" && c.Require != "exact":
		return badf("--require %s; use exact, or leave it out", c.Require)
	case c.Require != "" && c.moves != "":
		return badf("--require exact is of a step that can be followed, and %s has moves; leave it out", c.moves)
	case c.Partial && c.Draw:
		return badf("--partial and --draw are both given; a sampler draws every cell")
	case c.Draw && c.Exec == "":
		return badf("--draw is of a command that draws, or of a script; use --draws for a file of draws")
	case c.Matrix != "" && c.Exec != "":
		return badf("--matrix and --exec are both given; use one of the two")
	case (s.given("columns") || s.given("from")) && c.moves == "":
		return badf("--columns and --from are of --draws and of a file of moves; leave them out")
	case isGiven && c.Kernel == "" && c.Repeat != 1:
		return badf("--repeat %d is of --kernel, which is not given; use --kernel NAME, or leave --repeat out",
			c.Repeat)
	case !isGiven && c.Kernel == "":
		return badf("nothing to validate; use FILE, --kernel NAME, --matrix PATH, --exec COMMAND or --draws FILE")
	}
	return nil
}

// execName returns the name of the command of --exec in a verdict.
func (c *validateCmd) execName() string {
	switch {
	case c.Exec == client.Caller && c.Draw:
		return "your sampler"
	case c.Exec == client.Caller:
		return experiments.YourStep
	}
	return strconv.Quote(c.Exec)
}

// call gives a candidate its role, and what a verdict calls it if it is the step or the sampler of a command.
func (c *validateCmd) call(candidate *validation.Candidate) {
	candidate.Role = c.role()
	switch {
	case c.Exec == "":
	case c.update > 0:
		candidate.Subject = c.called
	case c.Draw:
		candidate.Subject = "Your sampler"
	default:
		candidate.Subject = "Your step"
	}
}

// role returns what is asked of the kernel.
func (c *validateCmd) role() validation.Role {
	switch {
	case c.Partial, c.update > 0:
		return validation.Part
	case c.Draw:
		return validation.Sampler
	}
	return validation.Whole
}

// end returns when following and moves end, if --time is given: after half of it if no level is known, as moves take
// the rest, and a tenth before it is over if some are, as the rest is for the verdict.
func (c *validateCmd) end(known int) (end time.Time) {
	switch {
	case c.Time == 0:
		return end
	case known == 0:
		return c.began.Add(c.Time / 2)
	}
	return c.began.Add(c.Time * 9 / 10)
}

// kernelFile returns the file that has the kernel: FILE, the matrix, or the first word of the command that is a file.
// It is "" for a kernel of the catalogue.
func (c *validateCmd) kernelFile() string {
	for _, path := range append([]string{c.File, c.Matrix}, strings.Fields(c.Exec)...) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}
