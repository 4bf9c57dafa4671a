package sheets

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// JAGS and OpenBUGS write draws as files of CODA. The index, CODAindex.txt, has a line for each variable: its name, and
// its first and last line in the file of a chain. CODAchain1.txt and so on have a line for each draw of each variable:
// the iteration and the value.
//
// As a sheet they have the columns chain and draw, which is the iteration, and one for each variable. The index stands
// for all chains that lie beside it, and the file of a chain for that one.

// codaName matches the names of such files: what stands before, and the number of the chain, if it is one.
var codaName = regexp.MustCompile(`^(.*)(index|chain([0-9]+))\.txt$`)

// codaLine matches a line of the index.
var codaLine = regexp.MustCompile(`^\s*(\S.*?)\s+([0-9]+)\s+([0-9]+)\s*$`)

// A variable has a name, and the lines from first to last of each chain.
type variable struct {
	name        string
	first, last int
}

func (v variable) draws() int { return v.last - v.first + 1 }

// A codaChain is the file of a chain.
type codaChain struct {
	path   string
	number int
}

// A coda is an index with its chains.
type coda struct {
	variables []variable
	chains    []codaChain
}

// CODA opens the files of CODA to which the one at path belongs. It is nil, without an error, if that is none of them.
func CODA(path string) (*Sheet, error) {
	named := codaName.FindStringSubmatch(filepath.Base(path))
	if named == nil {
		return nil, nil
	}
	before := filepath.Join(filepath.Dir(path), named[1])
	if named[1] == "" {
		before = filepath.Dir(path) + string(filepath.Separator)
	}
	var all coda
	if number, err := strconv.Atoi(named[3]); err == nil {
		all.chains = []codaChain{{path, number}}
	} else {
		all.chains = chainsBeside(before)
	}
	index := before + "index.txt"
	data, err := indexAt(index)
	if err != nil || data == "" || len(all.chains) == 0 {
		return nil, err
	}
	all.variables, err = variablesIn(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", index, err)
	}
	s := &Sheet{Names: []string{"chain", "draw"}, path: path, each: all.each, rows: all.rows}
	for _, v := range all.variables {
		s.Names = append(s.Names, v.name)
	}
	s.Width = len(s.Names)
	return s, nil
}

// chainsBeside are the files of chains 1, 2 and so on, as many as there are.
func chainsBeside(before string) (chains []codaChain) {
	const most = 10_000
	for number := 1; number <= most; number++ {
		path := fmt.Sprintf("%schain%d.txt", before, number)
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			break
		}
		chains = append(chains, codaChain{path, number})
	}
	return chains
}

// indexAt is the text of an index; "" if there is none at path, or another file.
func indexAt(path string) (data string, err error) {
	const most = 16 << 20
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", nil
	}
	f, err := os.Open(path)
	if err != nil {
		return "", text.Unreadable(path, err, "an index of CODA that can be read")
	}
	defer f.Close()
	data, err = text.ReadAll(f, most)
	if err != nil {
		return "", text.Unreadable(path, err, "an index of CODA")
	}
	first, _, _ := strings.Cut(data, "\n")
	if !codaLine.MatchString(first) {
		return "", nil
	}
	return text.Trim(data), nil
}

// variablesIn are the variables of an index.
func variablesIn(data string) (all []variable, err error) {
	for line := range strings.Lines(data) {
		parts := codaLine.FindStringSubmatch(line)
		number := len(all) + 1
		if parts == nil {
			return nil, fmt.Errorf("line %d is %s; a variable, its first line and its last one would do", number,
				text.Quote(strings.TrimSpace(line)))
		}
		v := variable{name: strings.Trim(parts[1], `"`)}
		var wrong error
		v.first, err = strconv.Atoi(parts[2])
		v.last, wrong = strconv.Atoi(parts[3])
		if errors.Join(err, wrong) != nil || v.first < 1 || v.last < v.first {
			return nil, fmt.Errorf("line %d has lines %s to %s; numbers from 1 that rise would do", number, parts[2],
				parts[3])
		}
		all = append(all, v)
	}
	return all, nil
}

