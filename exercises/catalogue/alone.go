package catalogue

import (
	"slices"
	"strings"
	"unicode"

	"kernellab/exercises"
)

// A computed task may be asked without the tasks before it, in a review or a test-out.
// These checks find out what can be decided about that: it needs a set-up, or a text of
// its own that does not begin by referring back, and the letters in its question and
// its labels must occur in that text or on the stage.

// checkAlone reports what a later task lacks if it is asked without the others.
func (a *audit) checkAlone(s exercises.Task) {
	info := s.Info()
	if !info.Computed() {
		return
	}
	told := slices.Concat(info.Alone, info.Text)
	if len(told) == 0 {
		a.add("asked alone it has no text: add a block alone")
		return
	}
	if first := firstWord(told[0].Text.String()); len(info.Alone) == 0 && slices.Contains(backward(), first) {
		a.add("asked alone it begins with %q, which points back: add a block alone", first)
	}
	known := letters(blockText(told) + " " + onStage(s.Scene(a.ctx, nil)))
	for _, l := range letters(askedText(info)) {
		if !slices.Contains(known, l) && !slices.Contains(common(), l) {
			a.add("asked alone it does not say what %s is: add a block alone", l)
		}
	}
}

// backward returns words that begin a text which continues another one.
func backward() []string {
	return strings.Fields(
		"and again also another both but here hence in it its last more next now once one or same so such that the then there they those with",
	)
}

// common returns the letters of the lab's notation, which are in the window of symbols.
func common() []string {
	return strings.Fields("n d p x z φ k K y t a α w b f λ C γ η s u σ i j e O R W Σ P")
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
}

func blockText(blocks []exercises.Block) string {
	var out strings.Builder
	for _, b := range blocks {
		out.WriteString(b.Text.String() + "\n")
	}
	return out.String()
}

func askedText(info exercises.Info) string {
	out := info.Question.String()
	for _, f := range info.Fields {
		out += "\n" + f.Label
	}
	return out
}

// onStage returns the text of a stage without its pictures.
func onStage(s exercises.Scene) string {
	var out strings.Builder
	for _, f := range s.Figures {
		out.WriteString(f.Title + "\n")
	}
	for _, l := range slices.Concat(s.Notes, s.Formula) {
		out.WriteString(l.String() + "\n")
	}
	for _, c := range s.Controls {
		out.WriteString(c.Label + "\n")
	}
	return out.String()
}

// letters returns the letters of a text that stand alone, without index and prime.
// These are the symbols in it.
func letters(text string) (out []string) {
	runes := []rune(text)
	at := func(i int) rune {
		if i < 0 || i >= len(runes) {
			return ' '
		}
		return runes[i]
	}
	for i, r := range runes {
		if !unicode.IsLetter(r) || small(r) || unicode.IsLetter(at(i-1)) && !small(at(i-1)) ||
			unicode.IsLetter(at(i+1)) && !small(at(i+1)) || at(i-1) == '’' || at(i-1) == '\'' ||
			strings.ContainsRune("aAI", r) {
			continue
		}
		if l := string(r); !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// small reports whether a rune is an index or an exponent.
func small(r rune) bool { return unicode.Is(unicode.Lm, r) || unicode.Is(unicode.No, r) }
