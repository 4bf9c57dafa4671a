package experiments_test

import (
	// What a setting can name beside kernels is found by packages that register themselves.
	_ "breadboard/experiments/matrices"
	_ "breadboard/experiments/schedules"
	_ "breadboard/experiments/weights"
)
