package work_test

import (
	"context"
	"fmt"
	"time"

	"breadboard/chains/work"
)

// A million steps of a microsecond each count a second, which is more than half of one.
func Example() {
	ctx, count := work.Bounded(context.Background(), time.Second/2)
	defer count.Close()
	work.Add(ctx, 1e6, 1000)
	fmt.Println(count.Counted(), count.TooMuch(), context.Cause(ctx))
	// Output:
	// 1s true the work counts for more than 500ms
}
