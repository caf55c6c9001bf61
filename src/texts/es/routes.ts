// Spanish texts about routes, stops, taps of drivers, and undo.
export const routes = {
  open: 'abierta',
  scheduled: 'programada',
  delivered: 'entregada',
  canceled: 'cancelada',
  planned: 'planeada',
  sent: 'enviada',
  'under way': 'en curso',
  completed: 'terminada',
  pending: 'pendiente',
  'on the way': 'en camino',
  arrived: 'con el conductor en el lugar',
  skipped: 'omitida',
  dry: 'seca',
  refrigerated: 'refrigerada',
  frozen: 'congelada',
  '{route} no longer exists.': '{route} ya no existe.',
  '{route} is {state} now.': '{route} está {state} ahora.',
  'Another delay of {route} was entered since.': 'Desde entonces se indicó otro retraso de {route}.',
  '{route} has been changed since.': '{route} se cambió desde entonces.',
  'It is {state} now.': 'Ahora está {state}.',
  'It is for {day} now.': 'Ahora es para el {day}.',
  'It has been moved since.': 'Se movió desde entonces.',
  'It has been changed since.': 'Se cambió desde entonces.',
  '{route} has other stops now.': '{route} tiene otras paradas ahora.',
  'That route no longer exists.': 'Esa ruta ya no existe.',
  'One of the stops is no longer where it was.': 'Una de las paradas ya no está donde estaba.',
  'The driver heads to {delivery} already.': 'El conductor ya va hacia {delivery}.',
  'The goods of {delivery} are taken over from another vehicle.':
    'La mercancía de {delivery} se recoge de otro vehículo.',
  '{delivery} is the first stop: its goods are loaded at the start.':
    '{delivery} es la primera parada: su mercancía se carga al empezar.',
  '{vehicle} may load again {times} at most.': '{vehicle} puede volver a cargar {times} como máximo.',
  once: 'una vez',
  '{count} times': '{count} veces',
  '{route} is {state}; its stops stay as they are.': '{route} está {state}; sus paradas quedan como están.',
  '{delivery} is {state} and stays on {route}.': '{delivery} está {state} y se queda en {route}.',
  '{delivery} is locked; unlock it to move it.': '{delivery} está fijada; soltarla para moverla.',
  '{route} is {state} and takes no more stops.': '{route} está {state} y no admite más paradas.',
  '{delivery} is not on the map yet; give it a place first.':
    '{delivery} aún no está en el mapa; indicar antes su lugar.',
  '{delivery} is to be delivered on another day.': '{delivery} se entrega otro día.',
  '{delivery} needs a vehicle that carries {goods} goods; {vehicle} doesn’t.':
    '{delivery} necesita un vehículo que lleve mercancía {goods}; {vehicle} no la lleva.',
  '{more} more than {vehicle} carries ({load} of {capacity})':
    '{more} más de lo que lleva {vehicle} ({load} de {capacity})',
  'Load {trip}: {over}': 'Carga {trip}: {over}',
  '{count} stops; {vehicle} takes at most {most}': '{count} paradas; {vehicle} admite {most} como máximo',
  '{delivery} has its goods from {from}, {where}': '{delivery} tiene su mercancía de {from}, {where}',
  '{deliveries} needs {skill}, which {vehicle} lacks': '{deliveries} necesita {skill}, que {vehicle} no tiene',
  '{deliveries} need {skill}, which {vehicle} lacks': '{deliveries} necesitan {skill}, que {vehicle} no tiene',
  '{delivery} needs {drivers} as its driver': '{delivery} necesita a {drivers} como conductor',
  '{deliveries} must not be driven by {driver}': '{deliveries} no debe llevarlo {driver}',
  '1 piece': '1 bulto',
  'The route is {state}; only a planned route can be planned again.':
    'La ruta está {state}; solo una ruta planeada se puede planear de nuevo.',
  'The route is {state} and can’t be sent.': 'La ruta está {state} y no se puede enviar.',
  'The route is {state}; stops are recorded only once it is sent, until it is completed.':
    'La ruta está {state}; las paradas solo se registran cuando está enviada o en curso.',
  'The route is already {state} and can’t be canceled.': 'La ruta ya está {state} y no se puede cancelar.',
  'The route has no stops to drive.': 'La ruta no tiene paradas.',
  'The drive window of the route has passed; build it again for another day.':
    'El turno de la ruta ya pasó; planearla de nuevo para otro día.',
  'The driver’s phone has been silent for {minutes} minutes; {deliveries} may be done already':
    'El teléfono del conductor no da señales desde hace {minutes} minutos; {deliveries} puede estar ya hecho',
  'This stop is already {state}.': 'Esta parada ya está {state}.',
  'This stop is already {state}; undo that first to record it as {outcome}.':
    'Esta parada ya está {state}; deshacerlo antes de registrar: {outcome}.',
  'The skipped delivery is on another route or no longer open, so the skip stays.':
    'La entrega omitida está en otra ruta o ya no está abierta, así que sigue omitida.',
  'This stop has no outcome to undo.': 'Esta parada no tiene resultado que deshacer.',
  'This stop has no outcome to correct.': 'Esta parada no tiene resultado que corregir.',
  'This outcome can still be undone; undo it instead of correcting it.':
    'Este resultado aún se puede deshacer; deshacerlo en vez de corregirlo.',
  'No text to {driver}: {reason}.': 'Sin mensaje a {driver}: {reason}.',
  '{vehicle} has a route that day already.': '{vehicle} ya tiene una ruta ese día.',
  'There is no driver with a phone number on this route; assign one first.':
    'No hay conductor con número de teléfono en esta ruta; asignar antes uno.',
  'Only a route that is under way has a driver’s link.': 'Solo una ruta en curso tiene enlace del conductor.',
  'Its day has passed.': 'Su día ya pasó.',
  '{vehicle} has another route that day now.': '{vehicle} ya tiene otra ruta ese día.',
  '{vehicle} is no longer active.': '{vehicle} ya no está activo.',
  'The driver of {route} is no longer active.': 'El conductor de {route} ya no está activo.',
  'Its customer has been erased since.': 'Su cliente se borró desde entonces.',
  'It is delivered again as {delivery}.': 'Se entrega de nuevo como {delivery}.',
  '{delivery} is delivered again as {repeat}.': '{delivery} se entrega de nuevo como {repeat}.',
  'Your order system canceled it, too.': 'El sistema de pedidos también lo canceló.',
  'Its changes are no longer recorded.': 'Sus cambios ya no están registrados.',
  '{message} Nothing was changed.': '{message} No se cambió nada.',
  'This was undone already, or more than an hour ago. Nothing was changed.':
    'Ya se deshizo, o hace más de una hora. No se cambió nada.',
  '{delivery} has just been put on another route.': '{delivery} acaba de pasar a otra ruta.',
  '{delivery} is {state} and can’t be put on a route.': '{delivery} está {state} y no se puede poner en una ruta.',
  '1 stop late, by up to {minutes} min': '1 parada con retraso, de hasta {minutes} min',
  '{count} stops late, by up to {minutes} min': '{count} paradas con retraso, de hasta {minutes} min',
  '{delivery} is ready at {time}, after the route left': '{delivery} está listo a las {time}, después de salir la ruta',
  'Expected at {arrival}, after the street closes at {closing}.':
    'Llegada prevista a las {arrival}, después de que la calle cierra a las {closing}.',
  'Break over {late} min after its window': 'El descanso termina {late} min después de su horario',
  'Back {over} min after the shift ends': 'Vuelve {over} min después del turno',
  '{delivery} is {state} and can’t be moved.': '{delivery} está {state} y no se puede mover.',
  'There is no depot to start from; add one first.': 'No hay depósito del que salir; agregar antes uno.',
  '{who} has changed {route} since; your change was not made.':
    '{who} cambió {route} desde entonces; el cambio no se hizo.',
  'This driver has no phone number; add one first.': 'Este conductor no tiene número de teléfono; agregar antes uno.',
  '{driver} is not active and has no driver page. Make them active first.':
    '{driver} no está activo y no tiene página. Activarlo antes.',
  'which is not on this route': 'que no está en esta ruta',
  'which comes after it': 'que viene después',
  'Too many wrong codes were entered at this stop. Call the office, or say why it is delivered without the code.':
    'En esta parada se escribieron demasiados códigos incorrectos. Llamar a la oficina, o decir por qué se entrega sin código.',
  'what was collected, or why nothing was': 'lo que se cobró, o por qué no se cobró nada',
  'that the age or ID was shown': 'que se mostró la edad o el documento',
  'the customer’s code, or why not': 'el código del cliente, o por qué no',
  'This delivery asks for {wanted} before it is recorded as delivered.':
    'Esta entrega pide {wanted} antes de registrarla como entregada.',
  'is not an item of this delivery': 'no es un artículo de esta entrega',
  'damaged and returned together are more than the {quantity} of the order':
    'dañados y devueltos suman más que los {quantity} del pedido',
  nothing: 'nada',
  'a photo': 'una foto',
  'a signature': 'una firma',
  'a photo or a signature': 'una foto o una firma',
  'a photo and a signature': 'una foto y una firma',
  'This business requires {wanted} before a stop is recorded as {state}.':
    'Este negocio exige {wanted} antes de registrar una parada como {state}.',
  'This business has each piece scanned before a stop is recorded as delivered.':
    'Este negocio hace escanear cada bulto antes de registrar una parada como entregada.',
  'The skipped delivery has another {changed} now and no longer fits this route, so the skip stays.':
    'La entrega omitida tiene ahora otro valor en {changed} y ya no cabe en esta ruta, así que sigue omitida.',
  'No driver is assigned to this route, so no one was sent the link.':
    'Esta ruta no tiene conductor, así que no se envió el enlace a nadie.',
  'is not an amount in {currency}, because it has too many decimal places':
    'no es un importe en {currency}, porque tiene demasiados decimales',
  '{route} has not started yet.': '{route} todavía no ha empezado.',
  'Only the office can reorder the stops; ask your dispatcher.':
    'Solo la oficina puede cambiar el orden de las paradas; pedirlo a quien planea las rutas.',
  'Goods and cash are handed in only after the start of the route.':
    'La mercancía y el efectivo se entregan solo después del inicio de la ruta.',
  'The cash is not an amount in {currency}.': 'El efectivo no es un importe en {currency}.',
  'A missing delivery is not one that the driver brings back.':
    'Una entrega que falta no es de las que el conductor trae de vuelta.',
  'Explain why the cash differs or goods are missing.': 'Indicar por qué el efectivo es distinto o falta mercancía.',
  'This problem has been solved or reported again.': 'Este problema ya se resolvió o se avisó de nuevo.',
  'The stops of this route have changed since; their order was not changed.':
    'Las paradas de esta ruta cambiaron desde entonces; su orden no se cambió.',
  '{delivery}: {message}': '{delivery}: {message}',
  'This delivery is on a route of another depot now. Somebody who works for all depots can record this.':
    'Esta entrega está ahora en una ruta de otro depósito. Puede registrarlo alguien que trabaje para todos los depósitos.',
  'This delivery has just been put on another route. Try again.':
    'Esta entrega acaba de pasar a otra ruta. Intentarlo de nuevo.',
  'This delivery is {state} on {other}. If the driver of {route} is right, correct the outcome there; then dismiss this.':
    'Esta entrega está {state} en {other}. Si tiene razón el conductor de {route}, corregir allí el resultado y descartar esto.',
  'The driver of {other} is at this delivery now. Call that driver first.':
    'El conductor de {other} está ahora en esta entrega. Llamarle primero.',
  'This delivery was canceled, so it gets no outcome. Tell whoever ordered it that the driver reported it as {state}; then dismiss this.':
    'Esta entrega se canceló y no tiene resultado. Avisar a quien la pidió de que el conductor la dio por {state} y descartar esto.',
  'This route has no driver link: only a running route has one.':
    'Esta ruta no tiene enlace del conductor: solo lo tiene una ruta en curso.',
  'A different picture was sent with this key before.': 'Con esta clave ya se envió otra foto.',
  'This tap was sent before with different content.': 'Este toque se envió antes con otro contenido.',
  'status is required.': 'status es obligatorio.',
  'This stop has {most} photos, which is the maximum.': 'Esta parada tiene {most} fotos, el máximo posible.',
  'This stop has {most} signatures, which is the maximum.': 'Esta parada tiene {most} firmas, el máximo posible.',
  'or signature is required': 'o signature es obligatorio',
  'This stop is already {state}; undo that first to add proof.':
    'Esta parada ya está {state}; deshacerlo antes de agregar un comprobante.',
  'This link is not valid, or it was changed.': 'Este enlace no es válido o se cambió.',
  'This link has expired; read the delivery again for a new one.':
    'Este enlace venció; leer la entrega de nuevo para obtener otro.',
  'This picture is no longer kept.': 'Esta foto ya no se guarda.',
  'This stop is {state}, and its proof is final.': 'Esta parada está {state} y su comprobante es definitivo.',
  'It is on a route that was sent.': 'Está en una ruta que se envió.',
  'It was on a route that was sent.': 'Estuvo en una ruta que se envió.',
} as const
