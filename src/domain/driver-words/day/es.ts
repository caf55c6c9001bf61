import type { DayWords } from './words.ts'

export const es: DayWords = {
  more: 'Más',
  late: {
    title: 'Voy con retraso',
    next: (address, time) => `Siguiente: ${address}, sobre las ${time}.`,
    later: (minutes) => `${minutes} min más tarde`,
    arriveAt: 'O llego allí a las',
    save: 'Avisar del retraso',
    notLater: 'Elija una hora posterior, 4 horas como máximo.',
    follows: 'Todas las paradas siguientes se mueven también. Los clientes reciben un mensaje si su hora ya no vale.',
    included: 'Las horas ya incluyen un retraso avisado.',
    over: 'Ya no voy con retraso',
  },
}
