package samplers

import (
	"strings"

	"breadboard/reports/scores"
	"breadboard/reports/table"
)

// data are the tables for programs.
func data(s summary) []table.Named {
	return append(boardTables(s, table.CSV),
		table.Named{Name: "leaderboards", Table: boardData(s)},
		table.Named{Name: "size", Table: sizeData(s)},
		table.Named{Name: "profiles", Table: scores.ProfileData(s.Profiles)},
		table.Named{Name: "solved", Table: solvedData(s)},
		table.Named{Name: "calibration-points", Table: pointData(s)},
		table.Named{Name: "calibration", Table: calibrationData(s)},
		table.Named{Name: "counterparts", Table: counterpartData(s)},
		table.Named{Name: "diagnostics", Table: verdictData(s)},
		table.Named{Name: "regression", Table: metaData(s)},
		table.Named{Name: "regression-sizes", Table: metaSizes(s)},
		table.Named{Name: "findings", Table: findingData(s)})
}

// boardData says what the leaderboards are about.
func boardData(s summary) table.Table {
	t := table.Table{Columns: table.Keys("name start budget unit classes")}
	for _, b := range s.Boards {
		t.Add(b.name, b.Start, b.Budget, b.unit, strings.Join(b.Classes, " "))
	}
	return t
}

func sizeData(s summary) table.Table {
	t := table.Table{Columns: table.Keys("quick chains N densities kernels runs left_out")}
	z := s.Size
	t.Add(z.Quick, z.Chains, z.N, z.Densities, z.Kernels, z.Runs, z.LeftOut)
	return t
}

// solvedData has the boxes' values; efficiency is RESS/N.
func solvedData(s summary) table.Table {
	t := table.Table{Columns: table.Keys("density kernel function N ress ness")}
	for _, r := range s.Solved {
		t.Add(r.Density, r.Kernel, r.Function, r.N, r.RESS(), r.NESS)
	}
	return t
}

func pointData(s summary) table.Table {
	t := table.Table{Columns: table.Keys("class density kernel ess real")}
	for _, p := range s.Points {
		t.Add(p.Class(), p.Density, p.Kernel, float64(p.ESS), float64(p.Real))
	}
	return t
}

func calibrationData(s summary) table.Table {
	t := table.Table{Columns: table.Keys("diagnostic class start perfect runs below above")}
	for _, c := range s.Calibrations {
		t.Add(c.Diagnostic, c.Class, c.Start, c.Perfect, c.Runs, c.Below, c.Above)
	}
	return t
}

func counterpartData(s summary) table.Table {
	t := table.Table{Columns: table.Keys("diagnostic estimates start runs low median high")}
	for _, c := range s.Counterparts {
		t.Add(c.Diagnostic, c.Estimates, c.Start, c.Runs, c.Low, c.Median, c.High)
	}
	return t
}

func verdictData(s summary) table.Table {
	t := table.Table{Columns: table.Keys("diagnostic setup start failed fooled sound cries")}
	for _, v := range s.Verdicts {
		t.Add(v.Diagnostic, string(v.Setup), v.Start, v.Failed, v.Fooled, v.Sound, v.Cries)
	}
	return t
}

func metaData(s summary) table.Table {
	t := table.Table{Columns: table.Keys("start method mse mse_delta mse_stderr mse_p nll nll_delta nll_stderr nll_p")}
	for _, m := range s.Metas {
		for _, one := range m.Methods {
			t.Add(m.Start, one.Name, one.MSE.Mean, one.MSE.Delta, table.Known(one.MSE.StdErr), table.Known(one.MSE.P),
				one.NLL.Mean, one.NLL.Delta, table.Known(one.NLL.StdErr), table.Known(one.NLL.P))
		}
	}
	return t
}

func metaSizes(s summary) table.Table {
	t := table.Table{Columns: table.Keys("start left_out train used test densities unseen")}
	for _, m := range s.Metas {
		t.Add(m.Start, m.LeftOut, m.Train, m.Used, m.Test, m.Known, m.Unseen)
	}
	return t
}

func findingData(s summary) table.Table {
	t := table.Table{Columns: table.Keys("finding holds numbers")}
	for _, f := range s.Findings {
		t.Add(f.Claim, f.Holds, f.Evidence)
	}
	return t
}
