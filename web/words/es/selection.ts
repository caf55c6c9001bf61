import type { selection as English } from '../en/selection.ts'
import { counted, figure } from './counted.ts'

export const selection: typeof English = {
  label: 'Selección',
  count: (count: number) => counted(count, 'entrega seleccionada', 'entregas seleccionadas'),
  moveTo: 'Mover a …',
  newRoute: (vehicle: string) => `Ruta nueva: ${vehicle}`,
  swap: (a: string, b: string) => `Intercambiar entre ${a} y ${b}`,
  noneMovable: 'Ninguna de estas se puede mover',
  noneOnRoutes: 'Todas estas están sin asignar',
  onlyUnassigned: 'Solo se incluyen las entregas sin asignar',
  noRoutes: 'No hay rutas este día',
  atMost: (most: number) => `A lo sumo ${figure(most)} a la vez`,
  wholeRoute: (route: string) => `Seleccionar toda la ruta ${route}`,
  fromHere: 'Seleccionar esta parada y las siguientes',
  sameWindow: (window: string) => `Seleccionar todas con la franja ${window}`,
  selectWhat: (what: string, count: number) => `${what} (${figure(count)})`,
  box: 'Recuadro',
  lasso: 'Lazo',
  toolHint: 'Arrastrar sobre el mapa para seleccionar entregas. Con Mayús se añaden a la selección.',
  focus: 'Resaltar en el mapa',
  selectStops: 'Seleccionar paradas',
  offMap: 'Ocultar en el mapa',
  unfocus: 'Quitar el resalte del mapa',
  onMap: 'Mostrar en el mapa',
}
