package explain

import (
	"context"
	"math"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// A question has a name of its own and a reference for each field, which is accepted. An
// empty answer is not.
func TestQuestions_acceptReference(t *testing.T) {
	each(t, func(r run, i int) {
		seen := map[string]bool{}
		for _, s := range answered(t, r, i) {
			info := s.Info()
			if seen[info.Name] || len(info.Fields) == 0 || len(info.Reference) != len(info.Fields) {
				t.Fatalf("%s step %d: got question %q with the reference %v, want a name of its own and fields with one",
					r.name, i, info.Name, info.Reference)
			}
			seen[info.Name] = true
			if got := check(s, nil); got.Accepted || got.Verdict != exercises.Empty {
				t.Fatalf("%s step %d, %s: no answer: got verdict %v, want %v", r.name, i, info.Name, got.Verdict,
					exercises.Empty)
			}
		}
	})
}

// A wrong answer in one field is refused, in words that do not contain the value.
func TestQuestions_refuseWrongAnswers(t *testing.T) {
	each(t, func(r run, i int) {
		if i > 3 && i%7 != 0 {
			return
		}
		for _, s := range asked(r, i) {
			info := s.Info()
			for _, f := range info.Fields {
				for _, w := range wrong(t.Context(), f, info.Reference[f.Name]) {
					a := info.Reference.With(f.Name, w)
					got := check(s, a)
					if got.Accepted || got.Fields[f.Name].Verdict == exercises.Equal {
						if info.Name == "pair" || f.Name == "k" || f.Name == "l" || info.Name == "clip" ||
							info.Name == "kappa" {
							continue // another pair may be as good, and a clip at two bounds at once
						}
						t.Fatalf("%s step %d, %s: %s = %s: got accepted, want %v: %s", r.name, i, info.Name, f.Name, w,
							info.Reference, reportText(got))
					}
					if f.Kind == exercises.TextField && f.Name != "k" && f.Name != "l" && f.Name != "point" &&
						info.Name != "pair" && info.Name != "next" {
						leaks(t, r.name, info, f.Name, w, got)
					}
				}
			}
		}
	})
}

// wrong returns answers to a field that are far from the reference.
func wrong(ctx context.Context, f exercises.Field, reference string) []string {
	var out []string
	for _, c := range f.Choices {
		if c.Value != reference {
			out = append(out, c.Value)
		}
	}
	if v, ok := readNumber(ctx, reference); ok && f.Kind == exercises.TextField {
		if math.IsInf(v, 1) {
			return []string{"0", "1e6"}
		}
		for _, d := range []float64{3 * (1 + math.Abs(v)), -7 * (1 + math.Abs(v))} {
			out = append(out, anatomy.Typed(math.Round(100*(v+d))/100))
		}
	}
	return out
}

// leaks reports an error if the text about a refused answer contains the value.
func leaks(t *testing.T, name string, info exercises.Info, field, typedWrong string, got exercises.Report) {
	t.Helper()
	v, ok := readNumber(t.Context(), info.Reference[field])
	if !ok || len(info.Reference[field]) < 5 {
		return // too short to be told from other numbers
	}
	own := got.Fields[field].Message
	if len(info.Fields) == 1 {
		own = reportText(got)
	}
	for _, form := range []string{info.Reference[field], anatomy.FiveDigits(v), anatomy.Num(v),
		strings.ReplaceAll(info.Reference[field], "-", "−")} {
		if strings.Contains(own, form) {
			t.Fatalf("%s, %s: %s = %s: got %q, want it without %s", name, info.Name, field, typedWrong, own, form)
		}
	}
}

// A text that cannot be read is no attempt, in any field.
func TestQuestions_refuseUnreadable(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 4)
	for _, s := range asked(r, 1) {
		for _, f := range s.Info().Fields {
			if f.Kind != exercises.TextField {
				continue
			}
			for _, text := range []string{"(", "two", "1,2", "NaN", "1/0", "∞ − 1", strings.Repeat("9", 400)} {
				got := check(s, s.Info().Reference.With(f.Name, text))
				if got.Accepted {
					t.Errorf("%s: %s = %q: got accepted, want refused", s.Info().Name, f.Name, text)
				}
				s.Scene(context.Background(), s.Info().Reference.With(f.Name, text))
			}
			if got := check(s, s.Info().Reference.With(f.Name, "(")); got.Verdict != exercises.Unreadable {
				t.Errorf("%s: %s = (: got verdict %v, want %v", s.Info().Name, f.Name, got.Verdict,
					exercises.Unreadable)
			}
		}
	}
}

