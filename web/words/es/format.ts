import type { format as English } from '../en/format.ts'

export const format: typeof English = {
  justNow: 'ahora mismo',
  ago: (time: string) => `hace ${time}`,
  by: (time: string) => `antes de las ${time}`,
  from: (time: string) => `desde las ${time}`,
  takeOver: (goods: string, place: string, span: string) => `Recoger ${goods} de ${place}, ${span}`,
  pause: (span: string) => `Descanso ${span}`,
  reload: (goods: string, span: string) => `De vuelta al depósito: cargar ${goods}, ${span}`,
  either: 'o',
}
