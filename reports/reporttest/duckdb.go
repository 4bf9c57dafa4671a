package reporttest

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"
)

// duck asks DuckDB, which has a Parquet reader of its own, and returns the rows
// of the answer.
const duck = `const {DuckDBInstance} = require('@duckdb/node-api');
(async () => {
  const c = await (await DuckDBInstance.create(':memory:')).connect();
  console.log(JSON.stringify((await c.runAndReadAll(process.argv[1])).getRowObjectsJson()));
})()`

// AskDuckDB returns the rows of DuckDB's answer to a query. It skips the test unless
// BREADBOARD_DUCKDB names a node_modules folder with @duckdb/node-api in it.
func AskDuckDB(t *testing.T, query string) (answer []map[string]any) {
	t.Helper()
	modules := os.Getenv("BREADBOARD_DUCKDB")
	if modules == "" {
		t.Skip("BREADBOARD_DUCKDB names no folder with @duckdb/node-api")
	}
	cmd := exec.Command("node", "-e", duck, query)
	cmd.Env = append(os.Environ(), "NODE_PATH="+modules)
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &answer)
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", query, err, out)
	}
	return answer
}