// There are no questions about a step that no update led to.
func TestQuestions_withoutUpdate(t *testing.T) {
	r := newRun(t, "xor4", "linear", solvers.SMO{C: 1}, 0)
	start := r.traces[0]
	r.traces = []solvers.Trace{start.Append(start.At(0))}
	if q := questionsAt(r, 0); q != nil {
		t.Errorf("no update: got questions %v, want none", q)
	}
	if s := handAt(r, 0); s != nil {
		t.Errorf("no update: got a form %v, want none", s.Info())
	}
}

func TestRead_numbers(t *testing.T) {
	for text, want := range map[string]float64{
		"0.5": .5, " .5 ": .5, "-2": -2, "−2": -2, "1e-3": .001, "1/4": .25, "2*3": 6, "inf": math.Inf(1),
		"∞": math.Inf(1), "1,2": 1.2,
	} {
		if v, ok := readNumber(t.Context(), text); !ok || v != want {
			t.Errorf("read(%q) = %v, %v, want %v", text, v, ok, want)
		}
	}
	for _, text := range []string{"", "x", "1, 2", "nan", "--", "1e999", "0x10p"} {
		if v, ok := readNumber(t.Context(), text); ok {
			t.Errorf("read(%q) = %v, want no number", text, v)
		}
	}
}

func TestTyped_readsBack(t *testing.T) {
	for _, v := range []float64{0, 1, -1, .1, 1e-12, -3.25e20, 123456.789, math.Pi, math.Inf(1)} {
		if got, ok := readNumber(t.Context(),
			anatomy.Typed(v)); !ok || !(got == v || math.Abs(got-v) <= 1e-8*math.Abs(v)) {
			t.Errorf("read(%q) = %v, %v, want %v", anatomy.Typed(v), got, ok, v)
		}
	}
	if anatomy.FiveDigits(-.000012345678) != "−1.2346e−5" || anatomy.FiveDigits(math.Inf(1)) != "∞" ||
		anatomy.FiveDigits(1234567) != "1234600" {
		t.Errorf("Show: got %s, %s, %s, want −1.2346e−5, ∞, 1234600", anatomy.FiveDigits(-.000012345678),
			anatomy.FiveDigits(math.Inf(1)), anatomy.FiveDigits(1234567))
	}
}

// The label of a field may precede its number, but no other label.
func TestQuestions_labelBeforeNumber(t *testing.T) {
	q := questionTask(anatomy.Account{},
		anatomy.Question{Number: anatomy.Derivation{anatomy.Given("x", "αₗ", .3)}.Fixed("x")})
	for text, right := range map[string]bool{"0.3": true, "αₗ = 0.3": true, "alpha_l = 0.3": true, "E = 0.3": false,
		"αₗ > 0.3": false} {
		if r := q.Check(t.Context(), exercises.Answers{field: text}); r.Accepted != right {
			t.Errorf("Check(%s): got accepted = %v, want %v", text, r.Accepted, right)
		}
	}
}

// Two numbers in one field of a pair are two points, whatever separates them. A comma is
// never a decimal comma there.
func TestQuestions_twoNumbersInOneField(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 6)
	for _, q := range asked(r, 0) {
		info := q.Info()
		if info.Name != "pair" {
			continue
		}
		k, l := info.Reference["k"], info.Reference["l"]
		for _, text := range []string{k + "," + l, k + ", " + l, "(" + k + ", " + l + ")", k + " " + l, k + ";" + l} {
			for _, a := range []exercises.Answers{{"k": text}, {"l": text}} {
				if got := check(q, a); !got.Accepted {
					t.Errorf("%v: got %s, want it accepted: %s", a, got.Verdict.Words(), reportText(got))
				}
			}
		}
		if got := check(q, exercises.Answers{"k": "3,9", "l": "2"}); got.Verdict != exercises.Unreadable {
			t.Errorf("3,9 beside 2: got %s, want it unreadable: %s", got.Verdict.Words(), reportText(got))
		}
		return
	}
	t.Fatal("got no question about a pair, want one")
}

