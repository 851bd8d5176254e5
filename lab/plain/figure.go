package plain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// pictures says figures one after the other.
func (v *voice) pictures(figures []exercises.Figure) {
	for _, f := range figures {
		if f.Plot != nil {
			v.picture(f)
		}
	}
}

// picture says one figure: a picture in sentences, lines of text and rows of a
// table each by itself.
func (v *voice) picture(f exercises.Figure) {
	title := ""
	if f.Title != "" {
		title = "Picture, " + f.Title + ":"
	}
	words := minus(f.Plot.Words())
	say := v.keep
	switch f.Plot.(type) {
	case ascii.TextBlock:
	case ascii.Table:
		title, words = strings.TrimSpace(strings.Replace(title, "Picture", "Table", 1)+" "+words[0]), words[1:]
		say = func(s string) { v.hang("  ", s) }
	default:
		v.say(strings.TrimSpace(title + " " + strings.Join(words, " ")))
		return
	}
	if title != "" {
		v.say(title)
	}
	for _, l := range words {
		say(l)
	}
}

// minus writes numbers as they are read out loud: the minus as one, and e-05 as a
// power of ten.
func minus(texts []string) []string {
	out := make([]string, len(texts))
	for i, s := range texts {
		s = power.ReplaceAllStringFunc(s, exercises.Typeset)
		out[i] = hyphen.ReplaceAllString(s, "${1}−$2")
	}
	return out
}

var (
	power  = regexp.MustCompile(`\b\d+(\.\d+)?e[-+]?\d+\b`)
	hyphen = regexp.MustCompile(`(^|[\s(\[/])-( ?\d)`)
)

// told is the figures that were said last, at a frame.
type told struct {
	at      int
	figures []exercises.Figure
}

// tell notes that the figures of the frame in hand were said.
func (p *player) tell(figures []exercises.Figure) { p.told = told{p.at, figures} }

// changes says what is other in the figures of the frame in hand than in those that
// were said last.
func (p *player) changes() {
	before := p.told
	p.tell(p.frame().Figures)
	if before.at != p.at {
		p.voice.since(fmt.Sprintf("Since step %d:", before.at), before, p.told.figures)
	}
}

// since says what changed in some figures since others were told, if anything did.
func (v *voice) since(head string, before told, now []exercises.Figure) {
	var all []string
	for _, f := range now {
		since, _ := before.since(f)
		if since = capital(since); since != "" && !slices.Contains(all, since) { // a bar and its curve say the same
			all = append(all, since)
		}
	}
	if len(all) > 0 {
		v.say(head + " " + strings.Join(all, " "))
	}
}

// since returns what changed in a figure since it was told, "" if nothing did. ok
// is false if that cannot be said.
func (t told) since(f exercises.Figure) (words string, ok bool) {
	i := slices.IndexFunc(t.figures, func(b exercises.Figure) bool { return nameOf(b) == nameOf(f) })
	if i < 0 {
		return "", false
	}
	words, ok = ascii.Since(f.Plot, t.figures[i].Plot)
	return minus([]string{words})[0], ok
}

// nameOf returns the title of a figure without what it says of the step, behind a
// comma or a gap.
func nameOf(f exercises.Figure) string {
	name, _, _ := strings.Cut(f.Title, ",")
	name, _, _ = strings.Cut(name, "  ")
	return name
}