// rows is the number of all draws, by the first variable.
func (c coda) rows() (int, bool) {
	return len(c.chains) * c.variables[0].draws(), true
}

// each visits the draws of all chains, one chain after the other.
func (c coda) each(columns []Column, visit Visit) error {
	row := 0
	for _, chain := range c.chains {
		err := c.eachOf(chain, columns, func(values []Value) error {
			row++
			return visit(row, values)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachOf visits the draws of a chain. Each column is read by itself, from the first line of its variable on.
func (c coda) eachOf(chain codaChain, columns []Column, visit func(values []Value) error) error {
	const ofNoVariable = 2 // chain and draw
	var asked []variable
	var at []int // the places of the variables among the columns
	for i, column := range columns {
		if column.At >= ofNoVariable {
			asked = append(asked, c.variables[column.At-ofNoVariable])
			at = append(at, i)
		}
	}
	if len(asked) == 0 { // the iterations are those of any variable
		asked = c.variables[:1]
	}
	lines, err := variablesOf(chain.path, asked)
	for _, l := range lines {
		defer l.close()
	}
	if err != nil {
		return err
	}
	values := make([]Value, len(columns))
	for range asked[0].draws() {
		iteration := 0.0
		for k, l := range lines {
			number, value, err := l.next()
			if err != nil {
				return err
			}
			if k > 0 && number != iteration {
				return fmt.Errorf("line %d of %s is of iteration %g, and %s has %g there; the same would do", l.line,
					chain.path, number, asked[0].name, iteration)
			}
			iteration = number
			if k < len(at) {
				columns[at[k]].set(&values[at[k]], value)
			}
		}
		for i, column := range columns {
			switch column.At {
			case 0:
				column.set(&values[i], float64(chain.number))
			case 1:
				column.set(&values[i], iteration)
			}
		}
		if err := visit(values); err != nil {
			return err
		}
	}
	return nil
}

// codaLines are the lines of a variable in the file of a chain.
type codaLines struct {
	in   *text.Reader
	path string
	name string
	line int // the last one that was read
	file io.Closer
}

// variablesOf are the lines of each of some variables, of which all have as many draws.
func variablesOf(path string, asked []variable) (all []*codaLines, err error) {
	for _, v := range asked {
		if v.draws() != asked[0].draws() {
			return all, fmt.Errorf("%s has %s, and %s has %s; as many of both would do", v.name,
				text.Count(v.draws(), "draw"), asked[0].name, text.Count(asked[0].draws(), "draw"))
		}
		l, err := linesFrom(path, v)
		if err != nil {
			return all, err
		}
		all = append(all, l)
	}
	return all, nil
}

// linesFrom are those of a variable, whose first one is the next.
func linesFrom(path string, v variable) (*codaLines, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, text.Unreadable(path, err, "the file of a chain")
	}
	l := &codaLines{in: text.NewReader(f, maxBytes), path: path, name: v.name, file: f}
	for l.line < v.first-1 {
		if _, err := l.read(); err != nil {
			l.close()
			return nil, err
		}
	}
	return l, nil
}

// read reads a line as its fields.
func (l *codaLines) read() ([]string, error) {
	fields, err := l.in.Read()
	l.line++
	if err == io.EOF {
		return nil, fmt.Errorf("%s has %s, and the index has more of %s; the index of this file would do", l.path,
			text.Count(l.line-1, "line"), l.name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.path, text.Broken(err, l.line, 1, "an iteration and a value"))
	}
	return fields, nil
}

// next is the iteration and the value in the next line.
func (l *codaLines) next() (iteration, value float64, err error) {
	fields, err := l.read()
	if err != nil {
		return 0, 0, err
	}
	var wrong error
	if len(fields) == 2 {
		iteration, err = text.Float(strings.TrimSpace(fields[0]))
		value, wrong = text.FloatOrInf(strings.TrimSpace(fields[1]))
	}
	if len(fields) != 2 || err != nil || wrong != nil {
		return 0, 0, fmt.Errorf("line %d of %s, of %s, is %s; an iteration and a value would do", l.line, l.path,
			l.name, text.Quote(strings.Join(fields, " ")))
	}
	return iteration, value, nil
}

func (l *codaLines) close() { _ = l.file.Close() }
