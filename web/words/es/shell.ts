import type { shell as English } from '../en/shell.ts'

export const shell: typeof English = {
  day: 'Día',
  orders: 'Pedidos',
  import: 'Importar',
  fleet: 'Flota',
  zones: 'Zonas',
  integrations: 'Integraciones',
  reports: 'Informes',
  team: 'Equipo',
  settings: 'Ajustes',
  skip: 'Ir al contenido principal',
  screens: 'Pantallas',
  signOut: 'Cerrar sesión',
  roleCannot: (role: string) => `Su rol (${role}) permite ver esto, pero no cambiarlo.`,
  away: (time: string) =>
    `No hay conexión con el servidor. Se muestra lo último que se supo (${time}); esta página lo intenta de nuevo sola.`,
  failingSince: (what: string, time: string) =>
    `${what} desde ${time}. Es un fallo de Roundsman, que sigue intentándolo. Si continúa, avisar a quien lo administra.`,
  aRoute: 'una ruta',
  anOrder: 'un pedido',
  order: (reference: string) => `el pedido ${reference}`,
  outcomesNotSent: (route: string) => `Los resultados de ${route} no se envían`,
  addressNotLocated: (order: string) => `La dirección de ${order} no se ubica`,
  straightLines: (route: string) => `El mapa muestra líneas rectas para ${route}`,
  messageNotSent: 'Hay un mensaje sin enviar',
  messageAboutNotSent: (order: string) => `Hay un mensaje sin enviar sobre ${order}`,
  webhooksNotSent: 'Hay webhooks sin enviar',
  webhookAboutNotSent: (order: string) => `Hay un webhook sin enviar sobre ${order}`,
  importNotFinished: (file: string | null) => `La importación de ${file} no ha terminado`,
  recurringNotMade: (reference: string | null) => `No se crean los pedidos del pedido recurrente ${reference}`,
  rowsNotImported: (file: string | null) => `Algunas filas de ${file} no se han importado`,
}
