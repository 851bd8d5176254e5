// Package cli is the command line: it reads flags, wires the packages
// together and turns errors into words on stderr and an exit code. It knows no
// mathematics and no screen, and decides nothing about either.
package cli