// Every pair is given to the questions. The pair of the rule is its own or one with the
// same score. Any pair that can raise g violates the conditions.
func TestQuestions_everyPair(t *testing.T) {
	rule, any := 0, 0
	each(t, func(r run, i int) {
		s, ok := r.traces[0].Solver().(solvers.SMO)
		if !ok || r.model.Set.Len() > 12 || i > 3 && i%6 > 1 {
			return
		}
		p, u := rawOf(r, i), newPair(r, i)
		question := u.Account.Move()
		if question == nil {
			return
		}
		byRule, task := strings.Contains(question.Text, "rule"), moveTask(*question, len(p.y))
		for k := range p.y {
			for l := range p.y {
				got := check(task, exercises.Answers{"k": pointNumber(k), "l": pointNumber(l)})
				switch {
				case k == l:
					if got.Accepted {
						t.Fatalf("%s step %d: pair %s: got accepted, want two points", r.name, i, pairName(k, l))
					}
				case !byRule:
					if any++; got.Accepted != p.violates(k, l, s.C) {
						t.Fatalf("%s step %d: %s: got accepted = %v, want %v: %s", r.name, i, pairName(k, l),
							got.Accepted,
							!got.Accepted, reportText(got))
					}
				case u.taken(k, l) && k != u.k:
					if rule++; !strings.Contains(reportText(got), "their order matters") || got.Accepted {
						t.Fatalf("%s step %d: the rule's pair in the wrong order: %s", r.name, i, reportText(got))
					}
				case u.taken(k, l):
					if rule++; !got.Accepted {
						t.Fatalf("%s step %d: got the rule's own pair refused, want it accepted: %s", r.name, i,
							reportText(got))
					}
					second, _ := anatomy.RuleOf(s.Rule).Best(u.SMOState, u.k, u.l)
					if second >= 0 && !strings.Contains(reportText(got), "runner-up l = "+pointNumber(second)) {
						t.Fatalf("%s step %d: want the runner-up named, got %s", r.name, i, reportText(got))
					}
				case got.Accepted && s.Rule != solvers.MaxErrorLiteral:
					if math.Abs(score(u, k, l)-score(u, u.k, u.l)) > 1e-6 {
						t.Fatalf("%s step %d: %s: got accepted, want the rule's %s", r.name, i, pairName(k, l),
							pairName(u.k, u.l))
					}
				}
			}
		}
	})
	if rule < 20 || any < 200 {
		t.Errorf("got %d pairs by rule, %d of any kind, want at least 20 and 200", rule, any)
	}
}

// Of all points, only the first on the wrong side is accepted.
func TestQuestions_nextMistake(t *testing.T) {
	r := newRun(t, "parabola", "poly(degree=2,c=1)", solvers.Perceptron{}, 12)
	for i := 0; i+1 < r.traces[0].Len(); i++ {
		q := questionsAt(r, i)[0]
		want := q.Info().Reference["answer"]
		for j := range r.model.Set.Len() {
			if got := check(q, exercises.Answers{"answer": pointNumber(j)}); got.Accepted != (pointNumber(j) == want) {
				t.Errorf("step %d: point %d: got accepted = %v, want only %s: %s", i, j+1, got.Accepted, want,
					reportText(got))
			}
		}
		if got := check(q, exercises.Answers{"answer": "None"}); got.Accepted != (want == "none") {
			t.Errorf("step %d: none: got accepted = %v, want %s", i, got.Accepted, want)
		}
	}
}

// A number in a form is echoed as it is read.
func TestForm_Echo(t *testing.T) {
	r := newRun(t, "xor4", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 2)
	e := handAt(r, 0).(exercises.Echoer)
	if got := e.Echo(t.Context(), "kappa",
		"2*3"); got.Reading != answer.EchoOf(context.Background(), "2*3", answer.Scope{}).Reading || got.Problem != "" {
		t.Errorf("Echo of 2*3 = %v, want its reading", got)
	}
	if got := e.Echo(t.Context(), "kappa", "2*"); got.Problem == "" {
		t.Errorf("Echo of a broken text: got %+v, want a problem", got)
	}
	if got := e.Echo(t.Context(), "nothing", "2"); got.Reading != "" || got.At != -1 {
		t.Errorf("Echo of a field that does not exist = %v, want nothing", got)
	}
}
