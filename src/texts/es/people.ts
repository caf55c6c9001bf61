// Spanish texts about sign-in and the users of a business.
export const people = {
  'see days, routes and builds': 'ver días, rutas y planificaciones',
  'see deliveries, their proof and what customers answered':
    'ver entregas, sus comprobantes y lo que respondieron los clientes',
  'add, import, change and cancel deliveries': 'agregar, importar, cambiar y cancelar entregas',
  'set zones and dates aside for a delivery': 'pasar por alto zonas y fechas de una entrega',
  'build and change routes': 'planear y cambiar rutas',
  'give routes to drivers and send them their links': 'dar rutas a los conductores y enviarles sus enlaces',
  'send and cancel routes, and record what happens on them':
    'enviar y cancelar rutas, y registrar lo que pasa en ellas',
  'see what is loaded on which vehicle, and check it': 'ver qué se carga en cada vehículo y revisarlo',
  'see depots, vehicles and drivers': 'ver depósitos, vehículos y conductores',
  'change depots and vehicles': 'cambiar depósitos y vehículos',
  'change drivers and share their pages': 'cambiar conductores y compartir sus páginas',
  'see zones and which one a place is in': 'ver zonas y en cuál está un lugar',
  'change zones': 'cambiar zonas',
  'see reports': 'ver informes',
  'see settings': 'ver los ajustes',
  'change how traffic is counted on': 'cambiar cómo se cuenta con el tráfico',
  'change settings': 'cambiar los ajustes',
  'find, export and erase the data of a customer': 'buscar, exportar y borrar los datos de un cliente',
  'manage webhook endpoints and connected shops, and see what was sent':
    'administrar webhooks y tiendas conectadas, y ver qué se envió',
  'manage API keys and see their calls': 'administrar claves de la API y ver sus llamadas',
  'see the audit log': 'ver el registro de cambios',
  'manage the team and single sign-on': 'administrar el equipo y el inicio de sesión único',
  'Someone signs in with {email} already.': 'Alguien ya inicia sesión con {email}.',
  '{creator} made keys, webhook endpoints, connections of shops or single sign-on that would stay. Choose whether to keep or revoke them.':
    '{creator} creó claves, webhooks, conexiones de tiendas o el inicio de sesión único, que seguirían funcionando. Elegir si se conservan o se revocan.',
  'Someone else is changing the users right now; try again.':
    'Alguien más está cambiando los usuarios; intentarlo de nuevo.',
  '{user} is the only owner; make someone else an owner first.':
    '{user} es el único propietario; nombrar antes a otro.',
  'Your role doesn’t let you {action}.': 'Su rol no le permite {action}.',
  'This setup has expired. Start again.': 'Este proceso venció. Empezar de nuevo.',
  'That code is wrong. Check that your phone shows the right time.':
    'El código es incorrecto. Revisar que el teléfono tenga la hora correcta.',
  'The current password is wrong.': 'La contraseña actual es incorrecta.',
  'Enter the code from your authenticator app.': 'Escribir el código de la aplicación de autenticación.',
  'That code is wrong or was used before. Wait for the next one.':
    'El código es incorrecto o ya se usó. Esperar al siguiente.',
  'This link was used or withdrawn, or has expired. Ask an owner of the business for a new one.':
    'Este enlace ya se usó o se anuló, o venció. Pedir uno nuevo a un propietario del negocio.',
  'Passkeys need a host name: the address of this server is a number.':
    'Las llaves de acceso necesitan un nombre de servidor: la dirección de este es un número.',
  'Passkeys need https: the address of this server begins with http.':
    'Las llaves de acceso necesitan https: la dirección de este servidor empieza por http.',
  'You have {most} passkeys, which is the maximum. Remove one first.':
    'Hay {most} llaves de acceso, el máximo posible. Quitar antes una.',
  'This passkey is in use already.': 'Esta llave de acceso ya está en uso.',
  'You have no passkey.': 'No hay ninguna llave de acceso.',
  'This passkey was not accepted. Try again, or use your password.':
    'La llave de acceso no se aceptó. Intentarlo de nuevo, o usar la contraseña.',
  'must be an IANA time zone, such as America/New_York': 'debe ser una zona horaria IANA, como America/New_York',
  'This set-up link is no longer valid. Restart the server for a new one, or sign in if you have an account.':
    'Este enlace de configuración ya no sirve. Reiniciar el servidor para obtener uno nuevo, o iniciar sesión si ya hay una cuenta.',
  'A server that may have your account can’t be reached right now. Try again shortly.':
    'Un servidor que puede tener la cuenta no responde ahora. Intentarlo de nuevo en un momento.',
  'You are signed out of this business. Sign in to it again from the menu of your account.':
    'La sesión de este negocio terminó. Iniciarla de nuevo desde el menú de la cuenta.',
  'The server of this business can’t be reached right now. Try again shortly.':
    'El servidor de este negocio no responde ahora. Intentarlo de nuevo en un momento.',
  'No account has this email address and password. Check both and try again.':
    'Ninguna cuenta tiene este correo y contraseña. Revisar ambos e intentarlo de nuevo.',
  'Enter the six digits from your authenticator app, or a recovery code.':
    'Escribir los seis dígitos de la aplicación de autenticación, o un código de recuperación.',
  'Add a passkey or an authenticator app to your account first: you still sign in by password when single sign-on fails.':
    'Añadir primero una llave de acceso o una aplicación de autenticación a la cuenta: con ella se entra con contraseña cuando falla el inicio de sesión único.',
  'Your business requires you to sign in with your company. Choose that below.':
    'El negocio exige entrar con la empresa. Elegirlo abajo.',
  'This owner signs in by password and second factor when single sign-on fails. Let everybody sign in by password first.':
    'Este propietario entra con contraseña y segundo factor cuando falla el inicio de sesión único. Permitir antes que todos entren con contraseña.',
  'There is no depot with that uuid.': 'No hay ningún depósito con ese uuid.',
  'must be null: an owner works for all depots': 'debe ser null: un propietario trabaja para todos los depósitos',
  'Too many attempts. Try again in {time}.': 'Demasiados intentos. Intentarlo de nuevo en {time}.',
  'Too many requests. Try again in {time}.': 'Demasiadas solicitudes. Intentarlo de nuevo en {time}.',
  '1 second': '1 segundo',
  '{count} seconds': '{count} segundos',
  '{count} hours': '{count} horas',
  'No user signs in with this email address.': 'Nadie inicia sesión con este correo.',
  'You have no second factor, so there is nothing to recover.':
    'No hay segundo factor, así que no hay nada que recuperar.',
  'Add a second factor to your own account first.': 'Añadir primero un segundo factor a la propia cuenta.',
  'This business requires a second factor. Add one first.': 'Este negocio exige un segundo factor. Añadir uno primero.',
  'is required if the issuer changes': 'es obligatorio si cambia el emisor',
} as const
