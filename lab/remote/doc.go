// Package remote serves the lab over SSH: one Bubble Tea program per session,
// one session per connection, one identity per public key.
//
// It knows no screens. [Config.New] makes the model of a client; this package
// gives it a terminal, and takes care that nothing a client sends can reach
// another session or the process. The guards, in the order a client meets
// them:
//
//   - a connection that has no session within 40 seconds is closed;
//   - any public key is accepted, and its SHA-256 fingerprint is the identity:
//     this is a lab, and a key only says whose progress is whose;
//   - one session channel a connection; forwarding, agent, subsystems and
//     signals are refused, commands and sessions without a terminal get a
//     sentence and exit status 1;
//   - window sizes are clamped and coalesced, and variables are counted, before
//     any other code sees them;
//   - input is decoded here, with limits on rate and length; a decoder that
//     panics costs the bytes it was given and nothing else;
//   - what the client's screen shows already is not sent again (package thin);
//   - a panic in a model ends its session with a sentence and exit status 70;
//   - a client that stops reading for ten seconds, or presses no key for
//     [Config.IdleTimeout], is closed with its progress saved.
package remote
