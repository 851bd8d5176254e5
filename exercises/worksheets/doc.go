// Package worksheets reads the text of the lessons, Markdown with fenced YAML
// blocks, one file an exercise, and binds it to the Go code that computes numbers,
// draws scenes and judges answers.
//
// [Load] parses all files strictly: whatever is not understood is an [*Error]
// with file, line and column, and all of them come back at once. [Bind] joins
// one exercise with its [Lesson] and refuses every disagreement between the
// two. What comes out is an exercises.Exercise; nothing outside this package
// sees Markdown or YAML.
//
// FORMAT.md describes the files for authors. In short:
//
//	---                                  what begins a unit: unit, title, intro
//	# 7.7 Watch SMO                      an exercise, then its block exercise
//	## pair: Predict the pair            a step: name and title
//	paragraphs, lists, {{variables}}     its text, then its blocks:
//	question fields hints solution reference misconceptions
//
// The package knows no terminal, no kernel and no solver.
package worksheets
