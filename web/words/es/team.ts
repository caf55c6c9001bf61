import type { team as English } from '../en/team.ts'

export const team: typeof English = {
  title: 'Equipo',
  forOwners: (role: string) => `${role} El equipo lo ven y cambian los propietarios.`,
  invite: 'Invitar a alguien',
  theTeam: 'el equipo',
  role: 'Rol',
  actions: '(Qué se puede hacer)',
  secondFactor: '(segundo factor)',
  roleOf: (name: string) => `Rol de ${name}`,
  hasNewRole: (name: string) => `${name} tiene un rol nuevo.`,
  newPasswordFor: (name: string) => `Contraseña nueva para ${name}`,
  shareOneDay: 'Compartir este enlace con esa persona. Sirve una vez, durante un día.',
  newPassword: 'Contraseña nueva',
  removeOf: (name: string) => `Quitar a ${name}`,
  removeAsk: (name: string) => `¿Quitar a ${name}?`,
  removeText: 'Su sesión se cierra de inmediato y ya no puede iniciar sesión.',
  isRemoved: (name: string) => `${name} ya no está en el equipo.`,
  makeInvitation: 'Crear la invitación',
  invitationFor: (email: string) => `Invitación para ${email}`,
  shareOneWeek: 'Compartir este enlace con esa persona. Sirve una vez, durante una semana.',
  roles: { OWNER: 'Propietario: todo', DISPATCHER: 'Despachador: planea y envía rutas', VIEWER: 'Lector: solo ver' },
}
