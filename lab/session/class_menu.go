package session

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/ui"
)

// vote returns the current vote or, if there is none, the last one. If there has been no vote, its
// Round is 0.
func (c *Classroom) vote() class.Vote {
	room := c.session.Room
	if n := len(room.EndedVotes); room.Vote.Round == 0 && n > 0 {
		return room.EndedVotes[n-1]
	}
	return room.Vote
}

// voteMessage returns the message about the current vote. It has a text if the student has not
// voted yet or if the result is known.
func (c *Classroom) voteMessage() message {
	v := c.session.Room.Vote
	voted := c.ownVotes[v.CurrentRound()] > 0
	m := message{kindVote, fmt.Sprint(v.CurrentRound(), v.Open, voted, len(v.Counts)), "", "vote"}
	switch {
	case v.Open && !voted && v.Round > 1:
		m.text = "Vote again: " + v.Question
	case v.Open && !voted:
		m.text = "Vote: " + v.Question
	case !v.Open && v.Round > 0:
		m.text, m.openLabel = "How the class voted: "+v.Question, "result"
	}
	return m
}

// voteWindow shows the options of a vote and the choices of the class in the revealed rounds. While
// the vote is open, the student can choose an option.
type voteWindow struct {
	*Classroom
	page   *ui.Window
	round  class.VoteRound // round for which the student chooses
	cursor int             // index of the selected option
}

func (c *Classroom) newVoteWindow() Screen {
	v := &voteWindow{Classroom: c, round: c.vote().CurrentRound()}
	v.cursor = max(0, c.ownVotes[v.round]-1)
	v.page = ui.NewWindow(c.session.Theme, "Vote", v.writeText)
	d := NewDialog(c.session, v.page)
	d.HandleKey = v.handleKey
	d.Refresh = func() {
		v.page.Hints = nil
		if v.vote().Open {
			v.page.Hints = []key.Binding{ui.Hint("1…9 ↑ ↓", "choose"), ui.Hint("enter", "votes")}
		}
	}
	return c.makeClassWindow(d, pushChoice(c.newMenu))
}

// handleKey selects an option or votes for it. If a new round has begun since the window opened, the
// student meant the old round. In that case handleKey only shows that a new round has begun.
func (v *voteWindow) handleKey(msg tea.KeyPressMsg) (intent Intent, cmd tea.Cmd, handled bool) {
	vote, keys := v.vote(), ui.Keys()
	switch newRound := v.round != vote.CurrentRound(); {
	case !vote.Open:
		return nil, nil, false
	case key.Matches(msg, keys.Up):
		v.cursor = max(0, v.cursor-1)
	case key.Matches(msg, keys.Down):
		v.cursor = min(v.cursor+1, len(vote.Options)-1)
	case newRound && key.Matches(msg, keys.Pick, keys.Choose):
		v.round, v.cursor, v.session.Notice = vote.CurrentRound(), 0, "This is a new round: please choose again."
	case key.Matches(msg, keys.Pick):
		if i := int(msg.Text[0] - '1'); i < len(vote.Options) {
			v.cursor = i
		}
	case key.Matches(msg, keys.Choose):
		return Pop{}, v.castVote(vote), true
	default:
		return nil, nil, false
	}
	return nil, nil, true
}

// castVote votes for the selected option.
func (v *voteWindow) castVote(vote class.Vote) tea.Cmd {
	option := v.cursor + 1
	v.ownVotes[vote.CurrentRound()] = option
	v.show(v.voteMessage())
	v.session.Student.Log(v.session.Work(), progress.VoteCast, "", vote.CurrentRound().RawChoice(option))
	v.showNotice(fmt.Sprintf("You voted for %d.", option) + TextIf(!v.session.Following, " f7 changes it."))
	return v.session.Save()
}

// maxRounds is the maximum number of rounds whose results are shown side by side.
const maxRounds = 3

// writeText writes the vote.
func (v *voteWindow) writeText(d *ui.Document) {
	vote, cursor := v.vote(), -1
	if vote.Open {
		cursor = v.cursor
	}
	v.session.WriteVote(d, vote, cursor, v.ownVotes)
}

// WriteVote writes the question of a vote and its options, each with its share of the votes in the
// rounds that are counted. It points to the option with index cursor, if there is one, and marks
// ownVotes, the student's own votes. For a teacher, ownVotes is nil.
func (s *Session) WriteVote(d *ui.Document, v class.Vote, cursor int, ownVotes map[class.VoteRound]int) {
	d.Write(ascii.Inked(v.Question, ascii.Strong))
	for i, option := range v.Options {
		d.AddGap()
		pointer, ink := ui.Pointer(s.Theme, i == cursor)
		sign := "  "
		if ownVotes[v.CurrentRound()] == i+1 {
			sign = s.Theme.Glyph('●', '*') + " "
		}
		d.AddItem(slices.Concat(pointer, ascii.Inked(sign, ascii.Accent), ascii.Inked(fmt.Sprint(i+1, " "), ascii.Dim)),
			ascii.Inked(option, ink))
		if len(v.Counts) > 0 {
			d.Add(s.voteBars(d.Width, v, i, ownVotes))
		}
	}
}

