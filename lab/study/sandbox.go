package study

import "kernellab/exercises"

// sandboxSeed is the seed of the sandbox for every student: nothing is drawn there.
const sandboxSeed = 1

// SandboxOf is the exercise of the library that is in no unit; its id is "" where
// there is none.
func SandboxOf(s *Student) exercises.Summary {
	if lib, ok := s.library.(exercises.Sandboxed); ok {
		return lib.Sandbox()
	}
	return exercises.Summary{}
}

// inSandbox reports whether an id is that of the sandbox.
func inSandbox(s *Student, id string) bool { return id != "" && id == SandboxOf(s).ID }

// sheetData names the data that a sheet belongs to. That of the sandbox is one,
// whatever data are brought: they are only a choice on it.
func sheetData(s *Student, e exercises.Summary) string {
	if inSandbox(s, e.ID) {
		return ""
	}
	return dataKey(s.options.Data, e)
}
