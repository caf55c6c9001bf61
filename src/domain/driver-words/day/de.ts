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
}
