package dual

import (
	"context"
	"fmt"
	"strconv"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// kernelLogistic is 6.4: logistic regression from K alone, and what the width
// of the kernel does to points that were held out.
func kernelLogistic(b worksheets.Brief) (worksheets.Parts, error) {
	h := drawHalves(b.Seed)
	goal, err := h.goal()
	if err != nil {
		return worksheets.Parts{}, err
	}
	small, err := newTrial(h)
	if err != nil {
		return worksheets.Parts{}, err
	}
	return worksheets.Parts{
		Vars: map[string]string{
			"n": strconv.Itoa(h.train.Len()), "steps": strconv.Itoa(trainSteps),
			"goal": stage.Num(goal), "coin": stage.Num(h.coin()), "goalSigma": stage.Num(goalSigma),
			"trainOn": trainOn(b.Data),
		},
		Steps: map[string]worksheets.Behaviour{
			"score":  small.scoreStep(),
			"zeros":  {Check: worksheets.Prediction("zeros"), Scene: h.startScene},
			"train":  on(trainStage(), b.Data, map[string]*dataset.Set{"moons": h.train}),
			"target": target{halves: h, goal: goal}.step(),
			"narrow": {Check: worksheets.Prediction("narrow"), Scene: h.heldScene},
			"curve":  {Scene: h.curveScene()},
		},
	}, nil
}

// scoreScope is what the probability of a new point is written in: kⱼ stands
// for k(xⱼ, x).
func scoreScope() answer.Scope {
	return answer.Scope{
		Arrays:  []answer.Array{{Name: "a", Dims: []int{3}}, {Name: "k", Dims: []int{3}}, {Name: "y", Dims: []int{3}}},
		Indices: []string{"i", "j", "l"}, N: 3,
		Vars: []string{"n"}, Positive: []string{"n"},
		Signs:    []string{"y"},
		Logistic: true,
	}
}

// scoreStep asks for the probability of class +1 at a new point.
func (t trial) scoreStep() worksheets.Behaviour {
	task := answer.ExprTask{
		Scope: scoreScope(), Want: "s(sum(j, a_j k_j))",
		Mistakes: []answer.Mistake{
			{ID: "no-sigmoid", Form: "sum(j, a_j k_j)"},
			{ID: "labels", Form: "s(sum(j, a_j y_j k_j))"},
			{ID: "inside", Form: "sum(j, s(a_j k_j))"},
			{ID: "other-class", Form: "s(-sum(j, a_j k_j))"},
		},
	}
	return worksheets.Behaviour{
		Scene: t.scene,
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			r := answer.JudgeExpr(ctx, a["score"], task)
			if r.Misconception != "" {
				r.Advice = nil // the worksheet has words of its own
			}
			return r.Report("score")
		},
		Echo: echo(task.Scope),
	}
}

// startScene is the data before training.
func (h heldOut) startScene(context.Context, exercises.Answers) exercises.Scene {
	title := fmt.Sprintf("%d points to train on", h.train.Len())
	return exercises.Scene{Figures: []exercises.Figure{pointsAlone(h.train, title)}}
}

// trainOn says which points the stage begins with.
func trainOn(data exercises.Data) string {
	if _, _, ok := stage.OwnSet(data, 0); !ok {
		return "Two moons are on the stage."
	}
	return "Your own points are on the stage; moons and circles stand beside them under data."
}
