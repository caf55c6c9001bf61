import type { DayWords } from './words.ts'

export const de: DayWords = {
  more: 'Mehr',
  late: {
    title: 'Verspätung',
    next: (address, time) => `Nächster Stopp: ${address}, etwa ${time}.`,
    later: (minutes) => `${minutes} Min. später`,
    arriveAt: 'Oder Ankunft dort um',
    save: 'Verspätung melden',
    notLater: 'Bitte eine spätere Uhrzeit wählen, höchstens 4 Stunden.',
    follows:
      'Alle späteren Stopps verschieben sich auch. Kunden bekommen eine Nachricht, wenn ihre Zeit nicht mehr stimmt.',
    included: 'Die Zeiten enthalten eine gemeldete Verspätung.',
    over: 'Nicht mehr verspätet',
  },
  pause: {
    title: 'Pause machen',
    howLong: 'Wie lange?',
    minutes: (minutes) => `${minutes} Minuten lang`,
    planned: (span) => `Geplant: ${span}`,
    follows: 'Spätere Stopps verschieben sich um die Pause, wenn sie nicht geplant war.',
    since: (time) => `Pause seit ${time}`,
    until: (time) => `Voraussichtliches Ende: ${time}`,
    end: 'Pause beenden',
  },
  problem: {
    title: 'Problem mit dem Fahrzeug',
    what: 'Was ist passiert?',
    report: 'Dem Büro melden',
    follows: 'Das Büro plant dann Ihre übrigen Stopps. Rufen Sie an, wenn es eilt.',
    known: (reason) => `Das Büro weiß Bescheid: ${reason}.`,
    solved: 'Gelöst, ich fahre weiter',
  },
  find: {
    title: 'Paket suchen',
    packages: (count) => (count === 1 ? '1 Paket' : `${count} Pakete`),
    open: (sequence) => `Stopp ${sequence} öffnen`,
  },
}
