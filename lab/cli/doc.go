// Package cli is the command line: it reads flags, wires the packages
// together and turns errors into words on stderr and an exit code. It decides
// nothing about mathematics or screens.
package cli
