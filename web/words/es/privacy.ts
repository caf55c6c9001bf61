import type { privacy as English } from '../en/privacy.ts'
import { counted, figure } from './counted.ts'

type StoredRecords = Parameters<typeof English.found>[0]

const storedRecordsText = (of: StoredRecords): string =>
  [
    counted(of.orders_count, 'entrega', 'entregas'),
    of.photos_count > 0 && counted(of.photos_count, 'foto o firma', 'fotos y firmas'),
    of.messages_count > 0 && counted(of.messages_count, 'mensaje', 'mensajes'),
    of.replies_count > 0 && counted(of.replies_count, 'respuesta', 'respuestas'),
    of.recurring_orders_count > 0 && counted(of.recurring_orders_count, 'pedido recurrente', 'pedidos recurrentes'),
  ]
    .filter((part) => part !== false)
    .join(', ')

export const privacy: typeof English = {
  title: 'Privacidad',
  lead: 'Cuánto tiempo se guardan los datos y los datos de un cliente.',
  keptTitle: 'Cuánto tiempo se guardan los datos',
  keptLead: (least: number, most: number) =>
    `Los datos se eliminan tras estos días, de ${figure(least)} a ${figure(most)}. Deje un campo en blanco para conservarlos. Las rutas en curso y los mensajes pendientes de envío no se tocan, y los informes conservan sus totales.`,
  forGood: 'No se eliminan',
  kept: {
    keep_orders_days: 'Entregas, días',
    keep_photos_days: 'Fotos y firmas, días',
    keep_positions_days: 'Ubicaciones de los conductores, días',
    keep_messages_days: 'Mensajes y respuestas, días',
    keep_logs_days: 'Registro de auditoría, días',
  },
  shorter: '¿Eliminar los datos anteriores?',
  shorterText: (goes: string) => `Se elimina, a partir de los próximos 10 minutos: ${goes}. No se puede deshacer.`,
  shorterYes: 'Guardar y eliminar',
  goes: {
    keep_orders_days: (days: number) =>
      `nombres, direcciones, notas y pruebas de las entregas de hace más de ${figure(days)} días, con sus archivos importados`,
    keep_photos_days: (days: number) => `fotos y firmas de hace más de ${figure(days)} días`,
    keep_positions_days: (days: number) => `ubicaciones de los conductores de hace más de ${figure(days)} días`,
    keep_messages_days: (days: number) =>
      `el texto y el destinatario de los mensajes, y las respuestas, de hace más de ${figure(days)} días`,
    keep_logs_days: (days: number) => `entradas del registro de auditoría de hace más de ${figure(days)} días`,
  },
  keptHint: {
    keep_orders_days:
      'Desde la fecha de entrega. Se eliminan nombres, direcciones, notas y pruebas; quedan el resultado y las horas.',
    keep_photos_days: 'Desde que se tomaron.',
    keep_positions_days: 'Desde que se registraron. También se elimina dónde se tomó cada foto.',
    keep_messages_days:
      'Desde que se enviaron. Se eliminan el texto y el destinatario; queda que se envió y cuánto costó.',
    keep_logs_days: 'Quién cambió qué. Los demás registros se conservan unas semanas en todo caso.',
  },
  customer: 'Los datos de un cliente',
  customerLead: 'Busque lo que se guarda sobre un cliente, expórtelo para él o bórrelo.',
  phone: 'Número de teléfono',
  email: 'Correo electrónico',
  reference: 'Referencia del pedido',
  referenceHint: 'Encuentra también las demás entregas con su número de teléfono o correo.',
  find: 'Buscar',
  nobody: 'No se guarda nada sobre este cliente.',
  found: (of: StoredRecords) => `Encontrado: ${storedRecordsText(of)}.`,
  deliveries: 'Entregas de este cliente',
  severalNames: 'Hay varios nombres. Compruebe que todos sean de este cliente: se borra todo lo encontrado.',
  underWay: (refs: readonly string[]) =>
    `${refs.slice(0, 3).join(', ')}: en curso. Borre al cliente cuando termine la ruta y el resultado ya no se pueda deshacer.`,
  export: 'Exportar',
  erase: 'Borrar…',
  eraseAsk: (count: number) => `¿Borrar al cliente de ${counted(count, 'entrega', 'entregas')}?`,
  eraseText: (of: StoredRecords, names: readonly string[]) =>
    `Se borra a ${names.slice(0, 3).join(', ')}: nombres, direcciones, notas y pruebas de ${storedRecordsText(of)}. Las entregas pendientes se cancelan. Los resultados, las horas y los totales se conservan. Los archivos subidos que aún no se importaron se eliminan. No se puede deshacer.`,
  eraseYes: 'Borrar',
  erased: 'Borrado.',
  erasedSoon: 'Borrado. Aún se revisan las notas y los registros de otras entregas; termina en menos de una hora.',
}
