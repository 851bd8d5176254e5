// Package hosttest starts the real program as a host and is its client: tests
// that have to know what happens over TCP use it. It knows no more of the
// host than a student and an operator do: SSH, the log, the metrics, signals.
//
// The environment variable KERNELLAB_BINARY names the program by its full path;
// .ci/end-to-end builds it.
package hosttest
