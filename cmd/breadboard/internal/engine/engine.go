//go:build js && wasm

// Package main is the engine of a page without a server: package answers, compiled to WebAssembly. The page's worker.js
// starts it, and calls breadboard(address, body, tell, end) with a Uint8Array as body. tell hears each line of the
// answer, and end its end, with a problem as JSON, or "". Whoever has enough of a question ends the worker.
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
			tell := func(line []byte) { args[2].Invoke(string(line)) }
			problem := ""
			if p := answers.Ask(context.Background(), args[0].String(), body, tell); p != nil {
				problem = string(answers.Encoded(p))
			}
			args[3].Invoke(problem)
		}()
		return nil
	}))
	select {} // it answers until the worker ends
}
