package reports

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// scaling holds the numbers that the scaling benchmarks of package exact printed.
type scaling struct {
	cpu     string
	planes  []scaled // two axes
	spins   []scaled // as many axes as spins
	levels  []scaled // BARRIER at ever more levels
	kernels []scaled // one space by many kernels
}

// scaled is one measurement of J and B. Of several runs it has the shortest time and the
// most memory.
type scaled struct {
	Name   string
	Cores  int
	Cells  float64
	Moves  float64 // to neighbours, that a cell has on average
	Levels float64
	Time   float64 // one level, in nanoseconds
	Bytes  float64 // held by the whole process at the most
}

// perMove is the time of a cell, a move and a chain; there are two chains.
func (s scaled) perMove() float64 { return s.Time / (s.Cells * s.Moves * 2) }

// perCell returns the bytes that were held for each cell, besides the program's own.
func (s scaled) perCell(program float64) float64 { return (s.Bytes - program) / s.Cells }

// program returns the bytes of a program that holds next to nothing: the least of all
// measurements.
func (s scaling) program() float64 {
	least := math.Inf(1)
	for _, all := range [][]scaled{s.planes, s.spins, s.levels, s.kernels} {
		for _, p := range all {
			least = min(least, p.Bytes)
		}
	}
	return least
}

// readScaling reads what `go test -bench Scaling ./exact` prints.
func readScaling(r io.Reader) (scaling, error) {
	var s scaling
	for in := bufio.NewScanner(r); in.Scan(); {
		line := in.Text()
		if cpu, ok := strings.CutPrefix(line, "cpu: "); ok {
			s.cpu = cpu
		}
		name, ok := strings.CutPrefix(line, "BenchmarkScaling")
		if !ok {
			continue
		}
		fields := strings.Fields(name)
		_, what, _ := strings.Cut(fields[0], "/")
		p, err := scaledLine(what, fields[1:])
		if err != nil {
			return s, fmt.Errorf("%s: %w", fields[0], err)
		}
		of := map[string]*[]scaled{"plane": &s.planes, "spins": &s.spins, "barrier": &s.levels, "kernel": &s.kernels}
		kind, _, _ := strings.Cut(what, "=")
		if of[kind] == nil {
			return s, fmt.Errorf("%s: no such benchmark is known", fields[0])
		}
		addScaled(of[kind], p)
	}
	if len(s.planes) == 0 || len(s.spins) == 0 || len(s.levels) == 0 || len(s.kernels) == 0 {
		return s, fmt.Errorf("%d planes, %d spin systems, %d numbers of levels and %d kernels; some of each would do",
			len(s.planes), len(s.spins), len(s.levels), len(s.kernels))
	}
	return s, nil
}

// scaledLine reads values with their units.
func scaledLine(name string, fields []string) (p scaled, err error) {
	p.Name, p.Cores = name, 1
	if i := strings.LastIndex(name, "-"); i > 0 {
		p.Name = name[:i]
		if p.Cores, err = strconv.Atoi(name[i+1:]); err != nil {
			return p, err
		}
	}
	of := map[string]*float64{"cells": &p.Cells, "moves": &p.Moves, "levels": &p.Levels, "ns/level": &p.Time,
		"peak-B": &p.Bytes}
	for i := 1; i+1 < len(fields); i += 2 {
		if at := of[fields[i+1]]; at != nil {
			if *at, err = strconv.ParseFloat(fields[i], 64); err != nil {
				return p, err
			}
		}
	}
	for unit, at := range of {
		if !figure.OnLogAxis(*at) {
			return p, fmt.Errorf("%v %s; a positive number would do", *at, unit)
		}
	}
	return p, nil
}

// addScaled adds a run, or merges it with another of the same.
func addScaled(all *[]scaled, p scaled) {
	for i := range *all {
		if old := &(*all)[i]; old.Name == p.Name {
			old.Time, old.Bytes = min(old.Time, p.Time), max(old.Bytes, p.Bytes)
			return
		}
	}
	*all = append(*all, p)
}

// scalingTable has the numbers of the figure.
func scalingTable(s scaling) table.Table {
	t := table.Table{Title: "Time and memory of J and B", Lead: 1, Columns: table.Columns("space", "cells", "moves",
		"levels",
		"us_per_level=µs a level", "ns_per_move=ns a cell, move and chain", "mb=MB held", "bytes_per_cell=bytes a cell")}
	t.Notes = []string{fmt.Sprintf("Metropolis, if no kernel is named, on %d cores of %s; the shortest of several "+
		"runs and the most memory of any. A move leads to one of the neighbours that a cell has on average, and "+
		"there are two chains. The time is that of a whole run over its levels; the memory is all that the process "+
		"held at the most, and the program itself takes %.1f MB of it: bytes a cell are the others. "+
		"Kernels are on 18 spins, or on a plane if those are out of reach; their cells are all their states, "+
		"whatever moves they make.", s.planes[0].Cores, s.cpu, s.program()/1e6)}
	const tell = 1 << 18 // below, the program itself is most of it
	for _, all := range [][]scaled{s.planes, s.spins, s.levels, s.kernels} {
		for _, p := range all {
			row := []any{strings.Replace(p.Name, "=", " ", 1), int(p.Cells), p.Moves, int(p.Levels), p.Time / 1e3,
				p.perMove(), p.Bytes / 1e6, any(nil)}
			if p.Cells >= tell {
				row[len(row)-1] = p.perCell(s.program())
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// scalingFiles are the figure and the table.
func scalingFiles(s scaling) []table.File {
	drawn := func(m figure.Medium) table.File {
		return table.File{Name: "scaling." + string(m),
			Write: func(w io.Writer) error { return scalingFigure(w, m, s) }}
	}
	return []table.File{drawn(figure.PNG), drawn(figure.SVG), table.Page("scaling.md", scalingTable(s))}
}
