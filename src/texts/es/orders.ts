// Spanish texts about deliveries, files, zones and customers.
export const orders = {
  'The street is open to deliveries {hours}.': 'La calle está abierta al reparto de {hours}.',
  'The street is open to trucks {hours}.': 'La calle está abierta a camiones de {hours}.',
  'The street is open to deliveries {hours}, outside the windows of this delivery.':
    'La calle está abierta al reparto de {hours}, fuera de los horarios de esta entrega.',
  'The street is closed to deliveries that day.': 'La calle está cerrada al reparto ese día.',
  'The file is empty.': 'El archivo está vacío.',
  'The delivery date has passed.': 'La fecha de entrega ya pasó.',
  'The address is outside every delivery zone.': 'La dirección está fuera de todas las zonas de entrega.',
  'Closed on this day: {note}': 'Cerrado ese día: {note}',
  'No orders are taken for this day.': 'No se aceptan pedidos para este día.',
  'All {capacity} deliveries of this day are taken.': 'Las {capacity} entregas de este día están ocupadas.',
  'This delivery is {state} and can no longer change; send a new external_ref to deliver again.':
    'Esta entrega está {state} y ya no puede cambiar; agregar otra para entregar de nuevo.',
  'This delivery is {state} and can’t be canceled.': 'Esta entrega está {state} y no se puede cancelar.',
  'This delivery is out for delivery and can’t be canceled.': 'Esta entrega está en reparto y no se puede cancelar.',
  'This delivery is {state}; only a failed or canceled one is delivered again.':
    'Esta entrega está {state}; solo se repite una no entregada o cancelada.',
  'The failure can still be undone. Deliver again once the undo window is over.':
    'El resultado aún se puede deshacer. Repetir la entrega cuando pase ese plazo.',
  'This delivery is already delivered again as {delivery}.': 'Esta entrega ya se repite como {delivery}.',
  'This delivery made {delivery} again; deliver that one again instead.':
    'Esta entrega repetía {delivery}; repetir esa.',
  'This failed delivery is delivered again as {delivery}; cancel that one first.':
    'Esta entrega fallida se repite como {delivery}; cancelar antes esa.',
  'must be at most {max}': 'debe ser como máximo {max}',
  'must be at least {min}': 'debe ser como mínimo {min}',
  'Address lookup isn’t set up. Use coordinates (lat and lng).':
    'La búsqueda de direcciones no está configurada. Usar coordenadas (latitud y longitud).',
  'The address could not be found.': 'No se encontró la dirección.',
  'More than {most} orders don’t fit into a workbook. Filter them, or export as CSV.':
    'Más de {most} pedidos no caben en un libro de Excel. Filtrarlos o exportar como CSV.',
  'This delivery has no such candidate. Read it again to see its candidates.':
    'Esta entrega no tiene esa ubicación posible. Leerla de nuevo para ver las que tiene.',
  'This delivery is {state}: its pin moves only while it is open.':
    'Esta entrega está {state}: su punto solo se mueve cuando está abierta.',
  'the customer has not agreed to texts': 'el cliente no ha aceptado mensajes de texto',
  'You already have {most} views; delete one first.': 'Ya hay {most} vistas guardadas; borrar antes una.',
  'A delivery’s reference can’t change; cancel it and add another.':
    'La referencia de una entrega no puede cambiar; cancelarla y agregar otra.',
  'Only an owner may override zones and dates.': 'Solo un propietario puede pasar por alto zonas y fechas.',
  'There is a delivery with the reference {reference} already.': 'Ya hay una entrega con la referencia {reference}.',
  '{by} has changed this delivery since you opened it. Check it, then save again.':
    '{by} cambió esta entrega desde que se abrió. Revisarla y guardar otra vez.',
  'This recurring order has ended; create another one.': 'Este pedido recurrente terminó; crear otro.',
  'There is a recurring order with the reference {external_ref} already.':
    'Ya hay un pedido recurrente con la referencia {external_ref}.',
  'There is no delivery to print labels for.': 'No hay entregas para las que imprimir etiquetas.',
  'These are more than {most} labels. Print them route by route.':
    'Son más de {most} etiquetas. Imprimirlas ruta por ruta.',
  'Importing this row failed.': 'Esta fila no se pudo importar.',
  'Too many files are being read; try again shortly.':
    'Se están leyendo demasiados archivos; intentarlo de nuevo en un momento.',
  'there is no phone number': 'no hay número de teléfono',
  'This text is no longer true, so it was not sent.': 'Este mensaje ya no es cierto, así que no se envió.',
  'The customer can’t be texted: {reason}.': 'No se puede enviar mensajes al cliente: {reason}.',
  'the business does not use this text': 'la empresa no usa este mensaje',
  'no texts are sent in quiet hours': 'no se envían mensajes en las horas de silencio',
  'the customer did not agree to texts': 'el cliente no aceptó mensajes',
  'this phone answered STOP': 'este teléfono respondió STOP',
  'no text message provider is set up': 'no hay proveedor de mensajes de texto configurado',
  'This is not an Excel workbook that can be read. In the spreadsheet, save it as CSV and choose it again.':
    'No es un libro de Excel que se pueda leer. En la hoja de cálculo, guardarlo como CSV y elegirlo de nuevo.',
  'This workbook has a password or is an old Excel file (.xls). Save it as .xlsx without a password, or as CSV, and choose it again.':
    'Este libro tiene contraseña o es un archivo antiguo de Excel (.xls). Guardarlo como .xlsx sin contraseña, o como CSV, y elegirlo de nuevo.',
  'The unpacked file is larger than the limit of {size}. Delete rows and columns that look empty, or save it as CSV and choose it again.':
    'Descomprimido, el archivo pasa de {size}, lo máximo que se lee. Eliminar filas y columnas que parezcan vacías, o guardarlo como CSV y elegirlo de nuevo.',
  'The file has more than {most} cells, empty ones included. Delete rows and columns that look empty, or split it.':
    'El archivo tiene más de {most} celdas, contando las vacías. Eliminar filas y columnas que parezcan vacías, o dividirlo.',
  'The file has more than {most} quotation marks. Save it as CSV from the spreadsheet again, or split it.':
    'El archivo tiene más de {most} comillas. En la hoja de cálculo, guardarlo de nuevo como CSV, o dividirlo.',
  'The cells of the file have more than {most} characters. Remove columns, or split it.':
    'Las celdas del archivo tienen más de {most} caracteres. Quitar columnas o dividirlo.',
  'The file has {count} rows; at most {most} go into one import. Split it.':
    'El archivo tiene {count} filas; una importación admite {most}. Dividirlo.',
  'The file has {count} columns; at most {most} can be read. Remove the columns that are not needed.':
    'El archivo tiene {count} columnas; se pueden leer {most}. Quitar lo que no haga falta.',
  'The file has no rows below its headers.': 'El archivo no tiene filas bajo sus encabezados.',
  'This is not a text file. In a spreadsheet, save it as CSV and choose it again.':
    'No es un archivo de texto. En la hoja de cálculo, guardarlo como CSV y elegirlo de nuevo.',
  'Row {line} begins a quotation that never ends. Close it and choose the file again.':
    'La fila {line} abre unas comillas que no se cierran. Cerrarlas y elegir el archivo de nuevo.',
  'The file is too large to be read. Split it, or remove columns.':
    'El archivo es demasiado grande. Dividirlo o quitar columnas.',
  'There are no deliveries on {weekday}.': 'No hay entregas los {weekday}.',
  Mondays: 'lunes',
  'Orders for this day closed at {time} on the day itself.':
    'Los pedidos para este día se cerraron a las {time} del mismo día.',
  'Orders for this day closed at {time} the day before.':
    'Los pedidos para este día se cerraron a las {time} del día anterior.',
  'Orders for this day closed at {time} {days} days before.':
    'Los pedidos para este día se cerraron a las {time}, {days} días antes.',
  'This delivery is on a route that was sent: {fields} can’t change there; only items, instructions, metadata, consent, language and the checks at the door can.':
    'Esta entrega está en una ruta enviada: {fields} no puede cambiar allí; solo artículos, instrucciones, metadatos, consentimiento, idioma y lo que se pide en la puerta.',
  'must contain {link}, which drivers need to start': 'debe tener {link}: así empiezan los conductores',
  'has the unknown placeholder {placeholder}; known are {placeholders}':
    'tiene {placeholder}, que no se rellena con nada; existen {placeholders}',
  'has an unmatched brace; placeholders are {placeholders}': 'tiene una llave sin su pareja; existen {placeholders}',
  'is not text': 'no es texto',
  'is not a list of time windows; write it as 1:00 PM - 3:00 PM; 17:00 - 18:00':
    'no es una lista de horarios; escribirla como 1:00 PM - 3:00 PM; 17:00 - 18:00',
  'is not a time of day; write it as 9:00 AM or 09:00': 'no es una hora; escribirla como 9:00 AM o 09:00',
  'is not a number of pieces': 'no es un número de bultos',
  'is not a priority; write a number from 0 to 100': 'no es una prioridad; escribir un número de 0 a 100',
  'names no skill': 'no nombra ninguna capacidad',
  'names no driver': 'no nombra a ningún conductor',
  'is not an amount; write it as 24.90': 'no es un importe; escribirlo como 24.90',
  'is not one of {values}': 'no es uno de {values}',
  'is not yes or no': 'no es sí ni no',
  'is not a number of minutes': 'no es un número de minutos',
  '{cell} {fault}': '{cell} {fault}',
  'is not a time window; write it as 9:00 AM - 12:00 PM or 09:00 - 12:00':
    'no es un horario; escribirlo como 9:00 AM - 12:00 PM o 09:00 - 12:00',
  'is not a time; write it as 9:00 AM or 09:00': 'no es una hora; escribirla como 9:00 AM o 09:00',
  'is not a time; write it as 5:00 PM or 17:00': 'no es una hora; escribirla como 5:00 PM o 17:00',
  'is a date only day first; dates of this file are read month first':
    'solo es una fecha con el día primero; las de este archivo se leen con el mes primero',
  'is a date only month first; dates of this file are read day first':
    'solo es una fecha con el mes primero; las de este archivo se leen con el día primero',
  'is not a date; write it as {example} or 2026-11-23': 'no es una fecha; escribirla como {example} o 2026-11-23',
  'has {count} characters; at most {most} are read': 'tiene {count} caracteres; se leen {most} como máximo',
  'is the same as line {line}': 'es igual que la línea {line}',
  'line {line} has this reference already': 'la línea {line} ya tiene esta referencia',
  'line {line} has this reference already, for another address or day':
    'la línea {line} ya tiene esta referencia, para otra dirección u otro día',
  'is not a weight; write it as 40 lb or 18 kg': 'no es un peso; escribirlo como 40 lb o 18 kg',
  'is not a volume; write it as 12 ft³ or 0.3 m³': 'no es un volumen; escribirlo como 12 ft³ o 0.3 m³',
  'is not a number': 'no es un número',
  'is not a quantity; write a number': 'no es una cantidad; escribir un número',
  'canceled in the shop': 'cancelado en la tienda',
  'refunded in the shop': 'reembolsado en la tienda',
  'already fulfilled in the shop': 'ya entregado según la tienda',
  'picked up by the customer': 'lo recoge el cliente',
  'deleted in the shop': 'borrado en la tienda',
  'The status “{status}” is not taken.': 'El estado «{status}» no se acepta.',
  'The shipping method “{method}” is not taken.': 'El método de envío «{method}» no se acepta.',
  'The order has no shipping address.': 'El pedido no tiene dirección de envío.',
  '{count} orders of this shop wait for the office. Solve these first.':
    '{count} pedidos de esta tienda esperan a la oficina. Resolver antes esos.',
  'This business already has {most} connections; remove one first.':
    'Este negocio ya tiene {most} conexiones; quitar antes una.',
  'is not used by a connection of this kind': 'no se usa en una conexión de este tipo',
  'must be empty, because the test side writes to no shop':
    'debe estar vacío, porque el lado de prueba no escribe en ninguna tienda',
  'must be a topic of orders': 'debe ser un tema de pedidos',
  'must have at most 50 names': 'debe tener como máximo 50 nombres',
  'is a number that a spreadsheet shortened; enter all its digits':
    'es un número que una hoja de cálculo acortó; escribir todas sus cifras',
  'covers no area': 'no cubre ninguna superficie',
  '{field} {fault}': '{field} {fault}',
  'must be a Polygon or a MultiPolygon': 'debe ser un Polygon o un MultiPolygon',
  'must have a polygon': 'debe tener un polígono',
  'must have a ring': 'debe tener un anillo',
  'must have at least three corners': 'debe tener al menos tres vértices',
  'has more than {most} corners': 'tiene más de {most} vértices',
  'must be [longitude, latitude]': 'debe ser [longitud, latitud]',
  'must be an array': 'debe ser una lista',
  'All zones together would have {count} corners; at most {most} are possible. Use boundaries with less detail, or remove zones.':
    'Todas las zonas juntas tendrían {count} vértices; son posibles {most}. Usar límites con menos detalle o quitar zonas.',
  'All zones together would have {count} zones; at most {most} are possible. Remove or combine zones.':
    'En total habría {count} zonas; son posibles {most}. Quitar o unir zonas.',
  'has no features': 'no tiene elementos',
  'has more than {most} features': 'tiene más de {most} elementos',
  'has the same name as an earlier area': 'tiene el mismo nombre que una anterior',
  'is required with the other': 'es obligatorio con el otro',
  '{first} {second}': '{first} {second}',
  'Addresses can’t be looked up right now; offer your own standard days.':
    'Ahora no se pueden buscar direcciones; ofrecer los días habituales propios.',
  'differs from the filters of the cursor; send the cursor alone':
    'no coincide con los filtros del cursor; enviar solo el cursor',
  'has more decimal places than {currency}, the currency of the business':
    'tiene más decimales que {currency}, la moneda del negocio',
  'leaves the rule without a date from today on': 'deja la regla sin ninguna fecha desde hoy',
  'is not one of the dates of the rule': 'no es una de las fechas de la regla',
  '{first}; {second}': '{first}; {second}',
  'Importing this row failed {count} times. The server log has the error.':
    'La importación de esta fila falló {count} veces. El registro del servidor tiene el error.',
  'names a column that the file does not have': 'nombra una columna que el archivo no tiene',
  'Why it was not imported': 'Por qué no se importó',
  'must be later than the start of its window': 'debe ser posterior al inicio de su horario',
  'The row': 'La fila',
  'The customer’s name': 'El nombre del cliente',
  'The time window': 'El horario',
  'The address': 'La dirección',
  'The delivery date': 'La fecha de entrega',
  '{where}: {message}': '{where}: {message}',
  'line {line}, {message}': 'línea {line}, {message}',
  'and {count} more': 'y {count} más',
  'Your delivery is on its way or done, so nothing can be changed here anymore.':
    'Su entrega está en camino o terminada, así que aquí ya no se puede cambiar nada.',
  'The day of this delivery can’t be changed here. Contact us instead.':
    'El día de esta entrega no se puede cambiar aquí. Póngase en contacto con nosotros.',
  'This day is no longer free. Go back and choose another.': 'Este día ya no está libre. Vuelva y elija otro.',
  'This delivery can’t be rated: it isn’t delivered, or ratings are off.':
    'Esta entrega no se puede valorar: no está entregada, o las valoraciones están desactivadas.',
  'A rating can be changed for a day; this one stands. Contact us instead.':
    'Una valoración se puede cambiar durante un día; esta queda. Póngase en contacto con nosotros.',
  'This tracking link has expired.': 'Este enlace de seguimiento venció.',
  'Deliveries of this customer are under way: {deliveries}. They are on a route that was sent, can still be undone, or have a message that is being sent. Erase the customer afterwards.':
    'Hay entregas de este cliente en curso: {deliveries}. Están en una ruta enviada, aún se pueden deshacer o tienen un mensaje que se está enviando. Borrar al cliente después.',
  'this is test data, and none is sent': 'son datos de prueba y no se envía ninguno',
  '“{phone}” is not a phone number that can be texted': '“{phone}” no es un número al que se puedan enviar mensajes',
} as const
