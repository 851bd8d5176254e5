package bench

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
)

// placedSetName is the name of the set of the points that a student places.
const placedSetName = "placed"

// pointEditor is the state of placing points: the points, the cross that two sliders move, and
// the class of the next point.
type pointEditor struct {
	namePrefix string // prefix of the control names
	points     PlacedPoints
	err        error         // why the text of the points cannot be read, or nil
	cross      LabelledPoint // the position of the cross, with the chosen class
	showsSteps bool          // whether the student steps through the run instead of placing points
}

// PointsField and TypedField are the fields that hold the placed points and the typed
// kernel.
const (
	PointsField = "points"
	TypedField  = "formula"
)

// The names of the controls.
const (
	x1Name    = "x1"
	x2Name    = "x2"
	className = "class"
	placeName = "place"
	clearName = "clear"
	stepsName = "steps"
)

// readPointEditor reads the state of placing points from the answers.
func (b Bench) readPointEditor(a exercises.Answers) *pointEditor {
	p := &pointEditor{namePrefix: b.NamePrefix}
	p.points, p.err = ReadPlacedPoints(a[p.namePrefix+PointsField])
	p.cross, p.showsSteps = p.crossPosition(a), a[p.namePrefix+stepsName] != ""
	return p
}

// crossPosition returns the position of the cross and the chosen class.
func (p *pointEditor) crossPosition(a exercises.Answers) LabelledPoint {
	point := LabelledPoint{X: p.axis(x1Name, "x₁", a).Number(), Y: p.axis(x2Name, "x₂", a).Number(), Label: 1}
	if p.class(a).Value == "-" {
		point.Label = -1
	}
	return point
}

func (p *pointEditor) axis(name, label string, a exercises.Answers) exercises.Control {
	return stage.Slider(p.namePrefix+name, label, -MaxCoordinate, MaxCoordinate, 0.1, a, "0")
}

func (p *pointEditor) class(a exercises.Answers) exercises.Control {
	return stage.ChoiceControl(p.namePrefix+className, "class", a, "+",
		exercises.LabelledChoices("+", "◇ +1", "-", "□ −1")...)
}

// controls returns the controls for placing points, and a button that switches to the steps of the
// run. While the student steps through the run, it returns only the button that switches back.
func (p *pointEditor) controls(a exercises.Answers) []exercises.Control {
	stepsButton := exercises.Control{Name: p.namePrefix + stepsName, Label: "step through it", Press: p.toggleSteps}
	if p.showsSteps {
		stepsButton.Label = "back to the points"
		return []exercises.Control{stepsButton}
	}
	x1Slider, x2Slider := p.axis(x1Name, "x₁", a), p.axis(x2Name, "x₂", a)
	label := "place a point"
	if p.points.IndexAt(p.cross.X, p.cross.Y) >= 0 {
		label = "take the point away"
	}
	clearLabel := "clear all points"
	if a[p.namePrefix+PointsField] == "" && a[p.namePrefix+clearName] != "" {
		clearLabel = "bring the points back"
	}
	return []exercises.Control{
		x1Slider, x2Slider, p.class(a),
		{Name: p.namePrefix + placeName, Label: label, Press: p.togglePoint,
			ArrowSliders: []string{x1Slider.Name, x2Slider.Name}},
		{Name: p.namePrefix + clearName, Label: clearLabel, Press: p.clear},
		stepsButton,
	}
}

// clear returns the answers without points. If there are no points, it restores the points that
// were cleared last.
func (p *pointEditor) clear(a exercises.Answers) exercises.Answers {
	points := a[p.namePrefix+PointsField]
	if points == "" {
		return a.With(p.namePrefix+PointsField, a[p.namePrefix+clearName])
	}
	return a.With(p.namePrefix+clearName, points).With(p.namePrefix+PointsField, "")
}

// toggleSteps returns the answers after switching between placing points and the steps.
func (p *pointEditor) toggleSteps(a exercises.Answers) exercises.Answers {
	if a[p.namePrefix+stepsName] != "" {
		return a.With(p.namePrefix+stepsName, "")
	}
	return a.With(p.namePrefix+stepsName, "yes")
}

// togglePoint returns the answers with a point added at the cross. If there is already a point at the
// cross, it removes this point. It does not change a text that cannot be read, or that would become
// longer than a field can hold.
func (p *pointEditor) togglePoint(a exercises.Answers) exercises.Answers {
	points, err := ReadPlacedPoints(a[p.namePrefix+PointsField])
	if err != nil {
		return a
	}
	after := points.Toggled(p.crossPosition(a))
	if text := after.String(); len(after) < len(points) || len(text) <= longestText {
		return a.With(p.namePrefix+PointsField, text)
	}
	return a
}

// longestText is the maximum length of the text of the points, in bytes. The text of MaxPlaced
// points at positions that the sliders can reach is shorter.
const longestText = 2900

// set returns the placed points as data. If they do not suffice for learning, it returns two other
// points, so that the controls of a run can be shown.
func (p *pointEditor) set() stage.DataSetOption {
	s := stage.DataSetOption{Name: placedSetName, Label: "points you place", Kernel: "rbf", Width: 1}
	points := p.points
	if p.missingInput() != "" {
		points = PlacedPoints{{X: -1, Label: -1}, {X: 1, Label: 1}}
	}
	s.Set = points.Set()
	return s
}

