// The form of an email address. Whether mail reaches it, only a message that arrives can prove.

export const EMAIL_ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
export const MAX_EMAIL_CHARACTERS = 320
