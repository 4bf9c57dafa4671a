package scaling

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// scaling holds what the scaling benchmarks of package exact measured, by the first word of a benchmark's name: planes
// have two axes, spins as many as they are, BARRIER has ever more levels, and one space has many kernels.
type scaling struct {
	cpu                            string
	planes, spins, levels, kernels []scaled
}

func (s scaling) all() []scaled { return slices.Concat(s.planes, s.spins, s.levels, s.kernels) }

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

// read reads what `go test -bench Scaling ./exact` prints.
func read(text string) (s scaling, err error) {
	of := map[string]*[]scaled{"plane": &s.planes, "spins": &s.spins, "barrier": &s.levels, "kernel": &s.kernels}
	benchmark := regexp.MustCompile(`^BenchmarkScaling\w*/((\w+)=\S*?)(?:-(\d+))?\s+\d+\s+(.*)`)
	for line := range strings.Lines(text) {
		if cpu, ok := strings.CutPrefix(line, "cpu: "); ok {
			s.cpu = strings.TrimSpace(cpu)
		}
		m := benchmark.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		values := map[string]float64{}
		words := strings.Fields(m[4])
		for i := 0; i+1 < len(words); i += 2 {
			if values[words[i+1]], err = strconv.ParseFloat(words[i], 64); err != nil {
				return s, err
			}
		}
		p := scaled{m[1], 1, values["cells"], values["moves"], values["levels"], values["ns/level"], values["peak-B"]}
		if m[3] != "" {
			p.Cores, _ = strconv.Atoi(m[3])
		}
		if min(p.Cells, p.Moves, p.Levels, p.Time, p.Bytes) <= 0 || of[m[2]] == nil {
			return s, fmt.Errorf("%s: %+v", line, p)
		}
		all := of[m[2]]
		if i := slices.IndexFunc(*all, func(o scaled) bool { return o.Name == p.Name }); i >= 0 {
			old := &(*all)[i]
			old.Time = min(old.Time, p.Time)
			old.Bytes = max(old.Bytes, p.Bytes)
		} else {
			*all = append(*all, p)
		}
	}
	return s, nil
}
