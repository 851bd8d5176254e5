package expr

import "math"

// Function returns the function of one real variable with the given name, or
// nil.
func Function(name string) func(float64) float64 {
	switch name {
	case "sqrt":
		return math.Sqrt
	case "exp":
		return math.Exp
	case "ln", "log":
		return math.Log
	case "abs":
		return math.Abs
	case "sin":
		return math.Sin
	case "cos":
		return math.Cos
	case "tan":
		return math.Tan
	case "sinh":
		return math.Sinh
	case "cosh":
		return math.Cosh
	case "tanh":
		return math.Tanh
	}
	return nil
}
