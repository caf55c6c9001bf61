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
  pause: {
    title: 'On a break',
    howLong: 'How long?',
    minutes: (minutes) => `For ${minutes} min`,
    planned: (span) => `Planned: ${span}`,
    follows: 'Later stops move by the break, unless it was planned.',
    since: (time) => `Break since ${time}`,
    until: (time) => `Expected end: ${time}`,
    end: 'End the break',
  },
  problem: {
    title: 'Vehicle problem',
    what: 'What happened?',
    report: 'Report to the office',
    follows: 'The office then plans your remaining stops. Call it if it’s urgent.',
    known: (reason) => `The office knows: ${reason}.`,
    solved: 'Solved, I drive on',
  },
  find: {
    title: 'Find a package',
    packages: (count) => (count === 1 ? '1 package' : `${count} packages`),
    open: (sequence) => `Open stop ${sequence}`,
  },
}
