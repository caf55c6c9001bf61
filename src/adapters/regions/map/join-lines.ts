// Joins lines that meet at their ends: the ways of a multipolygon into rings, and the parts of a street into one line.
import { areaOf, isClosed, isInside, type Line } from './world.ts'

/**
 * Joins lines. Streets end where more than two of them meet. Rings continue there, because they may touch each other.
 * Directed lines keep their direction: the end of a line joins only the start of another line.
 */
export function joinLines(lines: readonly Line[], { asRings = false, directed = false } = {}): Line[] {
  const ends = new Map<string, number[]>()
  lines.forEach((line, i) => {
    if (isClosed(line)) return
    for (const end of endsOf(line)) ends.set(end, [...(ends.get(end) ?? []), i])
  })
  const used = new Set<number>()
  /**
   * Adds the lines that continue from the end of the last part. A directed line is added only if it has its start there
   * (`near` is 0) or its end (`near` is 1).
   */
  const goOn = (parts: Line[], near: 0 | 1): void => {
    for (;;) {
      const at = endsOf(parts.at(-1) as Line)[1]
      const meeting = ends.get(at) ?? []
      const goesOn = asRings ? at !== endsOf(parts[0] as Line)[0] : meeting.length === 2
      const fits = (i: number): boolean => !used.has(i) && (!directed || endsOf(lines[i] as Line)[near] === at)
      const next = goesOn ? meeting.find(fits) : undefined
      if (next === undefined) return
      used.add(next)
      const other = lines[next] as Line
      parts.push(endsOf(other)[0] === at ? other : reversedLine(other))
    }
  }
  const joined: Line[] = []
  for (const [i, line] of lines.entries()) {
    if (used.has(i)) continue
    used.add(i)
    const forward = [line]
    if (!isClosed(line)) goOn(forward, 0)
    const backward = forward.toReversed().map(reversedLine)
    if (!isClosed(line)) goOn(backward, 1)
    const whole = concatenated(backward)
    joined.push(directed ? reversedLine(whole) : whole)
  }
  return joined
}

/** Returns polygons, each as an outer ring with its holes. Omits rings that don't close. */
export function polygonsOf(outer: readonly Line[], inner: readonly Line[]): Line[][] {
  const polygons = joinLines(outer, { asRings: true })
    .filter(isClosed)
    .map((ring) => [ring])
  const smallestFirst = polygons.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  for (const hole of joinLines(inner, { asRings: true }).filter(isClosed))
    smallestFirst.find(([ring]) => ring && isInside(hole[0] as number, hole[1] as number, ring))?.push(hole)
  return polygons
}

/** Returns the area of the polygon's outer ring. */
export const sizeOf = ([ring]: readonly Line[]): number => (ring ? Math.abs(areaOf(ring)) : 0)

function endsOf(line: Line): [string, string] {
  return [`${line[0]} ${line[1]}`, `${line[line.length - 2]} ${line[line.length - 1]}`]
}

export function reversedLine(line: Line): Line {
  const back = new Int32Array(line.length)
  for (let i = 0; i < line.length; i += 2) {
    back[i] = line[line.length - 2 - i] as number
    back[i + 1] = line[line.length - 1 - i] as number
  }
  return back
}

/** Concatenates parts, each of which begins where the previous one ends. */
function concatenated(parts: readonly Line[]): Line {
  if (parts.length === 1) return parts[0] as Line
  const whole = new Int32Array(parts.reduce((sum, { length }) => sum + length - 2, 2))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length - 2
  }
  return whole
}
