import type { firstSteps as English } from '../en/firstSteps.ts'
import { counted, figure } from './counted.ts'

export const firstSteps: typeof English = {
  title: 'Primeros pasos',
  doneOf: (done: number, all: number) => `${figure(done)} de ${figure(all)} pasos hechos`,
  hide: 'Ocultar estos pasos',
  next: 'Siguiente:',
  isDone: 'Hecho:',
  steps: {
    ADDRESSES: 'Configurar la búsqueda de direcciones',
    DEPOT: 'Agregar el depósito',
    VEHICLES: 'Anotar los vehículos',
    DRIVERS: 'Anotar los conductores',
    ORDERS: 'Subir las primeras entregas',
    PLAN: 'Planear las primeras rutas',
  },
  welcome: 'Las primeras rutas, en unos diez minutos',
  welcomeLead: 'Cada paso se aprovecha de inmediato. Puede salir y volver.',
  minutes: (count: number) => `${figure(count)} min`,
  hints: {
    ADDRESSES:
      'Cargue las calles, las casas y los tiempos de viaje de su zona, o conecte un servicio que busque direcciones.',
    DEPOT: 'El lugar donde empiezan y terminan las rutas.',
    VEHICLES: 'Sus nombres, lo que cargan y cuándo trabajan. Péguelos de una hoja de cálculo o escríbalos.',
    DRIVERS: 'Sus nombres y teléfonos. El teléfono recibe el enlace de la ruta y no necesita ninguna aplicación.',
    ORDERS: 'Una hoja de cálculo con cualquier columna. Cada fila se ve antes de agregarla.',
    PLAN: 'Rutas para todos los vehículos en segundos. Puede cambiar cada parada; los conductores no ven nada hasta que envíe las rutas.',
  },
  actions: {
    ADDRESSES: 'Elegir la zona',
    DEPOT: 'Agregar depósito',
    VEHICLES: 'Anotar vehículos',
    DRIVERS: 'Anotar conductores',
    ORDERS: 'Subir entregas',
    PLAN: 'Planear rutas',
  },
  orTry: '¿Solo para probar?',
  load: 'Cargar datos de ejemplo',
  loaded: (orders: number) => `${counted(orders, 'entrega', 'entregas')} de ejemplo para hoy y mañana.`,
  sample: 'Datos de ejemplo',
  sampleLead:
    'Un depósito, vehículos, conductores y pedidos inventados para hoy y mañana, en Baltimore, MD. Nadie recibe mensajes. Se pueden quitar en cualquier momento.',
  sampleThere: 'Hay datos de ejemplo. Sus vehículos, conductores y pedidos se llaman «Sample».',
  removeSample: 'Quitar los datos de ejemplo',
  removeAsk: '¿Quitar los datos de ejemplo?',
  removeText:
    'Se borran el depósito, los vehículos, los conductores y los pedidos de ejemplo, y se cancelan sus rutas. Los datos propios se conservan.',
  removed: 'Se quitaron los datos de ejemplo.',
  removedBut: (kept: number) =>
    `Se quitaron los datos de ejemplo, salvo ${counted(kept, 'registro', 'registros')} que usan las rutas o los vehículos propios.`,
  addTable: 'Pegar de una hoja de cálculo',
  tableLead: (from: string, to: string) =>
    `Escribir, o pegar de una hoja de cálculo: una fila por vehículo. Sin horas, de ${from} a ${to}. Los conductores nuevos se agregan.`,
  fromFile: 'De un archivo CSV',
  columns: {
    vehicle: 'Vehículo',
    capacity_lbs: (unit: string) => `Capacidad (${unit})`,
    shift_start: 'Turno desde',
    shift_end: 'Turno hasta',
    driver: 'Conductor',
    driver_phone: 'Teléfono del conductor',
  },
  cell: (row: number, column: string) => `Fila ${figure(row)}, ${column}`,
  moreRows: 'Más filas',
  nothing: 'Anotar al menos un vehículo o un conductor.',
  tooMany: (most: number) => `A lo sumo ${figure(most)} filas a la vez.`,
  saveAnother: 'Guardar y agregar otro',
  savedNext: (name: string) => `${name}: guardado. Anotar el siguiente.`,
  row: 'Fila',
  result: 'Resultado',
  column: (number: number) => `Columna ${figure(number)}`,
  isNew: 'Nueva',
  known: 'Ya existe: no cambia nada',
  notNumber: (typed: string) => `No es un número: ${typed}`,
  notTime: (typed: string) => `No es una hora: ${typed}`,
  addRows: (rows: number) => (rows === 0 ? 'Añadir' : `Añadir ${counted(rows, 'fila', 'filas')}`),
  pasted: (vehicles: number, drivers: number, known: number, faults: number) =>
    [
      `Por añadir: ${counted(vehicles, 'vehículo', 'vehículos')}, ${counted(drivers, 'conductor', 'conductores')}.`,
      known > 0 ? `${counted(known, 'fila ya existe', 'filas ya existen')}.` : '',
      faults > 0 ? `${counted(faults, 'fila necesita', 'filas necesitan')} corrección.` : '',
    ]
      .filter(Boolean)
      .join(' '),
}
