// Texts for what drivers report about their day, apart from its stops.

export interface DayWords {
  /** Button that opens the menu, and the heading of the menu. */
  more: string
  late: {
    title: string
    /** The next stop and its shown time. */
    next: (address: string, time: string) => string
    later: (minutes: number) => string
    /** New time of the next stop. */
    arriveAt: string
    save: string
    /** Shown if the time is before the shown time, or too far after it. */
    notLater: string
    follows: string
    /** Shown if the times already include a reported delay, with the button that ends it. */
    included: string
    over: string
  }
}
