import type { palette as English } from '../en/palette.ts'
import { counted } from './counted.ts'

export const palette: typeof English = {
  title: 'Ir a, o hacer …',
  hint: 'Pedido, cliente, ruta, vehículo, página',
  found: 'Resultados',
  count: (count: number) => counted(count, 'resultado', 'resultados'),
  nothing: 'No se encontró nada.',
  page: 'Página',
  action: 'Acción',
  route: 'Ruta',
  vehicle: 'Vehículo',
  order: 'Pedido',
  ofSelection: (name: string) => `Selección: ${name}`,
  ofRoute: (name: string, route: string) => `${name}: ${route}`,
  allStops: 'Seleccionar todas las paradas de las rutas',
  selectFirst: 'Primero, seleccionar entregas.',
}
