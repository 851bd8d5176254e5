package debug

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

var _ exercises.Forker = Run{}

// Options lists what can be otherwise in the step after frame i, the step
// itself first. What is in force under a is in the values; text in a that
// cannot be read counts as none here, and is reported by Preview.
func (r Run) Options(i int, a exercises.Answers) []exercises.Control {
	if i < 0 || i >= r.Len() || r.at(i).faulty() {
		return nil
	}
	p, err := r.plan(i, a)
	refused := err != nil
	if refused {
		if p, err = r.plan(i, nil); err != nil {
			return nil
		}
	}
	var out []exercises.Control
	if x := p.segment.solvers[0]; steers(x) {
		out = moveControls(x, p.segment.problems[0], p.traces[0].Last(), p.chosen)
	}
	for _, k := range knobs(setting{model: p.segment.model, solvers: p.segment.solvers}, p.segment.problems[0].Primal()) {
		out = append(out, k.control)
	}
	if refused {
		return asChosen(out, a)
	}
	return out
}

// asChosen puts what was chosen into the controls, as far as they offer it, so
// that a choice which cannot be taken can be seen and mended.
func asChosen(cs []exercises.Control, a exercises.Answers) []exercises.Control {
	for j, c := range cs {
		text := a[c.Name]
		_, err := strconv.ParseFloat(text, 64)
		if c.IsChoice() && slices.ContainsFunc(c.Choices, func(o exercises.Choice) bool { return o.Value == text }) || !c.IsChoice() && err == nil {
			cs[j].Value = text
		}
	}
	return cs
}

// Preview is the frame that the step after frame i would lead to, with what
// the choice does in words in front of the notes. With nothing chosen it is the
// run's own next frame.
func (r Run) Preview(i int, a exercises.Answers) (exercises.Frame, error) {
	p, err := r.plan(i, a)
	if err != nil {
		return exercises.Frame{}, err
	}
	fork, err := r.take(p)
	if err == errNothing {
		fork, err = r.own(p)
	}
	if err != nil {
		return exercises.Frame{}, err
	}
	at := fork.Len() - 1
	f := fork.painted(at)
	if at == i {
		f.Notes = append([]ascii.Line{stage.Warning("No step follows: " + fork.traces[0].Last().Sentence)}, f.Notes...)
		return f, nil
	}
	f.Notes = slices.Concat(p.effect(fork.traces[0].At(at)), p.difference(), slices.DeleteFunc(slices.Clone(f.Notes), saysGain))
	return f, nil
}

// saysGain recognises the stage's note on ΔW, which effect tells already.
func saysGain(l ascii.Line) bool { return strings.HasPrefix(l.String(), "W gained ") }

// own is the run up to the frame after that of a plan in which nothing is
// different.
func (r Run) own(p plan) (Run, error) {
	r.traces = p.traces
	next, err := r.Extend(context.Background(), 1, exercises.Break{})
	if err != nil {
		return r, err
	}
	return next.(Run), nil
}

// Fork returns a run with the past up to frame i and the chosen step after it;
// Extend goes on from there. The receiver stays as it is.
func (r Run) Fork(ctx context.Context, i int, a exercises.Answers) (exercises.Run, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, err := r.plan(i, a)
	if err != nil {
		return nil, err
	}
	out, err := r.take(p)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Origin says where this run left another: at which frame, and by what choice.
func (r Run) Origin() (at int, choice string, ok bool) {
	if len(r.choices) == 0 {
		return 0, "", false
	}
	last := r.choices[len(r.choices)-1]
	return last.At, last.Words, true
}

// difference says what the chosen step has in place of the run's own.
func (p plan) difference() []ascii.Line {
	if len(p.words) == 0 {
		return nil
	}
	return []ascii.Line{{{Text: "This would be otherwise: ", Ink: ascii.Dim}, {Text: strings.Join(p.words, ", "), Ink: ascii.Accent}}}
}

// effect says what the chosen step does: the clip and ΔW of a pair, beside
// what the solver's own pair would gain.
func (p plan) effect(next solvers.Step) []ascii.Line {
	var out []ascii.Line
	switch d := next.Detail.(type) {
	case *solvers.SMODetail:
		out = append(out, clipWords(d), gainWords(d))
		if p.chosen != p.own {
			out = append(out, p.ownGain())
		}
	case *solvers.PerceptronDetail:
		out = append(out, visitWords(d))
	case *solvers.GradientDetail:
		was := p.traces[0].Last().Objective
		out = append(out, ascii.Plain(fmt.Sprintf("The loss goes from %s to %s.", stage.Num(was), stage.Num(d.Loss))))
	case *solvers.RidgeDetail:
		out = append(out, ascii.Plain("The stages begin again with K, and add the new λ to its diagonal."))
	}
	return out
}

// ownGain is what the run's own next step would gain.
func (p plan) ownGain() ascii.Line {
	own, err := p.own.take(p.segment.solvers[0], p.segment.problems[0], p.traces[0].Last())
	if err != nil {
		return nil
	}
	who := capital(p.own.String())
	if p.own.k == p.chosen.k && p.own.l == p.chosen.l && !p.own.free {
		who = "With the clip it"
	}
	return ascii.Plain(fmt.Sprintf("%s would gain ΔW = %s.", who, stage.Num(own.Detail.(*solvers.SMODetail).DW)))
}

// clipWords says where αℓ* lies and what becomes of it.
func clipWords(d *solvers.SMODetail) ascii.Line {
	star, lo, hi := stage.Num(d.Unclipped), stage.Num(d.Lo), stage.Num(d.Hi)
	var words string
	switch {
	case d.Null:
		words = fmt.Sprintf("This pair cannot move: αℓ* = %s, and [L, H] = [%s, %s] holds αℓ where it is.", star, lo, hi)
	case d.Free:
		words = fmt.Sprintf("αℓ* = %s lies outside [L, H] = [%s, %s]. Without the clip αℓ goes there, and αk = %s: a multiplier leaves [0, C].", star, lo, hi, stage.Num(d.NewAk))
	case d.Clipped && d.Unclipped > d.Hi:
		words = fmt.Sprintf("αℓ* = %s lies above H = %s: clipped at H.", star, hi)
	case d.Clipped && d.Unclipped < d.Lo:
		words = fmt.Sprintf("αℓ* = %s lies below L = %s: clipped at L.", star, lo)
	default:
		words = fmt.Sprintf("αℓ* = %s lies within [L, H] = [%s, %s]: no clip.", star, lo, hi)
	}
	return ascii.Plain(words)
}

func gainWords(d *solvers.SMODetail) ascii.Line {
	ink := ascii.Good
	if !(d.DW > 0) {
		ink = ascii.Warn
	}
	return ascii.Line{{Text: fmt.Sprintf("Pair (%d, %d): ", d.K+1, d.L+1), Ink: ascii.Text}, {Text: "ΔW = " + stage.Num(d.DW), Ink: ink}}
}

func visitWords(d *solvers.PerceptronDetail) ascii.Line {
	margin := fmt.Sprintf("Point %d has y·f = %s: ", d.Point+1, stage.Num(d.Margin))
	if d.Mistake {
		return ascii.Plain(margin + "a mistake, so it is added.")
	}
	return ascii.Plain(margin + "it is right, so nothing changes.")
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
