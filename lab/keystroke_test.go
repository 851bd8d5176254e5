package lab

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

// No typed or pasted letter is lost, whatever is judged, saved or drawn meanwhile, and
// however the input is grouped.
func TestInput_losesNothing(t *testing.T) {
	fake := func(l exercises.Library, start string) session.Config {
		return session.Config{Student: newStudent(t, l), Start: start}
	}
	for name, c := range map[string]struct {
		config func() session.Config
		keys   string // that lead to the fields
		form   func(*bench) *exercise.Form
	}{
		"a field": {func() session.Config { return fake(fakeLibrary{slow: closedGate()}, "1.2") }, "enter",
			func(b *bench) *exercise.Form { return b.exercise().Task.Form }},
		"fields": {func() session.Config { return fake(oneStep{fakeLibrary{slow: closedGate()}, groups{}}, "1.3") },
			"", func(b *bench) *exercise.Form { return b.exercise().Task.Form }},
		"by hand": {func() session.Config { return fake(debugLibrary{}, "D.1") }, "L y",
			func(b *bench) *exercise.Form { return b.questionWindow().Form }},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(15) {
				b := newPatientBench(t, 80, 24, c.config())
				b.keys(strings.Fields(c.keys)...)
				typed := b.typesAnything(rand.New(rand.NewPCG(seed, 0)))
				got := ""
				for _, text := range c.form(b).Answers {
					got += text
				}
				if sorted(got) != sorted(typed) {
					t.Fatalf("seed %d: the fields hold %q, want %q", seed, c.form(b).Answers, typed)
				}
			}
		})
	}
}

// typesAnything types and pastes wrong answers and submits them. It returns what the
// fields should contain.
func (b *bench) typesAnything(r *rand.Rand) string {
	want := ""
	for range 1 + r.IntN(6) {
		b.hold = r.IntN(2) == 0
		var input []tea.Msg
		for range 1 + r.IntN(5) {
			switch r.IntN(5) {
			case 0:
				input = append(input, press("enter"))
			case 1:
				input = append(input, tea.PasteMsg{Content: "q7\nz\r\n"})
				want += "q7 z "
			default:
				k := string("7qjkx?["[r.IntN(7)])
				input = append(input, press(k))
				want += k
			}
		}
		if r.IntN(2) == 0 {
			b.gathered(input)
		} else {
			b.oneByOne(input)
		}
		if !b.hold {
			b.release()
		}
	}
	b.release()
	return want
}

func sorted(s string) string {
	runes := []rune(s)
	slices.Sort(runes)
	return string(runes)
}
