import type { DayWords } from './words.ts'

export const fr: DayWords = {
  more: 'Plus',
  late: {
    title: 'En retard',
    next: (address, time) => `Prochain arrêt : ${address}, vers ${time}.`,
    later: (minutes) => `${minutes} min plus tard`,
    arriveAt: 'Ou j’y arrive à',
    save: 'Signaler le retard',
    notLater: 'Choisissez une heure plus tardive, de 4 heures au plus.',
    follows: 'Tous les arrêts suivants sont décalés. Les clients reçoivent un message si leur heure ne tient plus.',
    included: 'Les heures tiennent compte d’un retard signalé.',
    over: 'Plus en retard',
  },
}
