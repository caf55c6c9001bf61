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
  pause: {
    title: 'En un descanso',
    howLong: '¿Cuánto tiempo?',
    minutes: (minutes) => `Durante ${minutes} min`,
    planned: (span) => `Previsto: ${span}`,
    follows: 'Las paradas siguientes se retrasan por el descanso, salvo que estuviera previsto.',
    since: (time) => `Descanso desde las ${time}`,
    until: (time) => `Fin previsto: ${time}`,
    end: 'Terminar el descanso',
  },
  problem: {
    title: 'Problema con el vehículo',
    what: '¿Qué ha pasado?',
    report: 'Avisar a la oficina',
    follows: 'La oficina planifica entonces las paradas que le quedan. Llame si es urgente.',
    known: (reason) => `La oficina lo sabe: ${reason}.`,
    solved: 'Resuelto, sigo',
  },
  find: {
    title: 'Buscar un paquete',
    packages: (count) => (count === 1 ? '1 paquete' : `${count} paquetes`),
    open: (sequence) => `Abrir la parada ${sequence}`,
  },
}
