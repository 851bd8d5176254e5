package lab

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"kernellab/exercises"
)

// No letter that is typed or pasted gets lost, whatever is judged, saved or drawn
// meanwhile, and however the input is grouped.
func TestNoKeystrokeIsLost(t *testing.T) {
	fake := func(l exercises.Library, start string) Config {
		return Config{Student: newStudent(t, l), Start: start}
	}
	for name, c := range map[string]struct {
		config func() Config
		keys   string // that lead to the fields
		form   func(*bench) *form
	}{
		"a field": {func() Config { return fake(fakeLibrary{slow: closedGate()}, "1.2") }, "enter", func(b *bench) *form { return b.exercise().sheet.form }},
		"fields":  {func() Config { return fake(oneStep{fakeLibrary{slow: closedGate()}, groups{}}, "1.3") }, "", func(b *bench) *form { return b.exercise().sheet.form }},
		"by hand": {func() Config { return fake(debugLibrary{}, "D.1") }, "L y", func(b *bench) *form { return b.quiz().form() }},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				b := newPatientBench(t, 120, 36, c.config())
				b.keys(strings.Fields(c.keys)...)
				typed := b.typesAnything(rt)
				got := ""
				for _, text := range c.form(b).answers {
					got += text
				}
				if sorted(got) != sorted(typed) {
					rt.Fatalf("the fields hold %q, want %q", c.form(b).answers, typed)
				}
			})
		})
	}
}

// typesAnything types and pastes wrong answers and submits them. It returns what
// should be in the fields.
func (b *bench) typesAnything(t *rapid.T) string {
	want := ""
	for range rapid.IntRange(1, 6).Draw(t, "events") {
		b.hold = rapid.Bool().Draw(t, "hold")
		var input []tea.Msg
		for range rapid.IntRange(1, 5).Draw(t, "keys") {
			switch rapid.IntRange(0, 4).Draw(t, "kind") {
			case 0:
				input = append(input, press("enter"))
			case 1:
				input = append(input, tea.PasteMsg{Content: "q7\nz\r\n"})
				want += "q7 z "
			default:
				k := rapid.SampledFrom([]string{"7", "q", "j", "k", "x", "?", "["}).Draw(t, "key")
				input = append(input, press(k))
				want += k
			}
		}
		if rapid.Bool().Draw(t, "gathered") {
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
