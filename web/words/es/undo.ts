import type { undo as English } from '../en/undo.ts'
import { counted, figure } from './counted.ts'

const orders = (count: number): string => counted(count, 'pedido', 'pedidos')
const routes = (count: number): string => counted(count, 'ruta', 'rutas')

export const undo: typeof English = {
  undo: 'Deshacer',
  undoOf: (what: string) => `Deshacer: ${what}`,
  redoOf: (what: string) => `Rehacer: ${what}`,
  hide: 'Ocultar',
  showEarlier: (count: number) => `Mostrar ${figure(count)} anteriores`,
  at: (what: string, time: string) => `${what}, ${time}`,
  cancelled: (count: number) => `${orders(count)} ${count === 1 ? 'cancelado' : 'cancelados'}`,
  moved: (count: number, date: string | null) => `${orders(count)} ${count === 1 ? 'pasado' : 'pasados'} al ${date}`,
  built: (count: number, date: string | null) =>
    `${routes(count)} ${count === 1 ? 'creada' : 'creadas'}${date === null ? '' : ` para el ${date}`}`,
  buildUndone: (waiting: number) =>
    `Se deshizo la planificación: las rutas están como antes y ${orders(waiting)} ${waiting === 1 ? 'queda' : 'quedan'} sin asignar.`,
  changed: (count: number, date: string | null) => `${counted(count, 'cambio', 'cambios')} en las rutas del ${date}`,
  goesOn: (what: string) => `Lo siguiente que se puede deshacer es: ${what}.`,
  imported: (count: number) => counted(count, 'pedido agregado de un archivo', 'pedidos agregados de un archivo'),
  importUndone: (count: number) => `Importación deshecha: ${counted(count, 'pedido quitado', 'pedidos quitados')}.`,
  asBefore: (count: number) => `${orders(count)} como antes.`,
  notChanged: (count: number, reference: string, message: string) =>
    `${orders(count)} sin cambios. ${reference}: ${message}`,
}
