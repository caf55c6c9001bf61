import type { privacy as English } from '../en/privacy.ts'

export const privacy: typeof English = {
  title: 'Privacidad',
  keptLead: (least: number, most: number) =>
    `Días tras los cuales se eliminan los datos, de ${least} a ${most}. Vacío los conserva siempre. Lo que está en curso o pendiente de envío no se toca; los informes conservan sus cifras.`,
  kept: {
    keep_orders_days: 'Entregas',
    keep_photos_days: 'Fotos y firmas',
    keep_positions_days: 'Posiciones de los conductores',
    keep_messages_days: 'Mensajes y respuestas',
    keep_logs_days: 'Registro de auditoría',
  },
  keptHint: {
    keep_orders_days:
      'Después de su día se eliminan nombres, direcciones, notas y pruebas; quedan el resultado y las horas',
    keep_photos_days: 'Desde que se tomaron',
    keep_positions_days: 'Desde que se enviaron; también dónde se tomó cada foto',
    keep_messages_days: 'Lo que se dijo y a quién; queda que se envió y cuánto costó',
    keep_logs_days: 'Quién cambió qué. Los demás registros se conservan como máximo 30 días',
  },
}
