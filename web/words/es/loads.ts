import type { loads as English } from '../en/loads.ts'
import { counted, figure } from './counted.ts'

export const loads: typeof English = {
  title: 'Cargas',
  lead: 'Mercancía de cada vehículo, primero la última parada.',
  theLoads: 'las cargas',
  none: 'Ningún vehículo se carga este día.',
  load: (trip: number) => `Carga ${figure(trip)}`,
  leaves: (time: string) => `sale a las ${time}`,
  pieces: (count: number) => counted(count, 'bulto', 'bultos'),
  notSent: 'La ruta todavía no se envió a su conductor.',
  over: 'La ruta terminó.',
  check: 'Revisar la carga',
  ofRoute: (what: string, route: string) => `${what}: ${route}`,
  checkAgain: 'Revisar de nuevo',
  tick: 'Marcar cada bulto que está en el vehículo.',
  done: 'La carga está revisada',
  missing: 'Por qué faltan bultos',
  isChecked: (route: string) => `La carga de ${route} está revisada.`,
  checked: (time: string) => `Revisada a las ${time}: está todo`,
  checkedMissing: (time: string, missing: string) => `Revisada a las ${time}: faltan ${missing}`,
  addedSince: 'Se agregaron entregas a la ruta después de revisarla.',
  stop: (sequence: number, reference: string) => `Parada ${figure(sequence)}, ${reference}`,
}
