// How long a text is as carriers count and charge it: in segments of 7-bit characters, or of 16-bit ones as soon as a
// single character needs them.

/** GSM 03.38: its basic characters, and those that take two. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const DOUBLE = new Set('\f^{}\\[~]|€')

interface TextLength {
  characters: number
  segments: number
  /** The first character that makes all of them 16 bits wide; null without one. */
  wide: string | null
}

/** The length of a text with its links in place. */
export function textLength(text: string): TextLength {
  const letters = Array.from(text)
  const wide = letters.find((letter) => !BASIC.has(letter) && !DOUBLE.has(letter)) ?? null
  const characters =
    wide === null ? letters.reduce((sum, letter) => sum + (DOUBLE.has(letter) ? 2 : 1), 0) : text.length
  const [alone, each] = wide === null ? [160, 153] : [70, 67]
  return { characters, segments: characters <= alone ? 1 : Math.ceil(characters / each), wide }
}
