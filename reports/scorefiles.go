package reports

import (
	"breadboard/experiments/score"
	"breadboard/reports/table"
)

// ScoreFiles are the files of a run: all rows, the leaderboards and the profiles.
func ScoreFiles(rows []score.Row, unit string) ([]table.File, error) {
	files := table.Data("scores", ScoreData(rows))
	for _, b := range score.Boards(rows) {
		files = append(files, table.Data("leaderboard-"+b.Start, Leaderboard(b, unit, table.CSV))...)
	}
	files = append(files, table.Data("profiles", ProfileData(score.Profiles(rows)))...)
	return table.Render(files)
}
