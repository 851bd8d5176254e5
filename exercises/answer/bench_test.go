package answer

import (
	"context"
	"testing"
)

// BenchmarkVerdict judges the curriculum's answers: the goal is 5 ms.
func BenchmarkVerdict(b *testing.B) {
	b.Run("features", func(b *testing.B) {
		for b.Loop() {
			JudgeFeatures(context.Background(), "[1, √2x1, √2x2, (x1²+x2²)/√2, (x1²-x2²)/√2, √2x1x2]", QuadraticFeatures())
		}
	})
	b.Run("logistic", func(b *testing.B) {
		for b.Loop() {
			JudgeExpr(context.Background(), "a_i + η ((y_i+1)/2 − s(Σ_j a_j K_ij))", ExprTask{Scope: signScope, Want: signWant})
		}
	})
	b.Run("number", func(b *testing.B) {
		want := MustParse("2√2", Scope{})
		for b.Loop() {
			JudgeNumber(context.Background(), "2.83", NumberTask{Want: want, Digits: 4})
		}
	})
}

// BenchmarkWorst judges texts that are made to take long: the goal is 50 ms.
func BenchmarkWorst(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"power", "[(x1+x2+1)^60]"},
		{"product", "[(x1+x2+√2+√3+√5)^12 (x1-x2+√7+√11)^12]"},
		{"tower", "[9^9^9^9]"},
		{"numbers", "[(3/7+√2+√3+√5+√7+√11+√13)^900]"},
		{"division", "[1/(√2+√3+√5+√7+√11)^9]"},
		{"nested", "[((((x1+1)^3+x2)^3+1)^3+x1)^3]"},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				JudgeFeatures(context.Background(), c.text, QuadraticFeatures())
			}
		})
	}
}

// BenchmarkWorstUpdate judges a long update with mistakes to compare it with.
func BenchmarkWorstUpdate(b *testing.B) {
	task := ExprTask{Scope: signScope, Want: signWant, Mistakes: []Mistake{
		{ID: "a", Form: "a_i + eta s(y_i sum(j, a_j K_ij)) y_i"},
		{ID: "b", Form: "a_i + eta s(-y_i sum(j, a_j K_ij))"},
		{ID: "c", Form: "a_i - eta s(-y_i sum(j, a_j K_ij)) y_i"},
	}}
	for b.Loop() {
		JudgeExpr(context.Background(), "(a_1+a_2+a_3+y_1+y_2+y_3)^4/(1+a_1 y_1)^3 + (a_2+y_2+eta)^5 s(-y_i Σ_j a_j K_ij)", task)
	}
}

// BenchmarkValue evaluates a feature, as live drawing does thousands of times.
func BenchmarkValue(b *testing.B) {
	f, err := MustParse("(x1+1)^2 + exp(-x1^2/2)", Scope{Vars: []string{"x1"}}).Compile("x1")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f.Value(0.3)
	}
}
