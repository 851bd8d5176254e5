package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// anyExport draws an export of up to 8 events with few different numbers and contents. It writes
// the same time in different zones.
func anyExport(t *rapid.T) []progress.Event {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) progress.Event {
		zone := time.FixedZone("", 3600*rapid.IntRange(0, 1).Draw(t, "zone"))
		return progress.Event{Seq: rapid.Int64Range(1, 5).Draw(t, "seq"), Time: day(rapid.IntRange(1, 3).Draw(t, "day")).In(zone),
			Kind: rapid.SampledFrom([]progress.EventKind{progress.AnswerGiven, progress.HintShown}).Draw(t, "kind")}
	}), 0, 8).Draw(t, "events")
}

// textAt returns the text of an event, which is the same in every zone.
func textAt(e progress.Event) string {
	e.Time = e.Time.UTC()
	return must.Value(eventJSON(e))
}

// importAs imports the exports with student as the student of every event. It returns how
// often each event is then in the student's log.
func importAs(t *rapid.T, db *DB, student string, exports ...[]progress.Event) map[string]int {
	for _, events := range exports {
		var text bytes.Buffer
		for _, e := range events {
			e.Student = student
			text.Write(append(must.Value(json.Marshal(e)), '\n'))
		}
		if _, err := db.ImportEvents(&text); err != nil {
			t.Fatalf("ImportEvents: %v, want no error", err)
		}
	}
	have := map[string]int{}
	if err := db.Student(student).Events(context.Background(), func(e progress.Event) error {
		have[textAt(e)]++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return have
}

// Imports add exactly the missing events, in every order of the exports.
func TestDB_ImportEventsLaws(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db, n := open(), 0
		rapid.Check(t, func(t *rapid.T) {
			n++
			a, b := anyExport(t), anyExport(t)
			want := map[string]int{}
			for _, export := range [][]progress.Event{a, b} {
				here, lines := map[string]int{}, map[string]bool{}
				for _, e := range export {
					text := textAt(e)
					if line := fmt.Sprint(e.Seq, text); lines[line] {
						continue // the same line again is the same event
					} else {
						lines[line] = true
					}
					here[text]++
					want[text] = max(want[text], here[text])
				}
			}
			for i, order := range [][][]progress.Event{{a, b}, {b, a}, {a, b, b, a}} {
				got := importAs(t, db, fmt.Sprint(n, "-", i), order...)
				check.Must(t, maps.Equal(got, want),
					"imports in order %d: got events %v, want %v", i, got, want)
			}
		})
	})
}

// An imported event keeps its number if that is free. Later events continue after the
// highest number.
func TestDB_ImportEventsNumbers(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db, ctx := open(), context.Background()
		s := db.Student("ada")
		for seed := range 2 {
			check.OK(t, s.Append(progress.Event{Kind: progress.AnswerGiven, Seed: uint64(seed)}))
		}
		added, err := db.ImportEvents(strings.NewReader(`{"student":"ada","seq":2,"seed":7}
{"student":"ada","seq":2,"seed":1}
{"student":"ada","seq":6,"seed":6}`))
		check.OK(t, err)
		check.OK(t, s.Append(progress.Event{Seed: 8}))
		var got []string
		check.OK(t, s.Events(ctx, func(e progress.Event) error { got = append(got, fmt.Sprint(e.Seq, ":", e.Seed)); return nil }))
		if want := []string{"1:0", "2:1", "6:6", "7:7", "8:8"}; added != 2 || !slices.Equal(got, want) {
			t.Errorf("got %d added, events %q, want 2 and %q", added, got, want)
		}
	})
}

// If a line cannot be read, nothing is imported.
func TestDB_ImportEventsBadLine(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db := open()
		for bad, want := range map[string]string{
			"{": "it is not a JSON object: unexpected end of JSON input", `[1]`: "it must be an object (got: array)",
			`{"seq":1}`: "it has no student", `{"student":"ada"}`: "seq must be from 1 to 9007199254740992, not 0",
			`{"student":"ada","seq":-1}`:                "seq must be from 1 to 9007199254740992, not -1",
			`{"student":"ada","seq":9007199254740993}`:  "not 9007199254740993",
			`{"student":"ada","seq":"1"}`:               "seq must be a whole number (got: string)",
			`{"student":"ada","seq":1.5}`:               "seq must be a whole number (got: number 1.5)",
			`{"student":"ada","seq":1,"raw":{"x":2}}`:   "raw must be an object of texts (got: number)",
			`{"student":"ada","seq":1,"time":"today"}`:  "time must be in the form 2026-11-27T10:00:00Z",
			`{"student":"ada","seq":1,"kind":"guess"}`:  `one of ["answer" "prediction" "hint" "solution" "opened" "gate" "help" "vote" "follow" "unfollow"], not "guess"`,
			`{"student":"a\u0007","seq":1}`:             `student "a\a" has a control character`,
			`{"student":"` + strings.Repeat("a", 1<<20): "it has more than 1048576 bytes",
		} {
			_, err := db.ImportEvents(strings.NewReader(`{"student":"ada","seq":1}` + "\n\n" + bad))
			if line, ok := errors.AsType[*progress.LineError](err); !ok || line.Line != 3 ||
				!strings.Contains(err.Error(), want) {
				t.Errorf("%.60s: got error %v, want one of line 3: %s", bad, err, want)
			}
		}
		if all, err := db.Students(context.Background()); err != nil || len(all) > 0 {
			t.Errorf("got students %v, error %v, want none", all, err)
		}
	})
}

// Events reads in pages, in order and completely.
func TestStudent_EventsOfManyPages(t *testing.T) {
	eachEngine(t, func(t *testing.T, open func() *DB) {
		db, ctx := open(), context.Background()
		for _, n := range []int64{100, 250} {
			var lines strings.Builder
			for seq := range n {
				fmt.Fprintf(&lines, "{\"student\":\"s%d\",\"seq\":%d}\n", n, seq+1)
			}
			must.Value(db.ImportEvents(strings.NewReader(lines.String())))
			last := int64(0)
			check.OK(t, db.Student(fmt.Sprint("s", n)).Events(ctx, func(e progress.Event) error {
				if last++; e.Seq != last {
					t.Errorf("got event %d, want %d", e.Seq, last)
				}
				return nil
			}))
			check.That(t, last == n, "got %d events, want %d", last, n)
		}
	})
}
