// Syntax of an email address. Only a message that arrives proves that the address exists.

export const EMAIL_ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
export const MAX_EMAIL_CHARACTERS = 320
