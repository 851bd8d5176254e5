package worksheets

import (
	"context"

	"kernellab/exercises"
)

// Prediction is the Check of a step that takes down what a student expects:
// any text is accepted and nothing is judged, for the truth is shown later.
func Prediction(fields ...string) func(context.Context, exercises.Answers) exercises.Report {
	return func(_ context.Context, a exercises.Answers) exercises.Report {
		for _, f := range fields {
			if a[f] == "" {
				return exercises.Report{Verdict: exercises.Empty}
			}
		}
		return exercises.Report{Verdict: exercises.Noted, Accepted: true, Headline: "Noted. Now see."}
	}
}

// Choice is the Check of a step with one field of choices, of which want is
// right. What the others would mean is said by the worksheet's misconceptions.
func Choice(field, want string) func(context.Context, exercises.Answers) exercises.Report {
	return func(_ context.Context, a exercises.Answers) exercises.Report {
		switch a[field] {
		case "":
			return exercises.Report{Verdict: exercises.Empty}
		case want:
			return exercises.Report{Verdict: exercises.Equal, Accepted: true, Headline: "Right."}
		}
		return exercises.Report{Verdict: exercises.NotEqual, Headline: "Not so."}
	}
}
