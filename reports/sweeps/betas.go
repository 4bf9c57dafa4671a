package sweeps

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"breadboard/chains"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// Betas are files of the betas that descent found, one a row of best-b or best-j, as --schedule file: reads them.
// Comments at their heads say what they are of.
func Betas(rows []sweep.Row) (files []table.File, err error) {
	taken := map[string]int{}
	for _, r := range rows {
		if r.Chosen == nil || r.Chosen.Betas == nil {
			continue
		}
		s, err := chains.NewSchedule(r.Chosen.Betas)
		if err != nil { // nothing checks a journal that was made by hand
			return nil, fmt.Errorf("the betas of %s: %w", r.Job, err)
		}
		name := fileStem(r.Job.String())
		if taken[name]++; taken[name] > 1 {
			name += fmt.Sprintf("_%d", taken[name])
		}
		files = append(files, table.File{Name: name + ".csv", Write: func(w io.Writer) error {
			return chains.WriteBetas(w, s, fmt.Sprintf("the betas of %s on %s", r.Job, r.Grid),
				fmt.Sprintf("J = %s, B = %s, in nats", table.Full(r.At("J")), table.Full(r.At("B"))))
		}})
	}
	return files, nil
}

// fileStem makes a file name of a job's: "easy, seed 7, best-b, T = 20" is easy-seed-7-best-b-T-20.
func fileStem(job string) string {
	words := strings.FieldsFunc(job, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.'
	})
	const longest = 200 // bytes; file systems take 255
	stem := strings.Join(words, "-")
	if len(stem) > longest {
		stem = strings.ToValidUTF8(stem[len(stem)-longest:], "") // schedule and T are last
	}
	return stem
}

// SavedBetas is a note of such files in a directory.
func SavedBetas(files []table.File, dir string) string {
	if len(files) == 0 {
		return "There are no betas to save: no descent has a result."
	}
	return fmt.Sprintf("In %s: %s of betas; --schedule file:%s/%s reads the first.", dir, counted(len(files), "file"), dir,
		files[0].Name)
}
