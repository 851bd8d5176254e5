package answer_test

import (
	"context"
	"fmt"

	"kernellab/exercises/answer"
)

// show prints the result as a student sees it.
func show(r answer.Result) {
	fmt.Println(r.Report("a").FirstLine())
	for _, l := range r.Fact {
		fmt.Println(" ", l.String())
	}
	for _, l := range r.Advice {
		fmt.Println(" ", r.Misconception+":", l.String())
	}
}

// The features may have any order and any signs, and may be split or rotated.
func ExampleFeatureTask_Judge() {
	task := answer.QuadraticFeatures()
	show(task.Judge(context.Background(), "[x1², x2², √2x1x2, √2x1, √2x2, 1]"))
	show(task.Judge(context.Background(), "[1, √2x1, √2x2, x1², x2², x1x2]"))
	// Output:
	// Right.
	//   Your φ with 6 features gives the kernel exactly.
	//   One right φ is [1, √2·x₁, √2·x₂, x₁², x₂², √2·x₁·x₂].
	// Not right.
	//   Your φ gives 1·x₁x₂z₁z₂, but the kernel has 2·x₁x₂z₁z₂.
	//   cross-one: It looks as if the cross term has weight 1. It appears twice in the square, once for each order: which factor, multiplied by itself, gives 2?
}

// The cell of a table is judged exactly or to four digits.
func ExampleNumberTask_Judge() {
	want := answer.MustParse("2√2", answer.Scope{})
	show(answer.NumberTask{Want: want}.Judge(context.Background(), "2*sqrt(2)"))
	show(answer.NumberTask{Want: want, Digits: 4}.Judge(context.Background(), "2.828"))
	show(answer.NumberTask{Want: want}.Judge(context.Background(), "2.828"))
	// Output:
	// Right.
	// Right.
	//   Right to 4 digits; the exact value is 2√2.
	// Close, but not right.
	//   2.828² = 7.997584 is close to the square of the right answer, but not equal to it. Write it with a root.
	//   decimals: Decimals cut off digits here; the exact number is asked for.
}

// The dual update of one a_i is decided exactly for n = 3. The student may also
// write it for the whole vector.
func ExampleExprTask_Judge() {
	task := answer.ExprTask{
		Scope: answer.DualScope(answer.DualNames{Weights: "a", Targets: "t", Scalars: []string{"eta", "n"}}),
		Want:  "a_i + 2eta/n (t_i - sum(j, a_j K_ij))",
		Mistakes: []answer.Mistake{
			{ID: "descent-sign", Answer: "a_i - 2eta/n (t_i - sum(j, a_j K_ij))",
				Advice: "It looks as if the sign of the gradient was kept: descent goes against it."},
		},
	}
	show(task.Judge(context.Background(), "a + 2η/n (t − K a)"))
	show(task.Judge(context.Background(), "aᵢ − 2η/n (tᵢ − Σⱼ aⱼ k(xⱼ, xᵢ))"))
	// Output:
	// Equal.
	//   Another right form: aᵢ + 2·η/n·(tᵢ − Σⱼ aⱼ·Kᵢⱼ).
	// Not equal.
	//   For i = 1, the coefficient of η·t₁/n has the wrong sign.
	//   descent-sign: It looks as if the sign of the gradient was kept: descent goes against it.
}

// A feature of one variable is compiled for drawing during typing.
func ExampleExpr_Compile() {
	e, err := answer.Parse(context.Background(), "|x+1| − ½",
		answer.Scope{Vars: []string{"x1"}, Alias: map[string]string{"x": "x1"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := e.Compile("x1")
	fmt.Println(e, f.Value(-3), err)
	_, err = answer.MustParse("ln(x1)", answer.Scope{Vars: []string{"x1"}}).Eval(map[string]float64{"x1": -2})
	fmt.Println(err)
	// Output:
	// |x₁ + 1| − 1/2 1.5 <nil>
	// “ln(x₁)” is not defined, at x₁ = −2
}

// The error points at the rune and offers a fix.
func ExampleParse() {
	_, err := answer.Parse(context.Background(), "3*", answer.Scope{})
	fmt.Println(err)
	_, err = answer.Parse(context.Background(), "sin x1", answer.Scope{Vars: []string{"x1"}})
	fmt.Println(err, "→", err.(*answer.SyntaxError).Fix)
	// Output:
	// after 3*: expected a number, a name or (, but found the end
	// after sin: expected (, but found x1 → sin(x1)
}

// The order of a set does not matter. The result counts what is missing and
// what is too much.
func ExampleSetTask_Judge() {
	task := answer.SetTask{Want: []int{1, 3}, Max: 4}
	show(task.Judge(context.Background(), "x3 and x1"))
	show(task.Judge(context.Background(), "{1, 2}"))
	// Output:
	// Right.
	// Not right.
	//   One point is wrong here, and one point is missing.
}
