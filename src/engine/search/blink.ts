// Blinks: insertion skips a feasible position with a small probability, so that it doesn't always build the same plan
// (Christiaens & Vanden Berghe 2020).
import { randomUniform } from './random.ts'

let blinkChance = 0
let untilBlink = 1

/** Sets the probability of a blink, and draws the first one. */
export function startBlinks(chance: number): void {
  blinkChance = chance
  drawBlink()
}

/** Returns true with probability `blinkChance`. The caller then skips a position (a blink). */
export function blink(): boolean {
  if (--untilBlink > 0) return false
  drawBlink()
  return true
}

function drawBlink(): void {
  untilBlink = 1 + Math.floor(Math.log(1 - randomUniform()) / Math.log(1 - blinkChance))
}
