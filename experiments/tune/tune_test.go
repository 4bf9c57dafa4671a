package tune

import "breadboard/experiments/journal"

var build = journal.Build{Version: "test", Go: "test"}
