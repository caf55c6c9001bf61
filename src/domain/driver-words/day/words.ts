// Texts for what drivers report about their day, apart from its stops.

/** Problems with the vehicle, as stored and shown to the office. */
export const PROBLEM_REASONS = [
  'Broken down',
  'Accident',
  'Flat tire',
  'Cooling doesn’t work',
  'Something else',
] as const

/** Faults of a street, as stored and shown to the office. */
export const STREET_REASONS = ['Closed at this time', 'The hours are wrong', 'My vehicle doesn’t fit'] as const

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
  pause: {
    title: string
    howLong: string
    minutes: (minutes: number) => string
    /** The next planned break. */
    planned: (span: string) => string
    follows: string
    /** Text during a break. */
    since: (time: string) => string
    until: (time: string) => string
    end: string
  }
  problem: {
    title: string
    what: string
    report: string
    follows: string
    /** After the report. */
    known: (reason: string) => string
    solved: string
  }
  /** Report that the street of a stop is wrong on the map. */
  street: {
    title: string
    /** The address of the stop. */
    what: (address: string) => string
    follows: string
  }
  find: {
    title: string
    packages: (count: number) => string
    /** Button that shows the stop of the package. */
    open: (sequence: number) => string
  }
  /** End of the day. */
  end: {
    delivered: string
    notDelivered: string
    skipped: string
    hours: (hours: number, minutes: number) => string
    driven: (distance: string) => string
    planned: (distance: string) => string
    toReturn: string
    bringTo: (depot: string) => string
    cash: string
    cashAndChecks: string
    /** Why less was collected. */
    because: (reason: string) => string
    note: string
    send: string
    noted: (note: string) => string
    received: (time: string) => string
  }
}
