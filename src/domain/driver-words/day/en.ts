import type { DayWords } from './words.ts'

export const en: DayWords = {
  more: 'More',
  late: {
    title: 'Running late',
    next: (address, time) => `Next: ${address}, about ${time}.`,
    later: (minutes) => `${minutes} min later`,
    arriveAt: 'Or arrive there at',
    save: 'Report delay',
    notLater: 'Choose a later time, by at most 4 hours.',
    follows: 'All later stops move too. Customers get a message if their time no longer holds.',
    included: 'The times include a reported delay.',
    over: 'Not late any more',
  },
}