// missingInput returns a sentence about what a run still needs, or "" if it needs nothing more.
func (p *pointEditor) missingInput() string {
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

// fullMessage returns a message if no further point can be placed, and otherwise "".
func (p *pointEditor) fullMessage() string {
	if len(p.points) < MaxPlaced && len(p.points.String()) <= longestText-len("; -3.0 -3.0 +") {
		return ""
	}
	return fmt.Sprintf("There are %d points, and no more can be placed.", len(p.points))
}

// picture returns the picture of the points without a run.
func (p *pointEditor) picture() exercises.Figure {
	m := ascii.Map{XLabel: "x1", YLabel: "x2", Levels: ascii.NoLines, Legend: true}
	for i, point := range p.points {
		mark := ascii.Mark{X: point.X, Y: point.Y, Class: int(point.Label)}
		if len(p.points) <= maxNumbered {
			mark.Number = fmt.Sprint(i + 1)
		}
		m.Marks = append(m.Marks, mark)
	}
	return p.withCross(fixedAxes(stage.Main("Your points", m)))
}

// fixedAxes returns the map of a figure with axes that do not depend on the points.
func fixedAxes(f exercises.Figure) exercises.Figure {
	if m, ok := f.Plot.(ascii.Map); ok && f.Role == exercises.Main {
		m.X = ascii.Range{Min: -MaxCoordinate, Max: MaxCoordinate}
		m.Y = m.X
		f.Plot = m
	}
	return f
}

// withCross returns a map with the cross, on which a click places a point.
func (p *pointEditor) withCross(f exercises.Figure) exercises.Figure {
	m, ok := f.Plot.(ascii.Map)
	if !ok || p.showsSteps {
		return f
	}
	m.Cross = &ascii.Point{X: p.cross.X, Y: p.cross.Y}
	f.Plot, f.PointSliders = m, []string{p.namePrefix + x1Name, p.namePrefix + x2Name}
	f.ClickButton = p.namePrefix + placeName
	return f
}

// endPicture returns a picture of the end of a run, on which points can be placed, and notes that
// describe how the run ended. If ctx is cancelled, the picture shows only the points.
func (p *pointEditor) endPicture(ctx context.Context, data stage.TrainingData,
	run exercises.Run) (exercises.Figure, []ascii.Line) {
	maxSteps := min(5000, 400_000/len(p.points)) // less than a second with every solver
	finalRun, err := run.Extend(ctx, maxSteps, exercises.Condition{})
	if err != nil {
		return p.picture(), nil
	}
	why, done := finalRun.Done()
	if !done {
		why = fmt.Sprintf("This is the result after %d steps; the run would go on.", finalRun.Len()-1)
	}
	f, errorCount := p.lastMap(data, finalRun)
	f.Title = "Your points, and where the run ends"
	return p.withCross(fixedAxes(f)),
		[]ascii.Line{ascii.Plain(why),
			ascii.Plainf("%d of %s on the wrong side.", errorCount, ascii.Count(len(p.points), "point"))}
}

// lastMap returns the map of the last frame of a run. If the frame has no map, it returns a map of f at
// the last step. errorCount is the number of points on the wrong side or on the boundary.
func (p *pointEditor) lastMap(data stage.TrainingData, run exercises.Run) (f exercises.Figure, errorCount int) {
	f = p.picture()
	if r, ok := run.(stage.Run); ok {
		last := r.Trace().Last()
		for i, point := range p.points {
			if !(last.F(i)*point.Label > 0) {
				errorCount++
			}
		}
		f = data.Map(data.Expansion(last), stage.MapOptions{Margins: true})
	}
	for _, shownFigure := range run.Frame(run.Len() - 1).Figures {
		if _, ok := shownFigure.Plot.(ascii.Map); ok && shownFigure.Role == exercises.Main {
			f = shownFigure
		}
	}
	if picture, ok := f.Plot.(ascii.Map); ok {
		f.Plot = withoutStepMarks(picture)
	}
	return f, errorCount
}

// withoutStepMarks returns a map without the marks that concern only the last step of the run.
func withoutStepMarks(m ascii.Map) ascii.Map {
	m.PreviousField, m.Marks = nil, slices.Clone(m.Marks)
	for i := range m.Marks {
		mark := &m.Marks[i]
		mark.Focus, mark.ChangedSide, mark.Label, mark.Ink = false, false, "", ascii.None
		if len(m.Marks) <= maxNumbered {
			mark.Number = fmt.Sprint(i + 1)
		}
	}
	return m
}

// maxNumbered is the maximum number of points for which the picture shows the number of every point.
const maxNumbered = 30

// PlacedPoints is a list of points of the plane in the order in which a student placed them. Students
// can also type the list, as in "0.5 1 +; -1 2 -": two coordinates and a class for each point.
type PlacedPoints []LabelledPoint

// LabelledPoint is a point with its label, +1 or −1.
type LabelledPoint struct{ X, Y, Label float64 }

// MaxCoordinate is the largest coordinate on the picture of placed points, and MaxPlaced is
// the maximum number of points.
const (
	MaxCoordinate = 3
	MaxPlaced     = 200
)

// PlacedError is a mistake in a text of points. Msg describes it, and At is the index of the rune at
// which it begins.
type PlacedError struct {
	At  int
	Msg string
}

func (e *PlacedError) Error() string { return e.Msg }

// ReadPlacedPoints reads points. If the text is faulty, it returns a [*PlacedError] and the points
// before the faulty part.
func ReadPlacedPoints(text string) (PlacedPoints, error) {
	var out PlacedPoints
	offset := 0
	for _, part := range strings.Split(strings.ReplaceAll(text, "\n", ";"), ";") {
		// If the text contains several equal parts, this finds the first part not yet read.
		offset += strings.Index(text[offset:], part)
		point, err := readPoint(part)
		if err == nil && len(out) == MaxPlaced {
			err = &PlacedError{0, fmt.Sprintf("there is room for %d points", MaxPlaced)}
		}
		if err != nil {
			err.At += len([]rune(text[:offset]))
			return out, err
		}
		if offset += len(part); point != nil {
			out = append(out, *point)
		}
	}
	return out, nil
}

// readPoint reads one point. It returns nil if the text is blank.
func readPoint(text string) (*LabelledPoint, *PlacedError) {
	words := strings.FieldsFunc(text, isBlank)
	fault := func(word int, format string, args ...any) *PlacedError {
		offset := 0 // position of the word
		for _, w := range words[:word] {
			offset += strings.Index(text[offset:], w) + len(w)
		}
		offset += strings.Index(text[offset:], words[word])
		return &PlacedError{len([]rune(text[:offset])), fmt.Sprintf(format, args...)}
	}
	switch {
	case len(words) == 0:
		return nil, nil
	case len(words) < 3:
		return nil, fault(0, "a point is two numbers and its class, as in 0.5 1 +")
	case len(words) > 3:
		return nil, fault(3, "after a point and its class comes a semicolon")
	}
	var v [2]float64
	for i, word := range words[:2] {
		x, err := strconv.ParseFloat(strings.Replace(word, "−", "-", 1), 64)
		switch {
		case err != nil || math.IsNaN(x):
			return nil, fault(i, "“%s” is not a number", shortWord(word))
		case math.Abs(x) > MaxCoordinate:
			return nil, fault(i, "the picture goes from −%d to %d", MaxCoordinate, MaxCoordinate)
		}
		v[i] = x + 0 // no −0
	}
	label, ok := readClass(words[2])
	if !ok {
		return nil, fault(2, "a class is + or −")
	}
	return &LabelledPoint{v[0], v[1], label}, nil
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || r == ',' }

func readClass(word string) (label float64, ok bool) {
	switch strings.TrimSuffix(strings.Replace(word, "−", "-", 1), "1") {
	case "+", "": // "1" is a class, too
		return 1, true
	case "-":
		return -1, true
	}
	return 0, false
}

func shortWord(word string) string {
	if r := []rune(word); len(r) > 20 {
		return string(r[:20]) + "…"
	}
	return word
}

// String formats the points such that ReadPlacedPoints returns the same points.
func (p PlacedPoints) String() string {
	parts := make([]string, len(p))
	for i, s := range p {
		class := "+"
		if s.Label < 0 {
			class = "-"
		}
		parts[i] = formatNumber(s.X) + " " + formatNumber(s.Y) + " " + class
	}
	return strings.Join(parts, "; ")
}

func formatNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// IndexAt returns the index of the last point at the position (x, y), or −1.
func (p PlacedPoints) IndexAt(x, y float64) int {
	const samePlace = 1e-9
	for i := len(p) - 1; i >= 0; i-- {
		if math.Abs(p[i].X-x) < samePlace && math.Abs(p[i].Y-y) < samePlace {
			return i
		}
	}
	return -1
}

// Toggled returns the points without the one at the position of the given point. If there is none
// there, it adds the given point. If there are already MaxPlaced points, it adds none.
func (p PlacedPoints) Toggled(point LabelledPoint) PlacedPoints {
	out := append(PlacedPoints(nil), p...)
	if i := p.IndexAt(point.X, point.Y); i >= 0 {
		return append(out[:i], out[i+1:]...)
	}
	if len(p) < MaxPlaced {
		out = append(out, point)
	}
	return out
}

// Count returns the numbers of points of class −1 and +1.
func (p PlacedPoints) Count() (negative, positive int) {
	for _, s := range p {
		if s.Label < 0 {
			negative++
		}
	}
	return negative, len(p) - negative
}

// Set returns the points as a data set, or nil if there are none.
func (p PlacedPoints) Set() *dataset.Set {
	if len(p) == 0 {
		return nil
	}
	points, labels := make([][]float64, len(p)), make([]float64, len(p))
	for i, s := range p {
		points[i], labels[i] = []float64{s.X, s.Y}, s.Label
	}
	return dataset.NewClassification("placed points", points, labels)
}
