package lab

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/lab/job"
	"kernellab/lab/study"
)

// screen is one full screen or one window laid over it.
type screen interface {
	// update takes keys, mouse and paste while the screen is on top, and
	// messages addressed to it at any time. What it wants of the root it
	// returns as an intent, which the root follows before the next message.
	update(msg tea.Msg) (intent, tea.Cmd)
	// lay lays out what the screen shows, after every message.
	lay()
	// layers returns what the screen shows. Those of a window lie over those of the
	// screen below.
	layers() []*lipgloss.Layer
	// footer is the keys worth knowing now.
	footer() footer
	// cursor is where text is being typed on a screen of w×h cells.
	cursor() (x, y int, ok bool)
	// resume starts what the screen needs when it comes to the top.
	resume() tea.Cmd
	// overlay reports that the screen below stays in sight.
	overlay() bool
	// waits reports that the screen has asked for something that decides what the
	// next key means: keys wait for it.
	waits() bool
	// id is the owner part of the addresses of the screen's messages.
	id() int
	// close ends what the screen has under way.
	close()
}

// addressed is a message for one screen.
type addressed interface{ To() job.Address }

// intent is what a screen wants of the root; nil is nothing.
type intent any

// The intents.
type (
	pushIntent    struct{ top screen }
	popIntent     struct{}
	quitIntent    struct{}
	openIntent    struct{ exercise, step string } // replaces every screen above the contents
	contentIntent struct{}                        // back to the contents
	workIntent    struct{ work *study.Work }      // puts a task of a round on top
	answerIntent  struct{ answer any }            // pops, and hands the answer to the screen below
)

// layerAt returns a layer at a position of the screen.
func layerAt(id, content string, x, y int) *lipgloss.Layer {
	return lipgloss.NewLayer(content).ID(id).X(x).Y(y)
}

// answered is what an overlay tells the screen below it when it closes.
type answered struct{ answer any }

// base carries what every screen shares.
type base struct{ asker }

// asker is the screen that a part asks its questions for.
type asker struct {
	job.Asker
	session *session
}

func (b base) id() int                  { return b.Owner }
func (b base) close()                   {}
func (b base) waits() bool              { return false }
func (b base) lay()                     {}
func (b base) cursor() (int, int, bool) { return 0, 0, false }
