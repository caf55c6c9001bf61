// A clock that tests move by hand.

export interface TestClock {
  now: () => Date
  advance(seconds: number): void
}

export function testClock(start = new Date()): TestClock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance: (seconds) => {
      time += seconds * 1000
    },
  }
}
