// Package hosttest starts the real program as a host and connects clients to it, for
// tests of what happens over TCP. It knows nothing of the host except what students and
// operators see: SSH, the log, the metrics and signals.
//
// The environment variable KERNELLAB_BINARY is the full path of the program.
// .ci/end-to-end builds it.
package hosttest
