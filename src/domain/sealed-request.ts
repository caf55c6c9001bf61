// Encryption of requests between installations that contain passwords or tokens of sessions, and of their answers.

export const ASK_PATH = '/ask'
/** Shows that the plain text is a request or an answer, because the same key encrypts other values. */
const START = 'peer '

export interface Sealed {
  /** Random. The answer repeats the ID after the word "answer", so that it fits only its request. */
  id: string
  /** Plain JSON. */
  said: unknown
}

interface Sealing {
  encrypt(text: string): Buffer
  decrypt(sealed: Buffer): string
}

export const seal = (secrets: Pick<Sealing, 'encrypt'>, sealed: Sealed): string =>
  secrets.encrypt(START + JSON.stringify(sealed)).toString('base64url')

/** Returns null if the text was not encrypted by an installation with the same secret. */
export function openSealed(secrets: Pick<Sealing, 'decrypt'>, text: string): Sealed | null {
  try {
    const plain = secrets.decrypt(Buffer.from(text, 'base64url'))
    return plain.startsWith(START) ? (JSON.parse(plain.slice(START.length)) as Sealed) : null
  } catch {
    return null
  }
}
