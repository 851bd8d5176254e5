package session

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/progress"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// Replace replaces the screen on top.
type Replace struct{ Top Screen }

// open opens what the visible message refers to or, if there is nothing, the menu.
func (c *Classroom) open(w *study.Work) Intent {
	c.session.Notice = ""
	switch m := c.visible(); {
	case m.opens == "":
		return Push{c.newMenu(w)}
	case m.kind == kindVote:
		return Push{c.newVoteWindow(w)}
	case m.kind == kindLead:
		return ToLead{}
	}
	return Push{c.newMessageWindow(w)}
}

// Owns reports whether a screen is a window of the class. A nil c owns none.
func (c *Classroom) Owns(s Screen) bool { return c != nil && s.ID() == c.window }

// own makes d a window of the class. In it, f7 does what next returns.
func (c *Classroom) own(d *Dialog, next func() Intent) *Dialog {
	c.window = d.ID()
	handle := d.HandleKey
	d.HandleKey = func(msg tea.KeyPressMsg) (Intent, tea.Cmd, bool) {
		switch {
		case c.session.Keys.Match(ZoneEverywhere, msg) == "class":
			return next(), nil, true
		case handle != nil:
			return handle(msg)
		}
		return nil, nil, false
	}
	return d
}

// newMenu returns the window in which a student asks for help or for another pace, and finds
// what the teacher has sent.
func (c *Classroom) newMenu(w *study.Work) Screen {
	p := ui.NewPicker(c.session.Theme, "Your class", c.menuRows(w)...)
	p.Numbered = true
	return c.own(NewMenu(c.session, p), func() Intent { return Pop{} })
}

// menuRows returns the rows of the menu.
func (c *Classroom) menuRows(w *study.Work) (out []ui.Row) {
	row := func(label, detail string, run Choice) {
		out = append(out, ui.Row{Label: label, Detail: detail, Value: run})
	}
	member := c.session.Config.Class
	if n := c.helpPlace(); n > 0 {
		row("I no longer need help", fmt.Sprintf("you are number %d in the queue", n), c.ask(w, progress.HelpEnded,
			"Good. Your teacher sees it.", func() error { return member.EndHelp(member.ID) }))
	} else {
		exercise, task := "", ""
		if w != nil {
			exercise, task = w.ID(), w.Info().Name
		}
		row("Ask for help", "", c.ask(w, progress.HelpWanted, "",
			func() error { return member.AskHelp(exercise, task) }))
	}
	for _, wish := range []string{progress.Faster, progress.Slower} {
		row("Go "+wish+", please", "fades after five minutes", c.ask(w, wish, "Your teacher sees it.",
			func() error { return member.WishPace(wish) }))
	}
	if v := c.vote(); v.Round > 0 {
		label := "Your vote"
		if !v.Open {
			label = "The last vote"
		}
		row(label, v.Question, func() (Intent, tea.Cmd) { return Replace{c.newVoteWindow(w)}, nil })
	}
	if m := c.leadMessage(); m.text != "" {
		label := "Follow"
		if m.opens == "stop" {
			label = "Stop leading"
		}
		row(label, m.text, func() (Intent, tea.Cmd) { return ToLead{}, nil })
	}
	if len(c.texts()) > 0 {
		row("Read what your teacher wrote", "",
			func() (Intent, tea.Cmd) { return Replace{c.newMessageWindow(w)}, nil })
	}
	return out
}

// ask returns a choice that logs a wish and sends it to the teacher.
func (c *Classroom) ask(w *study.Work, wish, done string, send func() error) Choice {
	return func() (Intent, tea.Cmd) {
		c.session.Student.Log(w, progress.HelpAsked, wish, nil)
		return Pop{}, tea.Batch(c.session.Save(), Send(done, send))
	}
}

// newMessageWindow returns a window with what the teacher has written.
func (c *Classroom) newMessageWindow(w *study.Work) Screen {
	return c.own(NewTextWindow(c.session, "From your teacher", func(d *ui.Document) {
		for _, text := range c.texts() {
			d.Gap()
			d.Write(ascii.Inked(text, ascii.Text))
		}
	}), func() Intent { return Replace{c.newMenu(w)} })
}

// texts returns the texts of the newest messages, without those about votes.
func (c *Classroom) texts() (out []string) {
	for _, m := range c.latest {
		if m.text != "" && m.kind != kindVote {
			out = append(out, m.text)
		}
	}
	return out
}
