package board

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// maxOptions is the maximum number of options of a vote. Each is chosen with a digit.
const maxOptions = 9

// openVote opens the window of the current vote. If there is no vote, it opens a window in which the
// teacher types a question or takes one with choices from the selected task. That window also lists
// the votes that have ended, the newest first.
func (b *Screen) openVote() session.Intent {
	if v := b.Session.Room.Vote; v.Round > 0 {
		return session.Push{Top: newVoteWindow(b, v)}
	}
	p := b.newPrompt("Ask everybody", "a question to answer with yes or no, or: question | option | option", "asks everybody")
	p.EmptyText = "The selected task has no question with choices. Type one."
	var rows []ui.Row
	for _, v := range b.choiceVotes() {
		rows = append(rows, ui.Row{Label: v.Question, Detail: strings.Join(v.Options, " | "), Value: v})
	}
	for _, v := range slices.Backward(b.Session.Room.EndedVotes) {
		rows = append(rows, ui.Row{Label: "Result: " + v.Question, Value: v})
		p.Hints[0] = ui.Hint("enter", "asks everybody, or shows the result")
	}
	p.SetRows(rows...)
	chosenVote := func() (v class.Vote, problem string) {
		if r, ok := p.Selected(); ok {
			return r.Value.(class.Vote), ""
		}
		return parseVote(p.Text())
	}
	d := session.NewDialog(b.Session, p)
	d.Refresh = func() {
		v, problem := chosenVote()
		p.Remark = ui.Remark{Text: ascii.Inked(problem, ascii.Warn)}
		if len(v.Options) > 0 {
			p.Remark.Text = ascii.Inked(voteText(v), ascii.Dim)
		}
	}
	d.OnChosen = func() (session.Intent, tea.Cmd) {
		if v, _ := chosenVote(); len(v.Options) > 0 {
			return b.voteChoice(v, p.Text()), nil
		}
		return nil, nil
	}
	return session.Push{Top: d}
}

// choiceVotes returns the questions with choices at the selected task, or nothing if they
// depend on a student's numbers.
func (b *Screen) choiceVotes() []class.Vote {
	all := votesOf(b.variants[0], b.task)
	for _, e := range b.variants[1:] {
		if !reflect.DeepEqual(votesOf(e, b.task), all) {
			return nil
		}
	}
	return all
}

// votesOf returns the questions with choices of a task.
func votesOf(e *exercises.Exercise, task int) (all []class.Vote) {
	info := e.Tasks[task].Info()
	for _, f := range info.Fields {
		question := info.Question.String()
		if len(info.Fields) > 1 {
			question += " " + f.Label
		}
		v := class.Vote{Question: ascii.CleanLine(question, maxAnnouncement)}
		for _, c := range f.Choices[:min(len(f.Choices), maxOptions)] {
			v.Options = append(v.Options, ascii.CleanLine(c.Label, maxOption))
		}
		if len(v.Options) > 0 {
			all = append(all, v)
		}
	}
	return all
}

// parseVote reads a question and its options, which are separated by bars. The bar after a
// question mark may be left out. If there are no options, they are yes and no. If the vote
// cannot be asked, it has no options, and problem explains why unless the text is empty.
func parseVote(text string) (v class.Vote, problem string) {
	questionText, optionsText, _ := strings.Cut(text, "|")
	if i := strings.LastIndexByte(questionText, '?'); i >= 0 && strings.TrimSpace(questionText[i+1:]) != "" {
		questionText, optionsText = questionText[:i+1], text[i+1:]
	}
	var options []string
	for o := range strings.SplitSeq(optionsText, "|") {
		if o = ascii.CleanLine(o, maxOption); o != "" {
			options = append(options, o)
		}
	}
	v.Question = ascii.CleanLine(questionText, maxAnnouncement)
	switch n := len(options); {
	case text == "":
	case v.Question == "":
		problem = "type the question first"
	case utf8.RuneCountInString(questionText) > maxAnnouncement:
		problem = fmt.Sprintf("the question is too long: at most %d characters", maxAnnouncement)
	case n == 0:
		v.Options = []string{"yes", "no"}
	case n == 1:
		problem = "type a second option after a |"
	case n > maxOptions:
		problem = fmt.Sprintf("%d options: at most %d", n, maxOptions)
	default:
		v.Options = options
	}
	return v, problem
}

