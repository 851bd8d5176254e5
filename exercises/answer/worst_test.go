package answer_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/catalogue"
)

// worstTexts are texts made to take long, within the limits of what is read.
func worstTexts() map[string]string {
	return map[string]string{
		"power":        "(x1+x2+1)^60",
		"product":      "(x1+x2+√2+√3+√5)^12 (x1-x2+√7+√11)^12",
		"tower":        "9^9^9^9",
		"numbers":      "(3/7+√2+√3+√5+√7+√11+√13)^900",
		"division":     "1/(√2+√3+√5+√7+√11)^9",
		"nested":       "((((x1+1)^3+x2)^3+1)^3+x1)^3",
		"forks":        "1/2x1 1/2(x1+1) √2c x2 e^-x1/2 √x1^2 (x1+x2+√2)^14 (x1)2",
		"differences":  strings.Repeat("1-(", 60) + "x1" + strings.Repeat(")", 60),
		"fractions":    strings.Repeat("x1/(1+", 30) + "x2" + strings.Repeat(")", 30),
		"brackets":     strings.Repeat("(", 60) + "x1" + strings.Repeat(")", 60),
		"open":         strings.Repeat("(", 4000),
		"long sum":     strings.TrimSuffix(strings.Repeat("x1+", 1300), "+"),
		"long product": strings.TrimSuffix(strings.Repeat("x1x2", 1000), "+"),
		"long list":    "[" + strings.TrimSuffix(strings.Repeat("x1,", 1300), ",") + "]",
		"quotients":    strings.TrimSuffix(strings.Repeat("1/(x1+√2x2)+", 200), "+"),
		"huge power":   "x1^1000000",
		"factorial":    "1000!",
		"names":        strings.Repeat("x1x2cx", 680),
		"roots":        strings.Repeat("√", 60) + "2",
		"decimals":     "(1.23456789012345678901234567890123456789x1+1)^40",
		"absolute":     "|" + strings.TrimSuffix(strings.Repeat("x1|x2|", 40), "|") + "|",
		"extremes":     "max(" + strings.TrimSuffix(strings.Repeat("x1^2,x2^3,", 40), ",") + ")",
		"exponentials": strings.TrimSuffix(strings.Repeat("exp(x1^2+x2)·", 200), "·"),
		"labels":       strings.Repeat("a=", 2000),
		"spaces":       "[" + strings.Repeat("x1 x2 ", 600) + "]",
		"entries":      "(y_1+y_2+y_3+a_1+a_2+a_3)^8",
		"entries 6":    "(y_1+y_2+y_3+a_1+a_2+a_3)^6",
		"products":     "((a_1+a_2)(y_1+y_2)(a_1-y_2))^4",
		"sums":         "sum(j, sum(l, sum(i, a_i K_ij y_l)))^3",
		"sum powers":   "(sum(j, y_j) + sum(j, a_j) + sum(j, K_jj))^6",
		"logistics":    "a_i + " + strings.TrimSuffix(strings.Repeat("s(sum(j, a_j K_ij y_j))·", 20), "·"),
		"absolutes":    "a_i + " + strings.TrimSuffix(strings.Repeat("|y_i a_i + s(a_j K_ij)|+", 30), "+"),
		"commas":       strings.Repeat("1,", 1900) + "1",
		"groups":       strings.Repeat("1,000 ", 660),
		"one number":   "1" + strings.Repeat(",000", 900),
		"numerals":     strings.Repeat("1,5 ", 990),
		"libraries":    strings.Repeat("np.", 1300) + "x1",
		"methods":      "x1" + strings.Repeat(".dot(x1)", 450),
		"sums of sums": strings.Repeat("sum(", 60) + "x1" + strings.Repeat(")", 60),
		"ranges":       strings.Repeat("sum(j,1,n,", 390),
		"matrices":     strings.Repeat("\\begin{bmatrix}", 260),
		"rows":         "\\begin{bmatrix}" + strings.Repeat("x1 & x2 \\\\ ", 300) + "\\end{bmatrix}",
		"chooses":      strings.Repeat("9 choose ", 400) + "2",
		"equations":    strings.Repeat("(x1+x2+√2+√3)^9 = ", 200) + "1",
		"bounds":       "0 < " + strings.Repeat("x1 < ", 700) + "1",
	}
}

