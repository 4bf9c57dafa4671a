package studies

import (
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/reports/table"
)

// AIDENames are the names of the files of AIDE.
var AIDENames = slices.Concat(table.Names("md", "README", "rows"),
	table.Names("csv json", "bias", "bias-lattices", "galaxies", "galaxies-few", "galaxies-golds", "hmm", "hmm-alone",
		"hmm-standards", "hmm-states", "modes", "modes-lattices", "modes-laws", "partitions", "partitions-clusters",
		"partitions-few", "partitions-posterior"),
	table.Names("png svg", "bias", "galaxies", "hmm", "hmm-states", "modes", "partitions"),
	table.Names("csv", "modes-broad", "modes-offset", "modes-target", "regression"), table.Names("json", "hmm-model"))

// AIDE shows the experiments of the AIDE paper: on one page, section by section, with a file of all tables for people.
func AIDE(s aidepaper.Study) Study {
	all := Study{Quick: s.Quick}
	page := []string{strings.TrimSpace(fill("aide", nil))}
	if s.Quick {
		page = append(page, "This is a quick run: fewer runs of smaller programs than in the full study.")
	}
	for _, section := range []func(*Study, aidepaper.Study) string{addBias, addModes, addHMM, addPartitions, addGalaxies} {
		page = append(page, strings.TrimSpace(section(&all, s)))
	}
	all.text("README.md", strings.Join(page, "\n\n")+"\n")
	all.Others = append(all.Others, table.Page("rows.md", all.People...))
	return all
}

// numbersFile adds a file of numbers in CSV that commands read: a target, or data.
func (s *Study) numbersFile(name string, rows ...[]float64) {
	s.text(name, strings.Join(each(rows, func(row []float64) string {
		return strings.Join(each(row, func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }), ",") + "\n"
	}), ""))
}
