package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/protocol"
	"breadboard/grid/text"
	"breadboard/reports/papers"
	"breadboard/reports/table"
)

// protocolCmd carries out BREAD's protocol for real data: on data of the user, or on the cases that come with
// breadboard.
type protocolCmd struct {
	Toy    string `help:"The model of --data, as clustering:3:2: breadboard list toys." placeholder:"NAME" names:"toy"`
	Data   string `help:"Data from a CSV file, one observation a row; without it the shipped cases." placeholder:"FILE.csv"`
	Kernel string `help:"The kernel: breadboard list kernels (default ${default})." default:"heat-bath" placeholder:"NAME" names:"kernel"`
	Exec   string `help:"A command that has your step: see cmd/breadboard/doc/kernel.md." placeholder:"COMMAND"`
	followFlags
	Axes     string   `help:"Kinds of axes, for all or each: line, ring, any." placeholder:"KIND,..." names:"axes"`
	Schedule string   `help:"Betas: breadboard list schedules (default ${default})." default:"linear" placeholder:"SPEC" names:"schedule"`
	Levels   []string `short:"T" sep:"none" help:"Numbers of levels, or 10..1000x5 (default ${levels})." placeholder:"N,..."`
	Sets     int      `help:"How many sets of data to simulate (default ${default})." default:"19" placeholder:"N"`
	Seed     uint64   `help:"The seed of simulated data (default ${default})." default:"10" placeholder:"N"`
	Out      string   `help:"Also write tables and figures to this directory." placeholder:"DIR"`
	figureFlags
	outputFlags
}

// Run computes everything, and only then writes and prints.
func (c *protocolCmd) Run(s *session) error {
	options := protocol.Defaults()
	options.Sets = c.Sets
	options.Seed = c.Seed
	ts, err := levels(c.Levels)
	if err == nil {
		err = checkRange("sets", c.Sets, 1, 1000)
	}
	var cases []protocol.Case
	if err == nil {
		cases, err = c.cases()
	}
	for _, one := range cases {
		err = errors.Join(err, one.CheckMemory(c.Sets))
	}
	var annealer experiments.Annealer
	if err == nil {
		annealer, err = cases[0].Annealer()
	}
	if err == nil {
		ts, err = annealer.Levels(ts, options.Ts...)
	}
	if err != nil {
		return bad(err)
	}
	options.Ts = slices.Compact(slices.Sorted(slices.Values(ts)))
	if c.Exec == "" {
		return badIfFault(c.runExact(s, cases, options, nil))
	}
	why, err := c.byRows(s, cases, options)
	if why != "" {
		s.notify("protocol: runs are drawn, since " + why)
		err = c.runDrawn(s, cases, options)
	}
	return rowsFault(err)
}

// mostRows is the largest number of rows that a command is asked for: those of a step of Python take some minutes.
const mostRows = 20_000

// byRows carries the protocol out exactly, by the rows that the command tells. It returns why it tells none, or why it
// is asked for none.
func (c *protocolCmd) byRows(s *session, cases []protocol.Case, o protocol.Options) (why string, err error) {
	command := s.stepCommand(c.Exec, c.followFlags, o.Seed)
	rows := 0
	var told []protocol.Case
	for _, one := range cases {
		rows += one.Rows(o)
		told = append(told, one.WithRows(c.Exec, command))
	}
	if c.Exec == client.Caller && len(told) > 1 {
		return "the caller is asked for the rows of one case alone, as of --data", nil
	}
	if rows > mostRows {
		return fmt.Sprintf("exact numbers need %s of the kernel, and %s are asked for; use fewer levels or sets",
			text.Count(rows, "row"), table.Thousands(mostRows)), nil
	}
	err = errors.Join(c.runExact(s, told, o, command), command.close())
	if none := (outside.NotTold{}); errors.As(command.none, &none) {
		return none.Why, nil
	}
	return "", err
}

// runExact carries the protocol out by kernels whose rows are known, those of a command if it is not nil, and writes
// and prints all tables.
func (c *protocolCmd) runExact(s *session, cases []protocol.Case, options protocol.Options,
	command *stepCommand) error {
	if c.Out != "" {
		if err := s.claim("--out", c.Out); err != nil {
			return err
		}
	}
	if c.Data == "" && c.Exec == "" {
		s.notify(fmt.Sprintf("protocol: %s that come with breadboard, each as it is and as %s of simulated data; "+
			"--toy and --data name yours", text.Count(len(cases), "case"), text.Count(c.Sets, "set")))
	}
	results, err := watched(s, "protocol",
		func(ctx context.Context, tell experiments.Progress) ([]protocol.Result, error) {
			return protocol.RunAll(ctx, cases, options, tell)
		})
	if err != nil {
		return err
	}
	report := papers.Protocol(results)
	if command != nil {
		report.Intro = append(report.Intro, command.said()...)
	}
	return s.report(report, c.format, c.Out, c.figureFlags)
}

// cases returns the cases of the user, or the ones that come with breadboard.
func (c *protocolCmd) cases() ([]protocol.Case, error) {
	setting := experiments.Setting{Toy: c.Toy, Axes: c.Axes, Kernel: c.Kernel, Schedule: c.Schedule}
	if c.Data == "" {
		return protocol.Shipped(setting)
	}
	one, err := protocol.Open(setting, c.Data)
	return []protocol.Case{one}, err
}

// runDrawn carries the protocol out by the command of --exec, case by case, and prints a table for each.
func (c *protocolCmd) runDrawn(s *session, cases []protocol.Case, o protocol.Options) error {
	var tables []table.Table
	for _, one := range cases {
		measure := func(ctx context.Context, tell experiments.Progress) (d protocol.Result, err error) {
			m, err := client.StartKernel(ctx, c.Exec, c.Timeout, o.Seed, one.Model.Grid)
			if err != nil {
				return d, err
			}
			defer func() { err = errors.Join(err, m.Close()) }()
			return one.RunExternal(ctx, m, o, tell)
		}
		d, err := watched(s, "protocol", measure)
		if err != nil {
			return err
		}
		tables = append(tables, papers.ExternalProtocol(d))
	}
	return s.print(c.format, tables...)
}