// worstJudges are the judges a text may reach.
func worstJudges() map[string]func(string) answer.Result {
	scope := answer.Scope{Vars: []string{"x1", "x2", "c"}, Positive: []string{"c"}, Alias: map[string]string{"x": "x1"}}
	task := answer.ExprTask{Scope: scope, Want: "(x1+x2)^2", Rules: []string{"square-of-sum", "root-missing", "linear-missing"}, Mistakes: []answer.Mistake{
		{ID: "a", Form: "x1^2+x2^2"}, {ID: "b", Form: "x1+x2"}, {ID: "c", Form: "2x1x2"},
	}}
	update := answer.ExprTask{
		Scope: answer.DualScope(answer.DualNames{Weights: "a", Targets: "y", Bits: true, Scalars: []string{"gamma", "n"}, Logistic: true}),
		Want:  "a_i + gamma (y_i - s(sum(j, a_j K_ij)))",
	}
	kernel := answer.KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}}
	return map[string]func(string) answer.Result{
		"features": func(s string) answer.Result {
			return answer.JudgeFeatures(context.Background(), s, answer.QuadraticFeatures())
		},
		"expression": func(s string) answer.Result { return answer.JudgeExpr(context.Background(), s, task) },
		"update":     func(s string) answer.Result { return answer.JudgeExpr(context.Background(), s, update) },
		"number": func(s string) answer.Result {
			return answer.JudgeNumber(context.Background(), s, answer.NumberTask{Want: answer.Int(2), Digits: 3})
		},
		"growth": func(s string) answer.Result {
			return answer.JudgeGrowth(context.Background(), s, answer.GrowthTask{Vars: []string{"x1", "x2"}, Want: "x1"})
		},
		"matrix": func(s string) answer.Result {
			return answer.JudgeMatrix(context.Background(), s, answer.MatrixTask{Scope: scope, Want: "[[x1, 1], [0, x2]]"})
		},
		"derivation": func(s string) answer.Result {
			return answer.JudgeDerivation(context.Background(), s, answer.DerivationTask{Scope: scope, From: "(x1+x2)^2"})
		},
		"kernel": func(s string) answer.Result { return answer.JudgeKernel(context.Background(), s, kernel) },
		"set":    func(s string) answer.Result { return answer.JudgeSet(s, answer.SetTask{Want: []int{1}}) },
		"interval": func(s string) answer.Result {
			return answer.JudgeInterval(context.Background(), s, answer.IntervalTask{})
		},
	}
}

// BenchmarkCurriculum reports the longest verdict on a reference or on an
// example of a mistake of any exercise: the goal is 5 ms.
func BenchmarkCurriculum(b *testing.B) {
	lib, err := catalogue.New()
	if err != nil {
		b.Fatal(err)
	}
	var worst time.Duration
	which := ""
	for b.Loop() {
		for _, u := range lib.Units() {
			for _, summary := range u.Exercises {
				e, err := lib.Open(summary.ID, exercises.Options{Seed: 1})
				if err != nil {
					b.Fatal(err)
				}
				name, d := slowestVerdict(e)
				if d > worst {
					worst, which = d, summary.ID+"-"+name
				}
			}
		}
	}
	b.ReportMetric(float64(worst.Microseconds())/1000, "worst-ms/"+which)
}

// slowestVerdict is the step whose checker takes longest, the best of three
// tries each.
func slowestVerdict(e *exercises.Exercise) (step string, worst time.Duration) {
	before := exercises.Answers{}
	for _, s := range e.Steps {
		info := s.Info()
		all := []exercises.Answers{info.Reference}
		for _, m := range info.Misconceptions {
			all = append(all, m.Example)
		}
		for _, a := range all {
			answers := maps.Clone(before)
			maps.Copy(answers, a)
			best := time.Hour
			for range 3 {
				start := time.Now()
				s.Check(context.Background(), answers)
				best = min(best, time.Since(start))
			}
			if best > worst {
				step, worst = info.Name, best
			}
		}
		maps.Copy(before, info.Reference)
	}
	return step, worst
}

// BenchmarkPage reports the longest verdict on a text of the page of cases, the
// best of three tries each: the goal is 50 ms.
func BenchmarkPage(b *testing.B) {
	cases := readPage(b)
	var worst time.Duration
	at := 0
	for b.Loop() {
		for _, c := range cases {
			best := time.Hour
			for range 3 {
				start := time.Now()
				judgePage(b, c)
				best = min(best, time.Since(start))
			}
			if best > worst {
				worst, at = best, c.line
			}
		}
	}
	b.ReportMetric(float64(worst.Microseconds())/1000, fmt.Sprintf("worst-ms/line-%d", at))
}

// BenchmarkWorstTexts reports the longest verdict on a text made to take long:
// the goal is 50 ms.
func BenchmarkWorstTexts(b *testing.B) {
	for name, judge := range worstJudges() {
		b.Run(name, func(b *testing.B) {
			var worst time.Duration
			which := ""
			for b.Loop() {
				for text, s := range worstTexts() {
					start := time.Now()
					judge(s)
					if d := time.Since(start); d > worst {
						worst, which = d, text
					}
				}
			}
			b.ReportMetric(float64(worst.Microseconds())/1000, "worst-ms/"+strings.ReplaceAll(which, " ", "-"))
		})
	}
}
