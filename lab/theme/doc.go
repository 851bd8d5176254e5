// Package theme defines how meanings look in a terminal: which of the five profiles the
// terminal supports, and which colour or attribute each [kernellab/ascii.Ink] has
// there, on a dark or on a light screen.
//
// It does not know any figure or screen, and has no state. The caller passes a function
// that reads the environment, so that each SSH session is judged by its own variables.
package theme
