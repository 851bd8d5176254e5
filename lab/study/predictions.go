package study

import (
	"fmt"

	"kernellab/exercises"
)

// predictionsName is the name under which a sheet's tally of predictions is
// kept among its answers. No field has it: names of fields begin with a letter.
const predictionsName = "·predictions"

// Predict adds a prediction to the tally of the sheet in hand.
func (w *Work) Predict(right bool) {
	hits, asked := w.Predictions()
	if right {
		hits++
	}
	w.Set(predictionsName, fmt.Sprintf("%d/%d", hits, asked+1))
}

// Predictions is how many of the predictions asked on the sheet in hand were
// right.
func (w *Work) Predictions() (right, asked int) { return tally(w.Answers()) }

// tally reads the predictions kept among answers; what cannot be one is none.
func tally(a exercises.Answers) (right, asked int) {
	n, err := fmt.Sscanf(a[predictionsName], "%d/%d", &right, &asked)
	if n != 2 || err != nil || right < 0 || asked < right {
		return 0, 0
	}
	return right, asked
}
