/** Below this share the protocol calls a session's claims not grounded. */
export const GROUNDED = 0.95
