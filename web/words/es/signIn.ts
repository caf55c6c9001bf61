import type { signIn as English } from '../en/signIn.ts'

export const signIn: typeof English = {
  back: 'Volver a iniciar sesión',
  checkEmail: 'Revisar el correo',
  linkComes:
    'Si existe una cuenta con esta dirección, ya se envió un enlace para elegir una contraseña nueva. Sirve una vez y durante una hora. ¿No llega ningún correo? Pedir un enlace a un propietario del negocio.',
  noEmail: 'El correo no está configurado',
  noEmailLead:
    'Esta instalación no puede enviar correos. Pedir un enlace a un propietario del negocio: se crea en Equipo. Si usted es el propietario, ejecute esto en el servidor:',
  forgot: '¿Olvidó la contraseña?',
  forgotLead: 'Al escribir la dirección de correo, se envía un enlace para elegir una contraseña nueva.',
  sendLink: 'Enviar el enlace',
  setUp: 'Configurar el negocio',
  setUpLead: 'Quien lo crea es su propietario y puede invitar a otros después.',
  create: 'Crear el negocio',
  businessName: 'Nombre del negocio',
  timeZone: 'Zona horaria',
  timeZoneHint: 'Los días y horarios de entrega son de esta zona',
  yourEmail: 'Correo',
  signedOut: 'Sesión cerrada',
  signedOutLead: 'La sesión terminó. Inicie sesión de nuevo para seguir: no se pierde nada de esta página.',
  action: 'Iniciar sesión',
  usePasskey: 'Usar una llave de acceso',
  title: 'Iniciar sesión en Roundsman',
  reading: 'Leyendo el enlace …',
  linkOver: 'Este enlace ya no sirve',
  linkOverLead: 'Ya se usó o venció. Pedir uno nuevo a un propietario del negocio.',
  joinBusiness: (business: string) => `Unirse a ${business}`,
  newPassword: 'Elegir una contraseña nueva',
  signInAs: (email: string) => `Inicia sesión como ${email}.`,
  join: 'Unirse',
  setPassword: 'Guardar la contraseña',
}
