import type { regroup as English } from '../en/regroup.ts'
import { counted } from './counted.ts'

export const regroup: typeof English = {
  split: 'Dividir …',
  merge: 'Unir con …',
  swap: 'Intercambiar paradas con …',
  splitHere: 'Dividir la ruta aquí …',
  noOther: 'No hay otra ruta en este día',
  chooseRoute: 'No hay ruta ni vehículo para ellas.',
  fromStop: 'Desde la parada',
  moves: (count: number) => `${counted(count, 'parada cambia', 'paradas cambian')} de ruta.`,
  staying: (count: number) => `${counted(count, 'parada se queda', 'paradas se quedan')}: hecha, en curso o fijada.`,
  kinds: {
    SPLIT: { title: (route: string) => `Dividir ${route}`, to: 'Pasar las siguientes a', yes: 'Dividir' },
    MERGE: { title: (route: string) => `Unir ${route} con otra ruta`, to: 'Con', yes: 'Unir' },
    SWAP: { title: (route: string) => `Intercambiar las paradas de ${route}`, to: 'Con', yes: 'Intercambiar' },
  },
}
