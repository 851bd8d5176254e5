package worksheets

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Bind joins the text of an exercise with what it names of the kit and with its
// lesson, which is nil where the worksheet is the whole. Everything in which they
// disagree is an error, all of it at once: a behaviour without step, a variable
// without value, a parameter that cannot be read, a field that nothing checks
// or the reference leaves out, an unknown field, choice or misconception. So is
// a lesson that panics.
func Bind(doc *Exercise, l Lesson, kit Kit, o exercises.Options) (_ *exercises.Exercise, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("exercise %s: %v", doc.summary.ID, v)
		}
	}()
	if doc, err = doc.read(); err != nil {
		return nil, err
	}
	drawn, err := doc.numbers.draw(o.Seed)
	if err != nil {
		return nil, fmt.Errorf("exercise %s: %w", doc.summary.ID, err)
	}
	in := doc.surroundings()
	in.brief = Brief{Seed: o.Seed, Data: o.Data, Numbers: drawn, Texts: doc.numbers.texts(drawn), Right: in.Right}
	b := &binding{doc: doc, kit: kit, in: in, drawn: map[string]any{}}
	for name, v := range drawn {
		b.drawn[name] = v
	}
	for name, text := range in.brief.Texts {
		b.drawn[name] = text
	}
	if l != nil {
		b.parts = l(in.brief)
		in.sets = b.parts.Sets
	}
	out := &exercises.Exercise{Summary: doc.Summary(), Unit: doc.unit, Seed: o.Seed}
	out.Drawn = doc.Drawn(l != nil)
	for i, s := range doc.steps {
		bound := b.step(s, b.parts.Steps[s.name])
		bound.info.Closes = i > 0 && i == len(doc.steps)-1 && len(s.fields) == 0 && bound.scene == nil
		out.Steps = append(out.Steps, bound)
	}
	for _, name := range slices.Sorted(maps.Keys(b.parts.Steps)) {
		if !slices.Contains(out.Summary.Steps, name) {
			b.problem(doc.line, "the lesson has a behaviour for %s, which is no step", name)
		}
	}
	if err := joined(in.problems.sorted()); err != nil {
		return nil, fmt.Errorf("exercise %s: %w", doc.summary.ID, err)
	}
	return out, nil
}

// binding collects what does not fit while an exercise is bound.
type binding struct {
	doc   *Exercise
	parts Parts
	kit   Kit
	in    *surroundings
	drawn Vars // the worksheet's own numbers
}

// surroundings is what the judges and scenes of an exercise may know of it.
func (e *Exercise) surroundings() *surroundings {
	in := &surroundings{problems: &problems{file: e.file}, judges: map[string]Judge{}, made: map[string]*Params{}, labels: labels{}, choices: map[string][]exercises.Choice{}, asked: map[string]string{}}
	for _, s := range e.steps {
		for _, f := range s.fields {
			in.fields = append(in.fields, f.Name)
			in.choices[f.Name], in.asked[f.Name] = f.Choices, f.Label
		}
	}
	return in
}

func (b *binding) problem(line int, format string, args ...any) {
	b.in.problems.add(onLine(line), "", format, args...)
}

// step puts the values in place and checks one step against its behaviour.
func (b *binding) step(s step, behaviour Behaviour) *bound {
	v := values{behaviour.Vars, b.parts.Vars, b.drawn}
	b.variables(s, v)
	out := &bound{form: b.form(s, behaviour, v), scene: b.scene(s, behaviour, v), misconceptions: map[string][]exercises.Block{}, in: b.in, given: behaviour.Given}
	b.decides(s, behaviour, out)
	out.info = exercises.Info{
		Name: s.name, Title: v.text(s.title), Text: v.blocks(s.text), Alone: v.blocks(s.alone.text), Question: v.line(s.question),
		Fields: b.fields(s, behaviour, v), Solution: v.blocks(s.solution), Insight: v.blocks(s.insight),
		Reference:  out.form.reference(expand(s.reference, v)),
		OnStage:    behaviour.OnStage,
		Prediction: out.judgesFields && out.form.predicts(),
	}
	out.info.Tables = b.fieldTables(s, behaviour, v)
	for _, h := range s.hints {
		out.info.Hints = append(out.info.Hints, v.blocks(h))
	}
	b.misconceptions(s, out, v)
	b.checks(s, out)
	return out
}

// variables checks that every variable has a printable value.
func (b *binding) variables(s step, v values) {
	for _, u := range s.uses {
		text, ok := v.lookup(u.name)
		switch {
		case !ok:
			b.problem(u.line, "the variable {{%s}} of step %s has no value", u.name, s.name)
		case strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }):
			b.problem(u.line, "the value of {{%s}} has characters that do not print: %q", u.name, text)
		}
	}
}