// voteText returns a question with its options and their numbers.
func voteText(v class.Vote) string {
	out := v.Question
	for i, o := range v.Options {
		out += fmt.Sprintf("  %d %s", i+1, o)
	}
	return out
}

// voteChoice returns the choice that asks the class a question, or shows the result of a vote that
// has ended. question is the text that the teacher typed, or "".
func (b *Screen) voteChoice(v class.Vote, question string) session.Choice {
	return func() (intent session.Intent, cmd tea.Cmd) {
		if v.ID == 0 {
			v.ID, v.Round, v.Open = b.Now().UnixMicro(), 1, true
			cmd = session.SendText(question, "", func() error { return b.member.SetVote(v) })
		}
		return session.Push{Top: newVoteWindow(b, v)}, cmd
	}
}

// voteWindow shows how the class answers a question.
type voteWindow struct {
	*session.Dialog
	board  *Screen
	window *ui.Window
	vote   class.Vote
	counts [][]int // how often each option was chosen in each round, whether or not the round is revealed
	ended  bool
}

func newVoteWindow(b *Screen, v class.Vote) *voteWindow {
	w := &voteWindow{board: b, vote: v}
	w.window = ui.NewWindow(b.Session.Theme, "Vote", w.writeText)
	w.Dialog = session.NewDialog(b.Session, w.window)
	w.Refresh, w.HandleKey = w.refresh, w.handleKey
	return w
}

// refresh reads the newest state of the vote.
func (w *voteWindow) refresh() {
	room := w.Session.Room
	if room.Vote.ID == w.vote.ID {
		w.vote = room.Vote
	}
	for _, v := range room.EndedVotes {
		if v.ID == w.vote.ID {
			w.vote, w.ended = v, true
		}
	}
	w.counts = w.board.member.Board().CountVotes(w.vote)
	next := "asks again"
	if w.vote.Open {
		next = "shows everybody the result"
	}
	w.window.Hints = []key.Binding{ui.Hint("enter", next), ui.Hint("x", "ends the vote")}
	if w.ended {
		w.window.Hints = nil
	}
}

// handleKey ends the vote, reveals the result of the open round, or begins the next round.
func (w *voteWindow) handleKey(msg tea.KeyPressMsg) (intent session.Intent, cmd tea.Cmd, ok bool) {
	v, name := w.vote, w.Session.Keys.Match(session.ZoneOverlay, msg)
	switch {
	case w.ended:
		return nil, nil, false
	case name == "forget":
		v.Counts = w.counts[:len(v.Counts)] // only what everybody has seen
		return nil, session.Send("The vote has ended.", func() error { return w.board.member.EndVote(v) }), true
	case name != "answer":
		return nil, nil, false
	case v.Open:
		v.Open, v.Counts = false, w.counts
	default:
		v.Open, v.Round = true, v.Round+1
	}
	return nil, session.Send("", func() error { return w.board.member.SetVote(v) }), true
}

// recountVote returns the command that corrects the result that everybody sees, or nil. A vote cast
// shortly before a round ends may reach the board only after the votes have been counted.
func (b *Screen) recountVote() tea.Cmd {
	v := b.Session.Room.Vote
	counts := b.member.Board().CountVotes(v)
	if v.Open || slices.EqualFunc(counts, v.Counts, slices.Equal) {
		return nil
	}
	v.Counts = counts
	return session.Send("", func() error { return b.member.SetVote(v) })
}

// writeText fills the window: the question, and the votes for each option.
func (w *voteWindow) writeText(d *ui.Document) {
	v := w.vote
	v.Counts = w.counts
	w.Session.WriteVote(d, v, -1, nil)
	d.AddGap()
	state := "Everybody sees the result of this round."
	switch {
	case w.ended:
		state = "This vote has ended."
	case v.Open:
		voted, others := w.board.member.Board().CountVoters(v.CurrentRound(), w.board.Now())
		state = fmt.Sprintf("%d of %d students have voted. They do not see these numbers yet.", voted, voted+others)
	}
	d.Write(ascii.Inked(state, ascii.Dim))
}
