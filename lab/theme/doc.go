// Package theme says what a meaning looks like in this terminal: which of the
// five profiles a terminal shows, and which colour or attribute each
// [kernellab/ascii.Ink] has there, on a dark or on a light screen.
//
// It knows no figure and no screen, and keeps no state. The environment is read
// through a function the caller passes, so that each SSH session is judged by
// its own variables.
package theme
