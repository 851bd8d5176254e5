// Package lessons is the Go of the exercises that need some: it draws the
// numbers of a seed, and draws and judges what nothing in the kit can. The text,
// the answers and the mistakes are in the worksheets.
//
// The package knows no terminal and no screen.
package lessons

import (
	"kernellab/exercises/lessons/bughunt"
	"kernellab/exercises/worksheets"
)

// All returns the lessons by the ids of their exercises.
func All() map[string]worksheets.Lesson {
	return map[string]worksheets.Lesson{
		"1.1": noiseOrStructure,
		"1.2": liftTheLine,
		"1.3": linesAreParabolas,
		"1.4": curvedBoundary,
		"2.1": starsAndBars,
		"2.2": everyProduct,
		"3.1": theSquare,
		"3.2": splitKernel,
		"3.3": transformRows,
		"3.4": otherQuadratics,
		"4.1": countMultiplications,
		"4.2": price,
		"5.1": unseenPart,
		"5.2": bothWays,
		"5.3": ridgeLive,
		"5.4": lostDigits,
		"5.5": gridOfBumps,
		"5.6": threeGrams,
		"5.7": offsetLives,
		"6.1": leastSquares,
		"6.2": zeroOne,
		"6.3": plusMinus,
		"6.4": kernelLogistic,
		"6.5": kernelPerceptron,
		"6.6": oneUpdate,
		"7.1": distanceAndMargin,
		"7.2": softMargin,
		"7.4": dualAndPrimal,
		"6.7": blankPage,
		"7.5": plainAscent,
		"7.6": updateByHand,
		"7.7": watchSMO,
		"7.8": stuckRule,
		"8.1": logisticAgainstSVM,
		"8.2": perceptronAgainstSVM,
		"8.3": degreeP,
		"9.1": voteByKernel,
		"9.2": anySimilarity,
		"9.3": theWidth,
		"9.4": stringKernels,
		"9.5": learnKernel,
		"9.6": backToPrimal,
		"7.9": ownCode,
		"9.7": setsAndGraphs,
		"D.1": stepDebugger,
		"D.2": func(b worksheets.Brief) worksheets.Parts { return must(bughunt.Lesson(b)) },
		"D.3": errata,
	}
}
