// Package hosttest starts the real program as a host and is its client: tests
// that have to know what happens over TCP use it. It knows no more of the
// host than a student and an operator do: SSH, the log, the metrics, signals.
//
// The environment variables KERNELLAB_BINARY and KERNELLAB_BREAKABLE name the
// program and the one that can be broken, by their full paths; .ci/end-to-end
// builds both.
package hosttest
