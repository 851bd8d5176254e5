package kit

import (
	"context"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// spaceScene is vectors of three dimensions as arrows, and the plane that two of them
// span, turned by a lever.
func spaceScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	s := spaceFigure{
		p: p, by: by, title: by.title(p, "space"), notes: livesOf(p, "notes", by),
		turn: by.law(p, "turn", or(p.Text("turn"), "30")), tilt: by.law(p, "tilt", or(p.Text("tilt"), "20")),
		extent: by.law(p, "extent", p.Needed("extent")), axes: [3]string{"e₁", "e₂", "e₃"},
	}
	for _, part := range p.Parts("vectors", "name", "to", "from", "ink", "dots", "once") {
		s.vectors = append(s.vectors, spaceVector{
			name: part.Needed("name"), to: placeOf(part, by, "to"), from: placeOf(part, by, "from"), once: part.Fields("once"), dots: part.Flag("dots"),
			ink: map[string]ascii.Ink{"1": ascii.Symbol1, "2": ascii.Symbol2, "3": ascii.Symbol3, "4": ascii.Symbol4, "text": ascii.Text}[part.Choice("ink", "text", "1", "2", "3", "4")],
		})
	}
	names := p.Texts("plane")
	for _, name := range names {
		i := s.index(name)
		if i < 0 || len(names) != 2 {
			p.Fail("plane", "name two of the vectors", "no plane of %v", names)
			return nil
		}
		s.plane = append(s.plane, i)
	}
	s.beginAt(p.Text("clear"))
	return s.scene
}

// beginAt has a lever begin where the vectors are seen best; "" names none.
func (s spaceFigure) beginAt(name string) {
	if name == "" {
		return
	}
	i := slices.Index(s.by.letters(), name)
	if i < 0 || s.by.list[i].IsChoice() {
		s.p.Fail("clear", "name one of the sliders", "no slider %s", name)
		return
	}
	l := &s.by.list[i]
	best := math.Inf(-1)
	for v := l.Min; v <= l.Max; v += l.Step {
		if apart := s.apart(i, v); apart > best+1e-9 {
			best, l.at = apart, exercises.FormatNumber(v)
		}
	}
}

// apart is how far apart the nearest two ends of vectors are on the picture, one lever
// at v and the others at their largest, and less than that where the plane is seen from
// its edge or an axis from its end: so that nothing lies over another.
func (s spaceFigure) apart(lever int, v float64) float64 {
	at := make([]float64, len(s.by.list))
	for i, l := range s.by.list {
		at[i] = l.Max
	}
	at[lever] = v
	picture := s.space(at)
	ends := []ascii.Point{{}}
	for _, v := range s.vectors {
		ends = append(ends, picture.Seen(v.to(at)))
	}
	least := math.Inf(1)
	for i, p := range ends {
		for _, q := range ends[:i] {
			if d := math.Hypot(p.X-q.X, p.Y-q.Y); d > 1e-9 { // what is one place everywhere cannot be told apart
				least = min(least, d)
			}
		}
	}
	for _, p := range picture.Planes {
		least = min(least, 2*picture.Open(p)*picture.Extent)
	}
	for _, axis := range []ascii.Vector{{1, 0, 0}, {0, 1, 0}} {
		least = min(least, 2*math.Abs(picture.Seen(axis).X)*picture.Extent)
	}
	return least
}

// space is the picture without its vectors.
func (s spaceFigure) space(at []float64) ascii.Space {
	picture := ascii.Space{Extent: s.extent.Value(at...), Turn: s.turn.Value(at...), Tilt: s.tilt.Value(at...), Axes: s.axes}
	if len(s.plane) == 2 {
		u, v := s.vectors[s.plane[0]], s.vectors[s.plane[1]]
		picture.Planes = []ascii.Plane{{U: u.to(at), V: v.to(at), Name: "the plane of " + u.name + " and " + v.name}}
	}
	return picture
}

// spaceFigure is the vectors, as formulas of the levers.
type spaceFigure struct {
	p                  *worksheets.Params
	by                 levers
	title              func(exercises.Answers) string
	turn, tilt, extent answer.Func
	vectors            []spaceVector
	plane              []int // two of the vectors; none: no plane
	axes               [3]string
	notes              []live
}

// spaceVector is an arrow; its place is a function of the levers.
type spaceVector struct {
	name     string
	to, from func(at []float64) ascii.Vector
	ink      ascii.Ink
	dots     bool
	once     []string // fields that have to be right before it is drawn
}

// placeOf is a place of three formulas; 0 where there is none.
func placeOf(p *worksheets.Params, by levers, name string) func(at []float64) ascii.Vector {
	texts := p.Texts(name)
	if name == "from" && len(texts) == 0 {
		return func([]float64) ascii.Vector { return ascii.Vector{} }
	}
	if len(texts) != 3 {
		p.Fail(name, "write three formulas, as [1, 0, 2*c]", "a place with %d coordinates", len(texts))
		return func([]float64) ascii.Vector { return ascii.Vector{} }
	}
	var laws [3]answer.Func
	for i, text := range texts {
		laws[i] = by.law(p, name, text)
	}
	return func(at []float64) (v ascii.Vector) {
		for i, law := range laws {
			v[i] = law.Value(at...)
		}
		return v
	}
}

func (s spaceFigure) index(name string) int {
	for i, v := range s.vectors {
		if v.name == name {
			return i
		}
	}
	return -1
}

func (s spaceFigure) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	at := s.by.values(a)
	picture := s.space(at)
	for _, v := range s.vectors {
		if len(v.once) == 0 || s.p.Right(ctx, a, v.once...) {
			picture.Arrows = append(picture.Arrows, ascii.Arrow{From: v.from(at), To: v.to(at), Name: v.name, Ink: v.ink, Dotted: v.dots})
		}
	}
	return exercises.Scene{
		Figures:  []exercises.Figure{stage.Main(s.title(a), picture)},
		Controls: s.by.controls(a), Notes: shown(ctx, s.notes, a),
	}
}
