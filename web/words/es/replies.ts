import { counted, figure } from './counted.ts'
import type { replies as English } from '../en/replies.ts'

export const replies: typeof English = {
  fromCustomers: (count: number) => `${counted(count, 'respuesta', 'respuestas')} de clientes`,
  marked: (count: number) => `${counted(count, 'respuesta marcada como leída', 'respuestas marcadas como leídas')}.`,
  title: 'Respuestas de clientes',
  lead: 'Respuestas sin leer de los clientes a los mensajes. Cada respuesta se queda con su pedido después de marcarla como leída.',
  theAnswers: 'las respuestas',
  none: 'No hay respuestas sin leer.',
  answers: 'Respuestas',
  markThese: (count: number) => `Marcar estas ${figure(count)} como leídas`,
  markAll: 'Marcar todas como leídas',
  call: (phone: string | null) => `Llamar al ${phone}`,
  markReadOf: (reference: string) => `Marcar como leída: la respuesta sobre ${reference}`,
  markRead: 'Marcar como leída',
}
