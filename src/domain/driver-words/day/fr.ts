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
  pause: {
    title: 'En pause',
    howLong: 'Combien de temps ?',
    minutes: (minutes) => `Pendant ${minutes} min`,
    planned: (span) => `Prévue : ${span}`,
    follows: 'Les arrêts suivants sont décalés de la pause, sauf si elle était prévue.',
    since: (time) => `Pause depuis ${time}`,
    until: (time) => `Fin prévue : ${time}`,
    end: 'Terminer la pause',
  },
  problem: {
    title: 'Problème de véhicule',
    what: 'Que s’est-il passé ?',
    report: 'Signaler au bureau',
    follows: 'Le bureau planifie alors vos arrêts restants. Appelez-le si c’est urgent.',
    known: (reason) => `Le bureau le sait : ${reason}.`,
    solved: 'Résolu, je repars',
  },
  find: {
    title: 'Trouver un colis',
    packages: (count) => (count === 1 ? '1 colis' : `${count} colis`),
    open: (sequence) => `Ouvrir l’arrêt ${sequence}`,
  },
}
