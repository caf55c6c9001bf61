import type { reassign as English } from '../en/reassign.ts'
import { counted } from './counted.ts'

export const reassign: typeof English = {
  title: (route: string) => `¿Quién conduce ${route}?`,
  warnings: (count: number) => counted(count, 'advertencia', 'advertencias'),
  takesAll: 'Puede llevar toda la ruta',
  newDriverTexted:
    'El conductor nuevo recibe un mensaje con las paradas restantes; el enlace del anterior deja de servir.',
  textedWhenSent: 'El conductor recibe un mensaje cuando se envía la ruta.',
  free: 'Libres',
  busy: 'Con otra ruta',
  noDriver: 'Sin conductor',
  noCost: 'Sin coste adicional',
  nobody: 'La ruta queda sin conductor hasta elegir uno.',
  drivesNow: 'La conduce ahora',
  usualOf: (vehicle: string) => `Conductor habitual de ${vehicle}`,
  until: (route: string, time: string) => `${route} hasta las ${time}`,
  takesBoth: 'Hace ambas',
  sameTime: 'A la misma hora',
  timesChange: 'Las horas se calculan de nuevo.',
  nothingElse: 'No cambia nada más.',
  moveTo: (vehicle: string) => `Pasar a ${vehicle}`,
  assign: (driver: string) => `Asignar a ${driver}`,
  leaveWithout: 'Dejar sin conductor',
  chooseFirst: 'Elegir antes otro conductor o vehículo.',
}
