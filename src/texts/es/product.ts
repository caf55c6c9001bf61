// Spanish texts about requests, keys, webhooks, settings and pictures.
export const product = {
  failed: 'no entregada',
  'This business has no record with that ID.': 'Eso ya no existe en este negocio.',
  'The file is cut off.': 'El archivo está incompleto.',
  'You are signed out. Sign in again in another tab, then repeat this. Nothing on this page is lost.':
    'La sesión está cerrada. Iniciar sesión en otra pestaña y repetir esto: no se pierde nada de esta página.',
  'This page is out of date. Reload it and try again.': 'Esta página no está al día. Recargarla e intentarlo de nuevo.',
  'Confirm your identity to continue.': 'Para continuar hay que confirmar la identidad.',
  '{by} changed {what} meanwhile. Look again, then save.': '{by} cambió {what} entretanto. Revisar y guardar.',
  'Someone else is changing the same records right now. Nothing was changed; try again in a moment.':
    'Alguien más está cambiando los mismos datos. No se cambió nada; intentarlo de nuevo en un momento.',
  'There is no {what} for this business.': 'Eso ya no existe en este negocio.',
  'This concerns depots that you don’t work for, too.':
    'Esto afecta también a depósitos para los que usted no trabaja.',
  'Too many solves are running; retry shortly.': 'Hay demasiados cálculos en curso; intentarlo de nuevo en un momento.',
  'This business already has {most} webhook endpoints; remove one first.':
    'Este negocio ya tiene {most} webhooks; quitar antes uno.',
  'must be a phone number; one from outside {region} starts with + and its country code':
    'debe ser un número de teléfono; uno de fuera de {region} empieza con + y el código de su país',
  'differs from {name}’s number: {other}': 'es distinto del número de {name}: {other}',
  'is the name of another vehicle already': 'ya es el nombre de otro vehículo',
  'The sample data is loaded already.': 'Los datos de ejemplo ya están cargados.',
  '{route} is under way. End the route first, then remove the sample.':
    '{route} está en curso. Terminar primero la ruta y quitar después los datos de ejemplo.',
  '{first} and {second}': '{first} y {second}',
  '{first} or {second}': '{first} o {second}',
  '{first} and {count} more': '{first} y {count} más',
  'Idempotency-Key must be sent once, with 1 to 255 printable characters.':
    'Idempotency-Key debe enviarse una vez, con 1 a 255 caracteres imprimibles.',
  'is not possible for this operation': 'no es posible en esta operación',
  'must be true or false': 'debe ser verdadero o falso',
  'This API key is limited to certain IP addresses, and the proxy did not forward the client’s address.':
    'La clave de la API solo se puede usar desde algunas direcciones, y el proxy no indica ninguna para esta llamada.',
  'is too complex to be read in time': 'es demasiado complejo para leerlo a tiempo',
  'This Idempotency-Key was used with another body.': 'Este Idempotency-Key ya se usó con otro contenido.',
  'This request succeeded earlier. Its response can’t be repeated, because it named a customer who has been erased.':
    'Esta llamada tuvo efecto; su respuesta nombraba a un cliente que se borró después.',
  'The body is larger than {size}, the limit of this operation.': 'Es mayor de {size}, lo máximo que se admite aquí.',
  'Send this form without Content-Encoding, because pictures are already compressed.':
    'Enviar este formulario sin Content-Encoding: las fotos ya están comprimidas.',
  'There is nothing at this path. All paths are listed at /docs.':
    'No hay nada en esta dirección; en /docs está lo que hay.',
  'The database connection failed during the commit, so the change may or may not be saved. Retry with the same Idempotency-Key to find out.':
    'Se perdió la base de datos mientras guardaba esto; aún no se sabe si lo hizo. Repetir con el mismo Idempotency-Key: la respuesta lo dirá.',
  'The server’s disk is full; nothing was changed. Retry later.':
    'El disco del servidor está lleno; no se cambió nada. Intentarlo más tarde.',
  'The database can’t be reached right now; nothing was changed. Retry shortly.':
    'No se puede acceder a la base de datos ahora; no se cambió nada. Intentarlo de nuevo en un momento.',
  'The store of photos and signatures can’t be reached right now; nothing was changed. Retry shortly.':
    'No se puede acceder ahora al almacén de fotos y firmas; no se cambió nada. Intentarlo de nuevo en un momento.',
  'The business is being moved to another installation right now; nothing was changed. Retry shortly.':
    'El negocio se está trasladando a otra instalación; no se cambió nada. Intentarlo de nuevo en un momento.',
  'The business has moved to another installation; nothing was changed. Retry shortly, when its host name points there.':
    'El negocio se trasladó a otra instalación; no se cambió nada. Intentarlo de nuevo: su nombre lleva allí en un momento.',
  'The request took too long and was stopped; nothing was changed. Retry shortly.':
    'Esto tardó demasiado y se detuvo; no se cambió nada. Intentarlo de nuevo en un momento.',
  'The request is not well-formed.': 'La solicitud no está bien formada.',
  'There is nothing at this path.': 'No hay nada en esta dirección.',
  'The request took too long to arrive.': 'La solicitud tardó demasiado en llegar.',
  'The body is larger than the limit of this operation.': 'El contenido es mayor de lo que admite esta operación.',
  'The path is too long.': 'La dirección es demasiado larga.',
  'Send JSON with Content-Type: application/json, in UTF-8.':
    'Enviar JSON con Content-Type: application/json, en UTF-8.',
  'The only supported Expect header is 100-continue.': 'No enviar otra cabecera Expect que 100-continue.',
  'The {part} {fault}.': 'La solicitud {fault}.',
  'has a field whose name {fault}': 'tiene un campo cuyo nombre {fault}',
  'is sent twice': 'se envió dos veces',
  'The form is cut off or not well-formed.': 'El formulario está incompleto o mal formado.',
  'contains the character 0, which cannot be stored': 'contiene el carácter 0, que no se puede guardar',
  'contains half of a surrogate pair, which cannot be stored': 'contiene medio par sustituto, que no se puede guardar',
  'Too many concurrent requests from this network; retry shortly.':
    'Demasiadas solicitudes a la vez desde esta red; intentarlo de nuevo en un momento.',
  'The server is at its limit of concurrent requests; retry shortly.':
    'El servidor hace todo lo que puede a la vez; intentarlo de nuevo en un momento.',
  'The signature is invalid; nothing was changed.': 'La firma no coincide; no se cambió nada.',
  'contains the character 0': 'contiene el carácter 0',
  'is not percent-encoded UTF-8': 'no es UTF-8 codificado con porcentajes',
  'This operation takes no body.': 'Esta operación no admite contenido.',
  'Send the body without Content-Encoding, or with one of gzip, br or deflate.':
    'Enviar el contenido sin Content-Encoding, o con gzip, br o deflate.',
  'HTTP/1.1 needs one Host header.': 'HTTP/1.1 necesita una cabecera Host.',
  'has more than {most} parameters': 'tiene más de {most} parámetros',
  'This request came from another site.': 'Esta solicitud vino de otro sitio.',
  'is empty': 'está vacío',
  'Idempotency-Key must have 1 to 255 printable characters.':
    'Idempotency-Key debe tener de 1 a 255 caracteres imprimibles.',
  '{count} kg': '{count} kg',
  '{count} m³': '{count} m³',
  Tuesdays: 'martes',
  Wednesdays: 'miércoles',
  Thursdays: 'jueves',
  Fridays: 'viernes',
  Saturdays: 'sábados',
  Sundays: 'domingos',
  'delivery date': 'fecha de entrega',
  address: 'dirección',
  'temperature class': 'clase de temperatura',
  'must be a multiple of {step}': 'debe ser un múltiplo de {step}',
  'Someone else': 'Otra persona',
  'There is a delivery with this reference already.': 'Ya hay una entrega con esta referencia.',
  'Another request with this Idempotency-Key, or one that changes the same records, is still running; retry shortly.':
    'Otra solicitud con este Idempotency-Key, o una que cambia los mismos datos, sigue en curso; intentarlo de nuevo en un momento.',
  'is not a cursor of this list, or was changed; start again without it':
    'no es un cursor de esta lista, o se cambió; empezar de nuevo sin él',
  '{field} {fault}.': '{field} {fault}.',
  'The server is too busy for this picture right now; send it again.':
    'El servidor está demasiado ocupado para esta foto; enviarla de nuevo.',
  'There is nothing here. Check that the link is complete.': 'Aquí no hay nada. Revisar que el enlace esté completo.',
  'must have no query': 'no puede tener parámetros',
  'Days are simulated only with test data. Use a key that begins with rk_test_.':
    'Los días solo se simulan con datos de prueba. Usar una clave que empiece por rk_test_.',
  'The settings of the test data require photos or signatures, which a simulated day can’t take. Turn that off there first.':
    'Los ajustes de los datos de prueba exigen fotos o firmas, que un día simulado no puede hacer. Desactivarlo allí primero.',
  'No route of that date has stops to drive. Build routes first.':
    'Ninguna ruta de esa fecha tiene paradas. Planear rutas primero.',
  'has {count} stops; at most {most} are simulated': 'tiene {count} paradas; se simulan {most} como máximo',
  'A day is being simulated already. Stop it, or wait for its end.':
    'Ya se está simulando un día. Detenerlo o esperar a que termine.',
  'The database can’t be reached.': 'No se puede acceder a la base de datos.',
  '{fault}. To receive on your own machine or network, see “On your own machine” in /docs/guides/testing':
    '{fault}. Para recibir en una máquina o red propia, ver “On your own machine” en /docs/guides/testing',
  'is not an event of this business': 'no es un evento de este negocio',
  'and until cover more than {most} events; send them in shorter periods':
    'y until abarcan más de {most} eventos; enviarlos en periodos más cortos',
  'must be in the future': 'debe estar en el futuro',
  'This key is revoked. Make a new one.': 'Esta clave está revocada. Crear otra.',
  'This key has been replaced by a new one. Change the new key instead.':
    'Esta clave se sustituyó por otra. Cambiar la nueva.',
  'must be one of the depots that you work for': 'debe ser uno de los depósitos para los que usted trabaja',
  'There is no {what} with that id.': 'No hay nada con ese id.',
  'There is no such logo.': 'No hay tal logotipo.',
  'must be a public key of P-256 in base64url': 'debe ser una clave pública de P-256 en base64url',
  'must be 16 bytes in base64url': 'deben ser 16 bytes en base64url',
  'must be an https URL': 'debe ser una URL https',
  'must use https': 'debe usar https',
  'must have public addresses only': 'solo puede tener direcciones públicas',
  'must not contain a user name or password': 'no puede contener usuario ni contraseña',
  'must use port 443 or one from 1024 up': 'debe usar el puerto 443 o uno desde 1024',
  'is a HEIC or AVIF picture; send JPEG, PNG or WebP': 'es una foto HEIC o AVIF; enviar JPEG, PNG o WebP',
  'is not a JPEG, PNG or WebP picture': 'no es una foto JPEG, PNG o WebP',
  'is more than 20,000 pixels wide or high': 'mide más de 20 000 píxeles de ancho o de alto',
  'is progressive or interlaced and has more than 16 million pixels':
    'es progresiva o entrelazada y tiene más de 16 millones de píxeles',
  'has more than 52 million pixels': 'tiene más de 52 millones de píxeles',
  'is damaged or cut off': 'está dañada o incompleta',
  'is damaged': 'está dañada',
  '{over} min longer out than allowed': '{over} min más fuera de lo permitido',
  '{over} min longer at the wheel than allowed': '{over} min más al volante de lo permitido',
  '{over} min of overtime': '{over} min de horas extra',
  'the settings': 'los ajustes',
  'Too many files are being received right now; send this one again shortly.':
    'Se están recibiendo demasiados archivos; enviar este de nuevo en un momento.',
  'Too many files are being read right now; try again shortly.':
    'Se están leyendo demasiados archivos; intentarlo de nuevo en un momento.',
  'Too many documents are being drawn; try again shortly.':
    'Se están creando demasiados documentos; intentarlo de nuevo en un momento.',
  'Too many areas are being read; try again shortly.':
    'Se están leyendo demasiadas zonas; intentarlo de nuevo en un momento.',
  'Too many addresses are being looked up; try again shortly.':
    'Se están buscando demasiadas direcciones; intentarlo de nuevo en un momento.',
  'Too many people are signing in right now. Try again.':
    'Demasiadas personas inician sesión ahora. Intentarlo de nuevo.',
  'Too many pages are open; close some.': 'Hay demasiadas páginas abiertas; cerrar alguna.',
  'occurred_at is more than 2 minutes in the future.': 'occurred_at está más de 2 minutos en el futuro.',
  'occurred_at is before the route was sent.': 'occurred_at es anterior al envío de la ruta.',
  'arrived_at is after occurred_at.': 'arrived_at es posterior a occurred_at.',
  'arrived_at is more than 2 minutes before the route was sent.':
    'arrived_at es más de 2 minutos anterior al envío de la ruta.',
  'Something went wrong on our side. Try again later.': 'Algo falló en el servidor. Intentarlo más tarde.',
  'Something went wrong on our side; nothing was changed. Retry with the same Idempotency-Key.':
    'Algo falló en el servidor; no se cambió nada. Repetir con el mismo Idempotency-Key.',
  'this depot': 'este depósito',
  'this driver': 'este conductor',
  'this vehicle': 'este vehículo',
  'this zone': 'esta zona',
  'this delivery': 'esta entrega',
  'this recurring order': 'este pedido recurrente',
  'single sign-on': 'el inicio de sesión único',
  'Send the file with Content-Type: application/octet-stream.':
    'Enviar el archivo con Content-Type: application/octet-stream.',
  'Send this as multipart/form-data.': 'Enviar esto como multipart/form-data.',
  'Send a form as application/x-www-form-urlencoded.': 'Enviar un formulario como application/x-www-form-urlencoded.',
} as const
