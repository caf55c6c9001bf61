// Tests which points of the screen are inside a drawn line.

export type Corner = readonly [x: number, y: number]

/** Applies the even-odd rule. The line is closed implicitly. */
export function isInside([x, y]: Corner, line: readonly Corner[]): boolean {
  let inside = false
  for (const [i, [ax, ay]] of line.entries()) {
    const [bx, by] = line[(i + line.length - 1) % line.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
