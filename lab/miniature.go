package lab

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/study"
)

// miniature is the first picture of an exercise, drawn small beside the contents:
// the one that its first steps show, none where a question that is still open
// comes before it, which the picture could answer. It is computed in a command, once an exercise has been selected for a moment,
// and the latest are kept.
type miniature struct {
	job   job.Job
	asked cover // the one awaited
	kept  []miniatureMsg
}

// cover is what a picture belongs to: an exercise with so many steps done.
type cover struct {
	id   string
	done int
}

func coverOf(e study.ExerciseView) cover { return cover{e.ID, e.StepsDone} }

// miniatureMsg brings the picture of an exercise, nil where it has none.
type miniatureMsg struct {
	job.Address
	of     cover
	figure *exercises.Figure
}

const (
	// lingering is how long an exercise is selected before its picture is asked for.
	lingering = 80 * time.Millisecond
	// mostKept is how many pictures are kept.
	mostKept = 12
)

// ask returns the command that makes the picture of an exercise, nil where it is
// there or awaited.
func (m *miniature) ask(by asker, v study.ExerciseView) tea.Cmd {
	of := coverOf(v)
	if _, ok := m.figure(of); ok || m.job.Busy() && m.asked == of {
		return nil
	}
	m.asked = of
	peek := by.session.student.Peek(v.ID)
	return by.Ask(&m.job, func(ctx context.Context, to job.Address) tea.Msg {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(lingering):
		}
		e, err := peek()
		if err != nil {
			return miniatureMsg{to, of, nil}
		}
		return miniatureMsg{to, of, firstPicture(ctx, e, v.Finished)}
	})
}

// firstPicture is what the steps of an exercise show first, up to the first that
// asks something and is not done.
func firstPicture(ctx context.Context, e *exercises.Exercise, done []bool) *exercises.Figure {
	for i, s := range e.Steps {
		scene := s.Scene(ctx, nil)
		figures := scene.Figures
		if scene.Run != nil {
			figures = scene.Run.Frame(0).Figures
		}
		for _, f := range figures {
			if f.Role != exercises.Table {
				return &f
			}
		}
		open := len(s.Info().Fields) > 0 && !(i < len(done) && done[i])
		if open || ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// take keeps a picture.
func (m *miniature) take(msg miniatureMsg) {
	if !m.job.Finish(msg.Address) {
		return
	}
	if len(m.kept) == mostKept {
		m.kept = m.kept[1:]
	}
	m.kept = append(m.kept, msg)
}

func (m *miniature) figure(of cover) (*exercises.Figure, bool) {
	for _, k := range m.kept {
		if k.of == of {
			return k.figure, true
		}
	}
	return nil, false
}

// draw paints the picture of an exercise and returns the rows that it takes. They
// are kept free while it is awaited, so that nothing moves when it comes.
func (m *miniature) draw(p pen, area ascii.Rect, e study.ExerciseView) int {
	const least = 6
	figure, ok := m.figure(coverOf(e))
	if area.H < least || ok && figure == nil {
		return 0
	}
	if !ok {
		return area.H + 1
	}
	if figure.Role == exercises.Strip {
		area.H = least
	}
	p.write(area.X, area.Y, area.W, line(figure.Title, ascii.Dim))
	figure.Plot.Draw(p.grid, ascii.Rect{X: area.X, Y: area.Y + 1, W: area.W, H: area.H - 1}, p.view)
	return area.H + 1
}
