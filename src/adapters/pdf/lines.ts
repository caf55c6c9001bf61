// Wraps text to lines of a width, and puts the words of bidirectional lines into drawing order.

/** Wraps at spaces, and within words that are longer than a line. `widthOf` measures a text. */
export function wrap(text: string, width: number, widthOf: (text: string) => number): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    let taken = 0
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const wide = widthOf(word)
      if (line && taken + widthOf(' ') + wide <= width) {
        line += ` ${word}`
        taken += widthOf(' ') + wide
        continue
      }
      if (line) lines.push(line)
      const pieces = wide <= width ? [word] : breakWord(word, width, widthOf)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
      taken = widthOf(line)
    }
    return line || lines.length === 0 ? [...lines, line] : lines
  })
}

function breakWord(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece && widthOf(piece + character) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Returns the pieces of a line from left to right, to be drawn one space apart. The font draws each word in its own
 * direction. This function reverses the order of the words in right-to-left runs.
 */
export function inDrawingOrder(line: string): string[] {
  if (!RIGHT_TO_LEFT.test(line)) return [line]
  const words = line.split(' ')
  const flows = words.map((word) => RIGHT_TO_LEFT.test(word))
  const ordered: string[] = []
  for (let i = 0; i < words.length; ) {
    const end = flows[i] ? lastOfRun(flows, i) : i
    ordered.push(...words.slice(i, end + 1).toReversed())
    i = end + 1
  }
  return ordered
}

/**
 * Returns the last index of a right-to-left run. Other words between two such words, for example numbers, belong to the
 * run.
 */
function lastOfRun(flows: readonly boolean[], start: number): number {
  let last = start
  while (flows[last + 1] || flows[last + 2]) last += flows[last + 1] ? 1 : 2
  return last
}