// voteBars returns the share and the number of the votes for an option in the last rounds that
// are counted, side by side, in a line of w columns.
func (s *Session) voteBars(w int, v class.Vote, option int, ownVotes map[class.VoteRound]int) ascii.Line {
	out, firstRound := ascii.Blanks(6), max(0, len(v.Counts)-maxRounds)
	for i, counts := range v.Counts[firstRound:] {
		total, round, ink := class.SumVotes(counts), firstRound+i+1, ascii.Axis
		if ownVotes == nil || ownVotes[class.VoteRound{VoteID: v.ID, Round: round}] == option+1 {
			ink = ascii.Accent
		}
		n, column := counts[option], (w-6)/(len(v.Counts)-firstRound)
		label := fmt.Sprintf("round %d %3.0f %% ", round, 100*float64(n)/float64(max(1, total)))
		barWidth := n * max(1, column-len(label)-5) / max(1, total)
		bar := ascii.Line{{Text: label, Ink: ascii.Dim},
			{Text: strings.Repeat(s.Theme.Glyph('█', '#'), barWidth), Ink: ink},
			{Text: fmt.Sprint(" ", n), Ink: ascii.Dim}}
		out = append(out, ui.Spread(s.Theme, column, bar, nil)...)
	}
	return out
}

// openMessage opens what the visible message refers to. If the message refers to nothing, it opens the
// menu.
func (c *Classroom) openMessage() Intent {
	c.session.Notice = ""
	switch m := c.visible(); {
	case m.openLabel == "":
		return Push{c.newMenu()}
	case m.kind == kindVote:
		return Push{c.newVoteWindow()}
	case m.kind == kindLead:
		return ToLead{}
	}
	return Push{c.newMessageWindow()}
}

// Owns reports whether a screen is a window of the class. If c is nil, it returns false.
func (c *Classroom) Owns(s Screen) bool { return c != nil && s.ID() == c.windowID }

// makeClassWindow makes d a window of the class, in which the key f7 requests the intent onF7.
func (c *Classroom) makeClassWindow(d *Dialog, onF7 Intent) *Dialog {
	c.windowID = d.ID()
	handle := d.HandleKey
	d.HandleKey = func(msg tea.KeyPressMsg) (Intent, tea.Cmd, bool) {
		switch {
		case c.session.Keys.Match(ZoneEverywhere, msg) == "class":
			return onF7, nil, true
		case handle != nil:
			return handle(msg)
		}
		return nil, nil, false
	}
	return d
}

// newMenu returns the window in which a student asks for help or for another pace, and reads what
// the teacher has sent.
func (c *Classroom) newMenu() Screen {
	p := ui.NewPicker(c.session.Theme, "Your class", c.menuRows()...)
	p.Numbered = true
	return c.makeClassWindow(NewMenu(c.session, p), Pop{})
}

// pushChoice returns the choice that opens a new window.
func pushChoice(open func() Screen) Choice {
	return func() (Intent, tea.Cmd) { return Push{open()}, nil }
}

// menuRows returns the rows of the menu.
func (c *Classroom) menuRows() (out []ui.Row) {
	row := func(label, detail string, run Choice) {
		out = append(out, ui.Row{Label: label, Detail: detail, Value: run})
	}
	member := c.session.Config.Class
	if n := c.helpQueuePlace(); n > 0 {
		row("I no longer need help", fmt.Sprintf("you are number %d in the queue", n), c.ask(progress.HelpEnded,
			"Good. Your teacher sees it.", func() error { return member.EndHelp(member.ID) }))
	} else {
		var at class.TaskID
		if w := c.session.Work(); w != nil {
			at = class.TaskID{Exercise: w.ID(), Task: w.Info().Name}
		}
		row("Ask for help", "", c.ask(progress.HelpWanted, "", func() error { return member.AskHelp(at) }))
	}
	for _, wish := range []string{progress.Faster, progress.Slower} {
		row("Go "+wish+", please", "fades after five minutes", c.ask(wish, "Your teacher sees it.",
			func() error { return member.WishPace(wish) }))
	}
	if v := c.vote(); v.Round > 0 {
		label := "Your vote"
		if !v.Open {
			label = "The last vote"
		}
		row(label, v.Question, pushChoice(c.newVoteWindow))
	}
	if m := c.leadMessage(); m.text != "" {
		label := "Follow"
		if m.openLabel == "stop" {
			label = "Stop leading"
		}
		row(label, m.text, IntentChoice(ToLead{}))
	}
	if len(c.texts()) > 0 {
		row("Read what your teacher wrote", "", pushChoice(c.newMessageWindow))
	}
	return out
}

// ask returns a choice that logs a wish, calls send to send it to the teacher, and then shows the
// confirmation.
func (c *Classroom) ask(wish, confirmation string, send func() error) Choice {
	return func() (Intent, tea.Cmd) {
		c.session.Student.Log(c.session.Work(), progress.HelpAsked, wish, nil)
		return nil, tea.Batch(c.session.Save(), Send(confirmation, send))
	}
}

// newMessageWindow returns a window with what the teacher has written.
func (c *Classroom) newMessageWindow() Screen {
	return c.makeClassWindow(NewTextWindow(c.session, "From your teacher", func(d *ui.Document) {
		for _, text := range c.texts() {
			d.AddGap()
			d.Write(ascii.Inked(text, ascii.Text))
		}
	}), pushChoice(c.newMenu))
}

// texts returns the texts of the newest messages, except messages about votes.
func (c *Classroom) texts() (out []string) {
	for _, m := range c.latest {
		if m.text != "" && m.kind != kindVote {
			out = append(out, m.text)
		}
	}
	return out
}
