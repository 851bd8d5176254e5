package bench

import (
	"context"
	"fmt"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
)

// placed names the set of the points that a student places.
const placed = "placed"

// placing is the tool for placing points: the text that holds them, a cross that two
// sliders move, the class of the next point, and buttons.
type placing struct {
	names  string // prefix of the control names
	points Placed
	err    error // from reading the text of the points
	spot   Spot  // under the cross, with the chosen class
	steps  bool  // the run is stepped through, and no points are placed
}

// PointsField and TypedField are the fields that hold the placed points and the typed
// kernel.
const (
	PointsField = "points"
	TypedField  = "formula"
)

// The names of the controls.
const (
	acrossName = "x1"
	upName     = "x2"
	className  = "class"
	placeName  = "place"
	clearName  = "clear"
	stepsName  = "steps"
)

// placing reads its state from the answers.
func (b Bench) placing(a exercises.Answers) *placing {
	p := &placing{names: b.Names}
	p.points, p.err = ReadPlaced(a[p.names+PointsField])
	p.spot, p.steps = p.aimed(a), a[p.names+stepsName] != ""
	return p
}

// aimed returns the spot under the cross according to the answers.
func (p *placing) aimed(a exercises.Answers) Spot {
	s := Spot{X: p.axis(acrossName, "x₁", a).Number(), Y: p.axis(upName, "x₂", a).Number(), Label: 1}
	if p.class(a).Value == "-" {
		s.Label = -1
	}
	return s
}

func (p *placing) axis(name, label string, a exercises.Answers) exercises.Control {
	return exercises.Control{Name: p.names + name, Label: label, Min: -Reach, Max: Reach, Step: 0.1,
		Value: stage.Chosen(a, p.names+name, "0")}
}

func (p *placing) class(a exercises.Answers) exercises.Control {
	return stage.ChoiceControl(p.names+className, "class", a, "+", exercises.Labelled("+", "◇ +1", "-", "□ −1")...)
}

// controls returns the controls for placing points, with a button that leads to the
// steps. In the steps, it returns only the button that leads back.
func (p *placing) controls(a exercises.Answers) []exercises.Control {
	turn := exercises.Control{Name: p.names + stepsName, Label: "step through it", Press: p.turn}
	if p.steps {
		turn.Label = "back to the points"
		return []exercises.Control{turn}
	}
	across, up := p.axis(acrossName, "x₁", a), p.axis(upName, "x₂", a)
	label := "place a point"
	if p.points.At(p.spot.X, p.spot.Y) >= 0 {
		label = "take the point away"
	}
	cleared := "clear all points"
	if a[p.names+PointsField] == "" && a[p.names+clearName] != "" {
		cleared = "bring the points back"
	}
	return []exercises.Control{
		across, up, p.class(a),
		{Name: p.names + placeName, Label: label, Press: p.place, Moves: []string{across.Name, up.Name}},
		{Name: p.names + clearName, Label: cleared, Press: p.clear},
		turn,
	}
}

// clear returns the answers without points. If there are none, it restores the points
// that were cleared last.
func (p *placing) clear(a exercises.Answers) exercises.Answers {
	points := a[p.names+PointsField]
	if points == "" {
		return a.With(p.names+PointsField, a[p.names+clearName])
	}
	return a.With(p.names+clearName, points).With(p.names+PointsField, "")
}

// turn returns the answers after switching between placing points and the steps.
func (p *placing) turn(a exercises.Answers) exercises.Answers {
	if a[p.names+stepsName] != "" {
		return a.With(p.names+stepsName, "")
	}
	return a.With(p.names+stepsName, "yes")
}

// place returns the answers with a point added under the cross, or with the point there
// removed. It leaves a text alone that cannot be read, which may be incomplete, and one
// that would become longer than a field can hold.
func (p *placing) place(a exercises.Answers) exercises.Answers {
	points, err := ReadPlaced(a[p.names+PointsField])
	if err != nil {
		return a
	}
	after := points.Toggled(p.aimed(a))
	if text := after.String(); len(after) < len(points) || len(text) <= longestText {
		return a.With(p.names+PointsField, text)
	}
	return a
}

// longestText is the maximum length of a text of points after placing one. MaxPlaced
// points on positions that the sliders can reach are shorter than this.
const longestText = 2900

// set returns the points as data. If they do not suffice for learning, two other points
// replace them, so that the controls are those of a run.
func (p *placing) set() stage.StageSet {
	s := stage.StageSet{Name: placed, Label: "points you place", Kernel: "rbf", Width: 1}
	points := p.points
	if p.missing() != "" {
		points = Placed{{X: -1, Label: -1}, {X: 1, Label: 1}}
	}
	s.Set = points.Set()
	return s
}

