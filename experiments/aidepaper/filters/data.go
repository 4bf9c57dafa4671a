package filters

import (
	"embed"
	"encoding/csv"
	"encoding/json"
	"io"
	"path"
	"strconv"

	"breadboard/chains/hidden"
	"breadboard/chains/programs"
)

// The authors' files, with their licence in the README beside them.
//
//go:embed data
var hmmFiles embed.FS

// readHMM reads one of the JSON files. They were read when the program was tested.
func readHMM(name string, into any) {
	data, err := hmmFiles.ReadFile(path.Join("data", name))
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		panic("filters: " + err.Error())
	}
}

// authorsModel is the authors' model with its observations. Their matrices are written column by
// column.
func authorsModel() *hidden.Model {
	var file struct {
		Initial     []float64   `json:"initial_state_prior"`
		Transition  [][]float64 `json:"transition_model"`
		Observation [][]float64 `json:"observation_model"`
	}
	readHMM("hmm.json", &file)
	m, err := hidden.New(hidden.Parameters{Initial: file.Initial, Transition: transposed(file.Transition),
		Emission: transposed(file.Observation), Observed: fromZero("observations.json")})
	if err != nil {
		panic("filters: " + err.Error())
	}
	return m
}

// WriteModel writes the authors' model as a file for the command line.
func WriteModel(w io.Writer) error { return authorsModel().Write(w) }

// fromZero reads numbers that count from 1.
func fromZero(name string) (numbers []int) {
	readHMM(name, &numbers)
	for i := range numbers {
		numbers[i]--
	}
	return numbers
}

func transposed(columns [][]float64) [][]float64 {
	rows := make([][]float64, len(columns[0]))
	for _, column := range columns {
		for i, v := range column {
			rows[i] = append(rows[i], v)
		}
	}
	return rows
}

// recordedHMM are the authors' estimates, from 100 runs of each program.
func recordedHMM() (rows []Row) {
	f, err := hmmFiles.Open("data/aide_estimates.csv")
	if err != nil {
		panic("filters: " + err.Error())
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		panic("filters: " + err.Error())
	}
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			panic("filters: " + err.Error())
		}
		return v
	}
	standards := map[string]Standard{"exact": ByPosterior, "approximate": ByFilter}
	for _, l := range lines[1:] {
		rows = append(rows, Row{P: int(number(l[0])), M: int(number(l[1])), Proposal: programs.Proposal(l[2]),
			Theirs: Measured{number(l[3]), number(l[4]), 100}, Gold: standards[l[5]]})
	}
	return rows
}