func (b *binding) fields(s step, behaviour Behaviour, v values) []exercises.Field {
	var out []exercises.Field
	for _, f := range s.fields {
		field := f.Field
		field.Label, field.Placeholder = v.text(f.Label), v.text(f.Placeholder)
		field.Judge = f.judgedBy(behaviour)
		field.Reasons = b.in.judges[f.Name].Reasons
		field.Choices = slices.Clone(f.Choices)
		for i := range field.Choices {
			field.Choices[i].Label = v.text(field.Choices[i].Label)
		}
		if computed, ok := behaviour.Choices[f.Name]; ok {
			if len(f.Choices) > 0 {
				b.problem(f.line, "field %s has choices in the worksheet and in the lesson", f.Name)
			}
			field.Kind, field.Choices = exercises.ChoiceField, slices.Clone(computed)
		}
		out = append(out, field)
	}
	for _, name := range slices.Sorted(maps.Keys(behaviour.Choices)) {
		if _, ok := s.field(name); !ok {
			b.problem(s.line, "the lesson has choices for %s, which is no field of step %s", name, s.name)
		}
	}
	return out
}

func (b *binding) misconceptions(s step, out *bound, v values) {
	byHand := out.form.hand.Examples()
	for _, m := range s.misconceptions {
		var examples []exercises.Answers
		for _, e := range m.examples {
			examples = append(examples, expand(e, v))
		}
		if computed, ok := byHand[m.id]; ok {
			examples = append(examples, computed)
		}
		if len(examples) == 0 {
			b.problem(m.line, "misconception %s has no example", m.id)
		}
		for _, example := range examples {
			whole := maps.Clone(out.info.Reference)
			if whole == nil {
				whole = exercises.Answers{}
			}
			maps.Copy(whole, example)
			out.info.Misconceptions = append(out.info.Misconceptions, exercises.Misconception{ID: m.id, Example: whole})
			out.form.mistakes = append(out.form.mistakes, mistake{m.id, example})
		}
		out.misconceptions[m.id] = v.except(m.given).blocks(m.say)
	}
}

// checks holds a bound step against itself.
func (b *binding) checks(s step, out *bound) {
	switch {
	case len(s.fields) > 0 && out.check == nil:
		b.problem(s.line, "nothing checks the fields of step %s", s.name)
	case len(s.misconceptions) > 0 && out.check == nil:
		b.problem(s.line, "nothing recognises the misconceptions of step %s", s.name)
	}
	for _, f := range out.info.Fields {
		answer := out.info.Reference[f.Name]
		if strings.TrimSpace(answer) == "" {
			b.problem(s.line, "the reference of step %s leaves out field %s", s.name, f.Name)
			continue
		}
		all := []exercises.Answers{out.info.Reference}
		for _, m := range out.info.Misconceptions {
			all = append(all, m.Example)
		}
		for _, a := range all {
			if !offers(f, a[f.Name]) {
				b.problem(s.line, "an answer of step %s is %q for %s, which is not offered", s.name, a[f.Name], f.Name)
			}
		}
	}
	if len(s.fields) > 0 && out.scene == nil {
		b.onlyFields(s, out.info.Reference)
	}
}

// onlyFields refuses answers that no field and no control can have given.
func (b *binding) onlyFields(s step, a exercises.Answers) {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if _, ok := s.field(name); !ok {
			b.problem(s.line, "the reference of step %s answers %q, which is no field of it", s.name, name)
		}
	}
}

func offers(f exercises.Field, text string) bool {
	return f.Kind != exercises.ChoiceField || slices.ContainsFunc(f.Choices, func(c exercises.Choice) bool { return c.Value == text })
}

// expand puts the values into answers.
func expand(a exercises.Answers, v values) exercises.Answers {
	if a == nil {
		return nil
	}
	out := make(exercises.Answers, len(a))
	for name, text := range a {
		out[name] = v.typed(text)
	}
	return out
}

// reportLines returns blocks of text as the lines of a report, with some values in place.
func (v values) reportLines(blocks []exercises.Block) []ascii.Line {
	var out []ascii.Line
	for _, b := range v.blocks(blocks) {
		switch b.Kind {
		case exercises.Item:
			out = append(out, append(ascii.Plain(b.Mark+" "), b.Text...))
		case exercises.Formula, exercises.Verbatim:
			out = append(out, append(ascii.Plain("  "), b.Text...))
		default:
			out = append(out, b.Text)
		}
	}
	return out
}