// missing returns what is missing before anything can be learned, or "".
func (p *placing) missing() string {
	negative, positive := p.points.Count()
	switch {
	case p.err != nil:
		return "The points cannot be read yet: " + p.err.Error() + "."
	case len(p.points) == 0:
		return "There is no point yet. Place some of both classes."
	case negative == 0:
		return "There are only ◇ so far. A run needs both classes: choose □, and place one."
	case positive == 0:
		return "There are only □ so far. A run needs both classes: choose ◇, and place one."
	}
	return ""
}

// full returns the message that no further point can be placed, or "".
func (p *placing) full() string {
	if len(p.points) < MaxPlaced && len(p.points.String()) <= longestText-len("; -3.0 -3.0 +") {
		return ""
	}
	return fmt.Sprintf("There are %d points: no further one can be placed.", len(p.points))
}

// picture shows only the points.
func (p *placing) picture() exercises.Figure {
	m := ascii.Map{XLabel: "x1", YLabel: "x2", Levels: ascii.NoLines, Legend: true}
	for i, s := range p.points {
		k := ascii.Mark{X: s.X, Y: s.Y, Class: int(s.Label)}
		if len(p.points) <= maxNumbered {
			k.Number = fmt.Sprint(i + 1)
		}
		m.Marks = append(m.Marks, k)
	}
	return p.open(still(stage.Main("Your points", m)))
}

// still returns the map of a figure with axes that do not depend on the points.
func still(f exercises.Figure) exercises.Figure {
	if m, ok := f.Plot.(ascii.Map); ok && f.Role == exercises.Main {
		m.X, m.Y = ascii.Range{Min: -Reach, Max: Reach}, ascii.Range{Min: -Reach, Max: Reach}
		f.Plot = m
	}
	return f
}

// open returns a map with the cross, on which a click places a point.
func (p *placing) open(f exercises.Figure) exercises.Figure {
	m, ok := f.Plot.(ascii.Map)
	if !ok || p.steps {
		return f
	}
	m.Cross = &ascii.Point{X: p.spot.X, Y: p.spot.Y}
	f.Plot, f.Sets, f.Presses = m, []string{p.names + acrossName, p.names + upName}, p.names+placeName
	return f
}

// maxSolveSteps returns the maximum length of a run with n points while points are placed.
// The most expensive solver takes less than a second for it.
func maxSolveSteps(n int) int { return min(5000, 400_000/n) }

// solved returns the picture of the end of a run, on which points are placed, and
// describes that end. If ctx is cancelled, the picture has only the points.
func (p *placing) solved(ctx context.Context, m stage.Model, run exercises.Run) (exercises.Figure, []ascii.Line) {
	longer, err := run.Extend(ctx, maxSolveSteps(len(p.points)), exercises.Break{})
	if err != nil {
		return p.picture(), nil
	}
	why, done := longer.Done()
	if !done {
		why = fmt.Sprintf("So it is after %d steps; it would go on.", longer.Len()-1)
	}
	f, wrong := p.end(m, longer)
	f.Title = "Your points, and where the run ends"
	return p.open(still(f)),
		[]ascii.Line{ascii.Plain(why),
			ascii.Plainf("%d of %s on the wrong side.", wrong, ascii.Count(len(p.points), "point"))}
}

// end returns the map of the last frame of a run, or of its f if the frame has no map.
// It also counts the points then on the wrong side or on the boundary.
func (p *placing) end(m stage.Model, run exercises.Run) (f exercises.Figure, wrong int) {
	f = p.picture()
	if r, ok := run.(stage.Run); ok {
		last := r.Trace().Last()
		for i, s := range p.points {
			if !(last.F(i)*s.Label > 0) {
				wrong++
			}
		}
		f = m.Map(m.Expansion(last), stage.MapOptions{Margins: true})
	}
	for _, shown := range run.Frame(run.Len() - 1).Figures {
		if _, ok := shown.Plot.(ascii.Map); ok && shown.Role == exercises.Main {
			f = shown
		}
	}
	if picture, ok := f.Plot.(ascii.Map); ok {
		f.Plot = ended(picture)
	}
	return f, wrong
}

// ended returns a map without the marks that concern only its last step.
func ended(m ascii.Map) ascii.Map {
	m.Before, m.Marks = nil, slices.Clone(m.Marks)
	for i := range m.Marks {
		k := &m.Marks[i]
		k.Focus, k.Turned, k.Label, k.Ink = false, false, "", ascii.None
		if len(m.Marks) <= maxNumbered {
			k.Number = fmt.Sprint(i + 1)
		}
	}
	return m
}

// maxNumbered is the maximum number of points for which the picture numbers them.
const maxNumbered = 30
