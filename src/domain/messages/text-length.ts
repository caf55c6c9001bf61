// Length of a text message as carriers count and charge it: in segments of 7-bit characters, or of 16-bit characters if
// at least one character needs them.

/** GSM 03.38: basic characters, and extension characters that count as two. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const DOUBLE = new Set('\f^{}\\[~]|€')

interface TextLength {
  characters: number
  segments: number
  /** First character that requires 16 bits for the whole text. Null if there is none. */
  wide: string | null
}

/** Returns the length of a text that already contains its links. */
export function textLength(text: string): TextLength {
  const letters = Array.from(text)
  const wide = letters.find((letter) => !BASIC.has(letter) && !DOUBLE.has(letter)) ?? null
  const characters =
    wide === null ? letters.reduce((sum, letter) => sum + (DOUBLE.has(letter) ? 2 : 1), 0) : text.length
  const [alone, each] = wide === null ? [160, 153] : [70, 67]
  return { characters, segments: characters <= alone ? 1 : Math.ceil(characters / each), wide }
}
