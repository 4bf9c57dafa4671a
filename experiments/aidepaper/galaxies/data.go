package galaxies

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"breadboard/experiments/aidepaper/terms"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

//go:embed data/galaxy_velocities_subset.txt
var galaxyVelocities string

//go:embed data/galaxy_sampler_data.csv
var galaxyRecorded string

// Velocities are the recession velocities of the forty galaxies in km/s.
func Velocities() (all []float64) {
	for field := range strings.FieldsSeq(galaxyVelocities) {
		all = append(all, number(field))
	}
	return all
}

// standardised are velocities with mean 0 and variance 1, as the authors take them.
func standardised() []float64 {
	all := Velocities()
	mean, sd := stat.MeanStdDev(all, nil)
	floats.AddConst(-mean, all)
	floats.Scale(1/sd, all)
	return all
}

// recorded are the authors' numbers of one program: AIDE, and the number of clusters.
func (c Case) recorded() (estimate, clusters terms.Sampled) {
	rows, err := csv.NewReader(strings.NewReader(galaxyRecorded)).ReadAll()
	if err != nil {
		panic("galaxies: " + err.Error()) // unreachable: the file is a part of the program
	}
	name := []string{string(c.Proposal), strconv.Itoa(c.P), strconv.Itoa(c.Sweeps)}
	for _, r := range rows {
		if r[0] == name[0] && r[1] == name[1] && r[2] == name[2] {
			return terms.Sampled{Value: number(r[3]), Err: number(r[4])}, terms.Sampled{Value: number(r[5]), Err: number(r[6])}
		}
	}
	panic(fmt.Sprintf("galaxies: the authors have no program %v", name))
}

func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("galaxies: " + err.Error()) // unreachable: the files are a part of the program
	}
	return v
}
