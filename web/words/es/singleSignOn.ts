import type { singleSignOn as English } from '../en/singleSignOn.ts'

export const singleSignOn: typeof English = {
  title: 'Inicio de sesión único',
  what: 'el inicio de sesión único',
  lead: 'Se entra con la cuenta de la empresa: Entra ID, Google, Keycloak u otro proveedor de OpenID Connect.',
  sections: {
    provider: { title: 'Proveedor', reason: 'Donde las personas tienen su cuenta de la empresa.' },
    people: { title: 'Personas', reason: 'Quién puede entrar y con qué función.' },
    only: { title: 'Solo con la empresa' },
  },
  giveIt: 'Registrar Roundsman en el proveedor como aplicación web, con esta dirección de redirección:',
  linkLead: 'Con este enlace entra la gente de la empresa, por ejemplo desde una página de inicio:',
  issuer: 'Emisor',
  issuerHint: 'La dirección del proveedor, como https://login.example.com',
  clientId: 'ID de cliente',
  clientSecret: 'Secreto de cliente',
  secretKept: 'En blanco se conserva el guardado',
  domains: 'Dominios de correo',
  domainsHint: 'Se rechazan direcciones de otros dominios. Separar varios con comas.',
  roleClaim: 'Dato con roles o grupos',
  roleClaimHint:
    'Como groups o roles. El rol sigue entonces al proveedor en cada inicio de sesión. Sin él, los roles se ponen en Equipo.',
  valuesOf: (role: string) => `Valores que dan el rol ${role}`,
  valuesHint: 'Uno en cada línea',
  defaultRole: 'Rol de los demás',
  noRole: 'Ninguno: no entran si no están en el equipo',
  required: 'Entrar solo con la empresa',
  requiredHint:
    'Cierra ahora las sesiones de los demás, y desde entonces rechaza contraseñas y llaves de acceso. Usted aún entra con contraseña y segundo factor, para el día en que falle el proveedor.',
  breakGlass: (name: string) => `${name} aún entra con contraseña y segundo factor.`,
  test: 'Probar la conexión',
  remove: 'Quitar',
  removeAsk: '¿Quitar el inicio de sesión único?',
  removeText:
    'Todos vuelven a entrar con contraseña o llave de acceso. Quien no tenga contraseña necesita un enlace de Equipo.',
  removed: 'El inicio de sesión único está quitado.',
  found: {
    reached: { yes: 'El proveedor responde.', no: 'No se llega al proveedor. Revisar la dirección del emisor.' },
    issuer: {
      yes: 'Es el emisor indicado.',
      no: 'El proveedor indica otro emisor. Escribir exactamente este:',
    },
    redirect: {
      yes: 'Acepta la dirección de redirección.',
      no: 'Rechaza el ID de cliente o la dirección de redirección. Registrar allí exactamente la dirección de arriba.',
      open: 'Si acepta la dirección de redirección se ve al iniciar sesión.',
    },
    secret: {
      yes: 'Acepta el secreto de cliente.',
      no: 'Rechaza el secreto de cliente. Crear uno nuevo allí y escribirlo aquí.',
      open: 'Si acepta el secreto de cliente se ve al iniciar sesión.',
    },
  },
}
