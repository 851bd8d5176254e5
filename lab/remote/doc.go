// Package remote serves the lab over SSH: one Bubble Tea program per session,
// one session per connection, one identity per public key.
//
// It knows no screens. [Config.New] makes the model of a client; this package
// gives it a terminal, and takes care that nothing a client sends can reach
// another session or the process. The guards, in the order a client meets
// them:
//
//   - connections that have not logged in wait in a pool of their own, and when
//     it is full the oldest is dropped; one that has no session within 40
//     seconds is closed, and one whose peer answers nothing within 35;
//   - any public key is accepted, and its SHA-256 fingerprint is the identity:
//     this is a lab, and a key only says whose progress is whose;
//   - a key has one session: a newer one takes over, once the one before it has
//     saved; a key that logs in without end is asked to wait;
//   - one session channel a connection; forwarding, agent, subsystems and
//     signals are refused, commands and sessions without a terminal get a
//     sentence and exit status 1;
//   - window sizes are clamped and coalesced, and variables are counted, before
//     any other code sees them;
//   - input is decoded here, with limits on rate and length; a decoder that
//     panics costs the bytes it was given and nothing else;
//   - a session has thirty events a second, each of all the input that was
//     waiting; as many computations begin at one time as there are cores, first
//     come first served;
//   - a panic anywhere in a session ends that session, saved, with a sentence and
//     exit status 70;
//   - a client that stops reading for ten seconds, or presses no key for
//     [Config.IdleTimeout], is closed with its progress saved.
//
// FAULTS.md beside this file says what the host has to bear.
//
// The log names nobody: sessions have numbers, faults are told by their type
// and place without the words of a panic, which may quote a student, and
// refusals by their reason, summed for a second. [Config.LogAddresses] adds
// addresses and fingerprints, never names or terminals.
package remote
