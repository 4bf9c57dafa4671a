package server

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"

	"breadboard/experiments/explore"
)

// Options say what is served.
type Options struct {
	Page, Charts fs.FS
	Version      string // of the program
}

// Serve answers the connections of l until ctx ends.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	s := &http.Server{Handler: Handler(o), BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { _ = s.Close() })
	defer stop()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Handler answers requests.
func Handler(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServerFS(o.Page))
	mux.Handle("/charts/", http.StripPrefix("/charts/", http.FileServerFS(o.Charts)))
	mux.HandleFunc("GET /api/catalogue", func(w http.ResponseWriter, _ *http.Request) {
		choices := explore.Catalogue()
		choices.Version = o.Version
		writeJSON(w, choices)
	})
	mux.HandleFunc("POST /api/open", func(w http.ResponseWriter, r *http.Request) {
		content, err := io.ReadAll(http.MaxBytesReader(w, r.Body, explore.MostBytes))
		if err != nil {
			problem(http.StatusBadRequest, err.Error()).write(w)
			return
		}
		drawn, err := explore.Open(r.FormValue("name"), r.FormValue("density"), content)
		if err != nil {
			problem(http.StatusUnprocessableEntity, err.Error()).write(w)
			return
		}
		writeJSON(w, drawn)
	})
	for _, k := range Kinds {
		mux.HandleFunc("POST /api/"+k.Name, func(w http.ResponseWriter, r *http.Request) { answer(w, r, k) })
	}
	return mux
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func answer(w http.ResponseWriter, r *http.Request, k Kind) {
	var a Asked
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, explore.MostBytes))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		problem(http.StatusBadRequest, err.Error()).write(w)
		return
	}
	told := false
	flush := http.NewResponseController(w)
	err := k.answer(r.Context(), a, func(v any) error {
		if !told && k.Streamed {
			w.Header().Set("Content-Type", "application/x-ndjson")
		} else if !told {
			w.Header().Set("Content-Type", "application/json")
		}
		told = true
		if err := json.NewEncoder(w).Encode(v); err != nil {
			return err
		}
		return flush.Flush()
	})
	if err == nil || r.Context().Err() != nil {
		return
	}
	p := problem(http.StatusUnprocessableEntity, strings.ReplaceAll(err.Error(), "\n", "; "))
	if !told {
		p.write(w)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]Problem{"problem": p})
}
