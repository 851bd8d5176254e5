// Package worksheets reads the texts of the exercises and binds them to the Go code
// that computes numbers, draws scenes and judges answers. The texts are Markdown with
// fenced YAML blocks, one file per exercise.
//
// [Load] parses all files strictly. Everything that it does not understand is an
// [*Error] with file, line and column, and it returns all errors together. [Bind] joins
// one exercise with its [Lesson] and reports every disagreement between the two. The
// result is an exercises.Exercise, and no code outside this package sees Markdown or
// YAML.
//
// FORMAT.md describes the files for authors. In short:
//
//	---                                  begins a unit: unit, title, intro
//	# 7.7 Watch SMO                      an exercise, then its block exercise
//	## pair: Predict the pair            a task: name and title
//	paragraphs, lists, {{variables}}     its text, then its blocks:
//	question fields hints solution reference misconceptions
//
// The package does not know the terminal, kernels or solvers.
package worksheets
