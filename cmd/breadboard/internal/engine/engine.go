//go:build js && wasm

// Package main is the engine of a page without a server: package answers, compiled to WebAssembly. The page's
// worker.js starts it, and calls
//
//	breadboard(address, body, tell, end)
//
// with a Uint8Array as body. It calls tell with each line of the answer, and at the end calls end, with a problem as
// JSON if there is one. Whoever has enough of a question ends the worker.
package main

import (
	"context"
	"syscall/js"

	"breadboard/cmd/breadboard/internal/answers"
)

func main() {
	js.Global().Set("breadboard", js.FuncOf(func(_ js.Value, args []js.Value) any {
		address, tell, end := args[0].String(), args[2], args[3]
		body := make([]byte, args[1].Length())
		js.CopyBytesToGo(body, args[1])
		go func() { // a function that is called from JavaScript must not wait
			p := answers.Ask(context.Background(), address, body, func(line []byte) { tell.Invoke(string(line)) })
			if p == nil {
				end.Invoke()
				return
			}
			end.Invoke(string(answers.Encoded(p)))
		}()
		return nil
	}))
	select {} // it answers until the worker ends
}
