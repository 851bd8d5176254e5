package plain

import (
	"fmt"
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
	words := f.Plot.Words()
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
	if before.at == p.at {
		return
	}
	var all []string
	for i, f := range p.told.figures {
		if c, ok := f.Plot.(ascii.Changing); ok && i < len(before.figures) {
			all = append(all, c.Since(before.figures[i].Plot)...)
		}
	}
	if len(all) > 0 {
		p.voice.say(fmt.Sprintf("Since step %d: ", before.at) + strings.Join(all, " "))
	}
}
