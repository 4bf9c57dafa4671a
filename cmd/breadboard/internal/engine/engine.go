//go:build js && wasm

// Package main is the engine of a page without a server: package answers, compiled to WebAssembly. The page's worker.js
// starts it, and calls breadboard(address, body, end, tell) with a Uint8Array as body. The engine calls end with the
// answer, a line of JSON, and a problem as JSON; one of the two is "". If tell is a function, a slow answer calls it
// now and then with the share of the work that is done. To give up a question the page ends the worker.
package main

import (
	"context"
	"syscall/js"

	"breadboard/cmd/breadboard/internal/answers"
)

func main() {
	js.Global().Set("breadboard", js.FuncOf(func(_ js.Value, args []js.Value) any {
		body := make([]byte, args[1].Length())
		js.CopyBytesToGo(body, args[1])
		go func() { // a function that is called from JavaScript must not wait
			var tell func(share float64)
			if len(args) > 3 && args[3].Type() == js.TypeFunction {
				tell = func(share float64) { args[3].Invoke(share) }
			}
			line, p := answers.Ask(context.Background(), args[0].String(), body, tell)
			problem := ""
			if p != nil {
				problem = string(answers.Encoded(p))
			}
			args[2].Invoke(string(line), problem)
		}()
		return nil
	}))
	select {} // the engine answers until the worker ends
}
