import { PERMISSION_NAMES, PERMISSIONS } from '../../../src/domain/users/permissions.ts'
import type { Sentence } from '../sentence.ts'
import { permissions } from './permissions.ts'

/** The server's sentences, each with its Spanish; special ones before general ones. */
export const sentences: readonly Sentence[] = [
  // Figures and states that stand in others.
  ['1 minute', '1 minuto'],
  ['{1} minutes', '{1} minutos'],
  ['1 piece', '1 bulto'],
  ['{1} pieces', '{1} bultos'],
  ['1 cubic foot', '1 pie cúbico'],
  ['{1} cubic feet', '{1} pies cúbicos'],
  ['refrigerated', 'refrigerada'],
  ['frozen', 'congelada'],
  ['dry', 'seca'],
  ['planned', 'planeada'],
  ['sent', 'enviada'],
  ['under way', 'en curso'],
  ['completed', 'terminada'],
  ['cancelled', 'cancelada'],
  ['open', 'abierta'],
  ['scheduled', 'programada'],
  ['delivered', 'entregada'],
  ['failed', 'no entregada'],
  ['skipped', 'omitida'],
  ['arrived', 'con el conductor en el lugar'],
  ['on the way', 'en camino'],
  ['pending', 'pendiente'],
  ['more than {1}', 'más de {1}'],
  ['once', 'una vez'],
  ['{1} times', '{1} veces'],

  // Why a delivery was left off, and what would make it fit.
  [
    "the break of vehicle {1}, {2}, can't be taken around it",
    'el descanso del vehículo {1}, {2}, no se puede tomar antes ni después',
  ],
  [
    "the breaks of vehicle {1}, {2}, can't be taken around it",
    'los descansos del vehículo {1}, {2}, no se pueden tomar antes ni después',
  ],
  [
    'weighs {1}; the largest vehicle that could take it, {2}, holds {3}',
    'pesa {1}; el vehículo más grande que podría llevarla, {2}, admite {3}',
  ],
  [
    'has {1}; the largest vehicle that could take it, {2}, holds {3}',
    'tiene {1}; el vehículo más grande que podría llevarla, {2}, admite {3}',
  ],
  ['requires and excludes {1}', 'exige y excluye a {1}'],
  [
    'must not be driven by {1}; nobody else drives a vehicle that could take it',
    'no debe llevarla {1}; nadie más conduce un vehículo que pueda llevarla',
  ],
  [
    'needs {1} as its driver, who drives no vehicle that could otherwise take it',
    'necesita a {1} como conductor, que no conduce ningún vehículo que pueda llevarla',
  ],
  [
    'needs {1} as its driver, who drives no vehicle in this build',
    'necesita a {1} como conductor, que no conduce ningún vehículo de esta planificación',
  ],
  ['it is {1} of driving; vehicle {2} may drive for {3}', 'son {1} de conducción; el vehículo {2} puede conducir {3}'],
  ['vehicle {1} already makes the {2} stops it may', 'el vehículo {1} ya hace las {2} paradas que puede'],
  [
    'the {1} vehicles that could take it already make as many stops as they may',
    'los {1} vehículos que podrían llevarla ya hacen todas las paradas que pueden',
  ],
  ['there is no vehicle in this build', 'no hay ningún vehículo en esta planificación'],
  ['no vehicle in this build may serve it', 'ningún vehículo de esta planificación puede atenderla'],
  ['vehicle {1}, to which it is locked, may not serve it', 'el vehículo {1}, al que está fijada, no puede atenderla'],
  [
    'fits alone on vehicle {1}, but not together with its other stops',
    'cabe sola en el vehículo {1}, pero no junto con sus otras paradas',
  ],
  [
    'fits alone on any of {1} vehicles, but not together with the other stops',
    'cabe sola en cualquiera de {1} vehículos, pero no junto con las otras paradas',
  ],
  [
    "vehicle {1} can't bring it from {2} to {3} in time, within {4}",
    'el vehículo {1} no puede llevarla de {2} a {3} a tiempo, en {4}',
  ],
  ["vehicle {1} can't bring it from {2} to {3} in time", 'el vehículo {1} no puede llevarla de {2} a {3} a tiempo'],
  [
    'no vehicle can bring it from {1} to {2} in time, within {3}',
    'ningún vehículo puede llevarla de {1} a {2} a tiempo, en {3}',
  ],
  ['no vehicle can bring it from {1} to {2} in time', 'ningún vehículo puede llevarla de {1} a {2} a tiempo'],
  [
    'it is ready to load at {1}, too late for vehicle {2} to make it',
    'está lista para cargar a las {1}, demasiado tarde para el vehículo {2}',
  ],
  [
    'it is ready to load at {1}, too late for every vehicle to make it',
    'está lista para cargar a las {1}, demasiado tarde para todos los vehículos',
  ],
  [
    'its window {1} to {2} is outside the shift of vehicle {3}, {4} to {5}',
    'su horario de {1} a {2} queda fuera del turno del vehículo {3}, de {4} a {5}',
  ],
  [
    'with its breaks, the trip does not fit in the shift of vehicle {1}, {2} to {3}',
    'con los descansos, el viaje no cabe en el turno del vehículo {1}, de {2} a {3}',
  ],
  [
    'the vehicle would be back at {1}, {2} after the shift of vehicle {3}, {4} to {5}',
    'el vehículo volvería a las {1}, {2} después del turno del vehículo {3}, de {4} a {5}',
  ],
  [
    'service there would end at {1}, {2} after the shift of vehicle {3}, {4} to {5}',
    'el servicio allí terminaría a las {1}, {2} después del turno del vehículo {3}, de {4} a {5}',
  ],
  ['needs {1}; no vehicle in this build has it', 'necesita {1}; ningún vehículo de esta planificación lo tiene'],
  [
    'needs {1}; of the vehicles that could otherwise take it, {2} is the nearest, and lacks {3}',
    'necesita {1}; de los vehículos que podrían llevarla, {2} es el más cercano y le falta {3}',
  ],
  [
    'needs a vehicle that carries {1} goods; none in this build does',
    'necesita un vehículo que lleve mercancía {1}; ninguno de esta planificación la lleva',
  ],
  [
    'needs a vehicle that carries {1} goods; of those that could otherwise take it, vehicle {2} does not',
    'necesita un vehículo que lleve mercancía {1}; de los que podrían llevarla, el vehículo {2} no la lleva',
  ],
  [
    'needs a vehicle that carries {1} goods; of those that could otherwise take it, these do not',
    'necesita un vehículo que lleve mercancía {1}; los que podrían llevarla no la llevan',
  ],
  [
    'its window closes at {1}; vehicle {2} can be there at {3} at the earliest',
    'su horario termina a las {1}; el vehículo {2} puede llegar a las {3} como muy pronto',
  ],
  [
    'no vehicle in this build has a road to it and back',
    'ningún vehículo de esta planificación tiene camino de ida y vuelta',
  ],
  [
    'no road leads from {1} to any stop of this build and back',
    'ningún camino lleva de {1} a ninguna parada de esta planificación y de vuelta',
  ],
  ['the trip takes {1}; vehicle {2} may be out for {3}', 'el viaje dura {1}; el vehículo {2} puede estar fuera {3}'],
  ['its address has no location yet', 'su dirección todavía no tiene ubicación'],
  ['{1}, with which it goes, {2}', '{1}, con la que va, {2}'],
  ['its goods are picked up at {1}, {2}', 'su mercancía se recoge en {1}, {2}'],
  ['could be delivered until {1}, which has passed', 'se podía entregar hasta el {1}, que ya pasó'],
  ['give it another day', 'darle otro día'],
  ['the driver is there or heads there', 'el conductor está allí o va hacia allí'],
  ['is locked to {1}', 'está fijada a {1}'],
  ['its goods are in {1}', 'su mercancía está en {1}'],
  ['extend its window to {1}, for vehicle {2}', 'alargar su horario hasta las {1}, para el vehículo {2}'],
  ['extend the shift of vehicle {1} by {2}, to {3}', 'alargar el turno del vehículo {1} {2}, hasta las {3}'],
  ['let vehicle {1} be out {2} longer, for {3}', 'permitir que el vehículo {1} esté fuera {2} más, en total {3}'],
  ['let vehicle {1} drive {2} longer, for {3}', 'permitir que el vehículo {1} conduzca {2} más, en total {3}'],
  ['have it ready to load by {1}, for vehicle {2}', 'tenerla lista para cargar antes de las {1}, para el vehículo {2}'],
  [
    'let the break of vehicle {1} end {2} later, by {3}',
    'permitir que el descanso del vehículo {1} termine {2} más tarde, antes de las {3}',
  ],
  ['add {1} of capacity to vehicle {2}', 'agregar {1} de capacidad al vehículo {2}'],
  ['let vehicle {1} load once more', 'permitir que el vehículo {1} cargue una vez más'],
  ['let vehicle {1} come back to load again ({2})', 'permitir que el vehículo {1} vuelva a cargar ({2})'],
  ['allow vehicle {1} {2} stops', 'permitir {2} paradas al vehículo {1}'],
  ['let vehicle {1} carry {2} goods', 'dejar que el vehículo {1} lleve mercancía {2}'],
  ['give vehicle {1} the skill {2}', 'dar al vehículo {1} la capacidad {2}'],
  ['let someone else than {1} drive vehicle {2}', 'que alguien distinto de {1} conduzca el vehículo {2}'],
  ['let {1} drive vehicle {2}', 'que {1} conduzca el vehículo {2}'],

  // What is unwise about a route, and what a move can't do.
  ['{1} more than {2} carries ({3} of {4})', '{1} más de lo que lleva {2} ({3} de {4})'],
  ['Load {1}: {2}', 'Carga {1}: {2}'],
  ['{1} stops; {2} takes at most {3}', '{1} paradas; {2} admite {3} como máximo'],
  ['{1} has its goods from {2}, {3}', '{1} tiene su mercancía de {2}, {3}'],
  ['{1} needs {2} as its driver', '{1} necesita a {2} como conductor'],
  ['{1} must not be driven by {2}', '{1} no debe llevarlo {2}'],
  ['{1} needs {2}, which {3} lacks', '{1} necesita {2}, que {3} no tiene'],
  ['{1} need {2}, which {3} lacks', '{1} necesitan {2}, que {3} no tiene'],
  ['1 stop late, by up to {1} min', '1 parada con retraso, de hasta {1} min'],
  ['{1} stops late, by up to {2} min', '{1} paradas con retraso, de hasta {2} min'],
  ['{1} is ready at {2}, after the route left', '{1} está listo a las {2}, después de salir la ruta'],
  ['Break over {1} min after its window', 'El descanso termina {1} min después de su horario'],
  ['Back {1} min after the shift ends', 'Vuelve {1} min después del turno'],
  [
    'The driver’s phone has been silent for {1} minutes; {2} may be done already',
    'El teléfono del conductor no da señales desde hace {1} minutos; {2} puede estar ya hecho',
  ],
  ['That route is no longer there.', 'Esa ruta ya no existe.'],
  ['One of the stops is no longer where it was.', 'Una de las paradas ya no está donde estaba.'],
  ['The driver heads to {1} already.', 'El conductor ya va hacia {1}.'],
  ['The goods of {1} are taken over from another vehicle.', 'La mercancía de {1} se recoge de otro vehículo.'],
  [
    '{1} is the first stop: its goods are loaded at the start.',
    '{1} es la primera parada: su mercancía se carga al empezar.',
  ],
  ['{1} may load again {2} at most.', '{1} puede volver a cargar {2} como máximo.'],
  ['{1} is {2}; its stops stay as they are.', '{1} está {2}; sus paradas quedan como están.'],
  ['{1} is {2} and stays on {3}.', '{1} está {2} y se queda en {3}.'],
  ['{1} is locked; unlock it to move it.', '{1} está fijada; soltarla para moverla.'],
  ['{1} is {2} and takes no more stops.', '{1} está {2} y no admite más paradas.'],
  ['{1} is not on the map yet; give it a place first.', '{1} aún no está en el mapa; indicar antes su lugar.'],
  ['{1} is to be delivered on another day.', '{1} se entrega otro día.'],
  [
    "{1} needs a vehicle that carries {2} goods; {3} doesn't.",
    '{1} necesita un vehículo que lleve mercancía {2}; {3} no la lleva.',
  ],
  ['{1} has just been put on another route.', '{1} acaba de pasar a otra ruta.'],
  ["{1} is {2} and can't be put on a route.", '{1} está {2} y no se puede poner en una ruta.'],
  ['{1} is {2}; it goes nowhere else.', '{1} está {2}; no va a otro lugar.'],
  ['{1} changed {2} meanwhile; your change was not made.', '{1} cambió {2} entretanto; el cambio no se hizo.'],
  ['{1} has a route that day already.', '{1} ya tiene una ruta ese día.'],
  ['{1} already drives the route {2} that day.', '{1} ya conduce la ruta {2} ese día.'],
  ['{1} is not active.', '{1} no está activo.'],

  ['{1} min longer out than allowed', '{1} min más fuera de lo permitido'],
  ['{1} min longer at the wheel than allowed', '{1} min más al volante de lo permitido'],
  ['No text to {1}: {2}.', 'Sin mensaje a {1}: {2}.'],
  ['no text message provider is set up', 'no hay proveedor de mensajes de texto configurado'],
  ['there is no phone number', 'no hay número de teléfono'],
  ['this phone answered STOP', 'este teléfono respondió STOP'],

  // Why a route or a stop can't be changed.
  [
    'The route is {1}; only a planned route can be planned again.',
    'La ruta está {1}; solo una ruta planeada se puede planear de nuevo.',
  ],
  ["The route is {1} and can't be sent.", 'La ruta está {1} y no se puede enviar.'],
  [
    'The route is {1}; stops are recorded only once it is sent, until it is completed.',
    'La ruta está {1}; las paradas solo se registran cuando está enviada o en curso.',
  ],
  ["The route is already {1} and can't be cancelled.", 'La ruta ya está {1} y no se puede cancelar.'],
  ['The route has no stops to drive.', 'La ruta no tiene paradas.'],
  [
    'The drive window of the route has passed; build it again for another day.',
    'El turno de la ruta ya pasó; planearla de nuevo para otro día.',
  ],
  ['This stop is already {1}.', 'Esta parada ya está {1}.'],
  [
    'This stop is already {1}; undo that first to record it as {2}.',
    'Esta parada ya está {1}; deshacerlo antes de registrar: {2}.',
  ],
  [
    'The skipped delivery is on another route or no longer open, so the skip stays.',
    'La entrega omitida está en otra ruta o ya no está abierta, así que sigue omitida.',
  ],
  ['This stop has no outcome to undo.', 'Esta parada no tiene resultado que deshacer.'],
  ['This stop has no outcome to correct.', 'Esta parada no tiene resultado que corregir.'],
  [
    'This outcome can still be undone; undo it instead of correcting it.',
    'Este resultado aún se puede deshacer; deshacerlo en vez de corregirlo.',
  ],
  [
    'There is no driver with a phone number on this route; assign one first.',
    'No hay conductor con número de teléfono en esta ruta; asignar antes uno.',
  ],
  ['Only a route that is under way has a driver’s link.', 'Solo una ruta en curso tiene enlace del conductor.'],
  ['This driver has no phone number; add one first.', 'Este conductor no tiene número de teléfono; agregar antes uno.'],
  [
    '{1} no longer drives, and so has no page. Make them active first.',
    '{1} ya no conduce y no tiene página. Activarlo antes.',
  ],

  // Builds and plans.
  [
    'A build is already running for this business; wait until it is done.',
    'Ya hay una planificación en curso; esperar a que termine.',
  ],
  ['None of these deliveries can be routed.', 'Ninguna de estas entregas cabe en una ruta.'],
  ['The build was called off; nothing was changed.', 'La planificación se canceló; no se cambió nada.'],
  [
    'No vehicle is left to use: every active one has a route that day, or there is none.',
    'No queda ningún vehículo: todos los activos tienen una ruta ese día, o no hay ninguno.',
  ],
  [
    'No vehicle is left to use: on each of these days every active one has a route.',
    'No queda ningún vehículo: cada uno de estos días todos los activos tienen una ruta.',
  ],
  ['There is no depot to start from; add one first.', 'No hay depósito del que salir; agregar antes uno.'],
  ['The delivery {1} is for another date.', 'La entrega {1} es de otra fecha.'],
  ['The delivery {1} is {2}, not open.', 'La entrega {1} está {2}, no abierta.'],
  [
    'The deliveries or routes kept changing while they were planned; build again.',
    'Las entregas o rutas siguieron cambiando mientras se planeaban; volver a planear.',
  ],
  ['This plan was accepted already.', 'Este plan ya se aceptó.'],
  [
    'This plan is too old; build again. Nothing was changed.',
    'Este plan es demasiado antiguo; volver a planear. No se cambió nada.',
  ],
  [
    'The deliveries, routes or vehicles have changed since this was planned. Nothing was changed; build again.',
    'Las entregas, rutas o vehículos cambiaron desde que se planeó. No se cambió nada; volver a planear.',
  ],
  [
    'Of a build this large only the answer is kept, not what it was found from.',
    'De una planificación tan grande solo se guarda el resultado, no aquello de lo que salió.',
  ],
  ['No route of that date is planned or under way.', 'Ninguna ruta de esa fecha está planeada o en curso.'],
  [
    '{1} has still to load again; take the stops of its next load off it first.',
    '{1} todavía tiene que volver a cargar; quitarle antes las paradas de su próxima carga.',
  ],
  ['{1} has not started: its goods are at the depot.', '{1} no ha empezado: su mercancía está en el depósito.'],
  ['Nobody knows where {1} stands; say where it is.', 'No se sabe dónde está {1}; indicar dónde.'],
  ['A plan of this proposal was accepted already.', 'Ya se aceptó un plan de esta propuesta.'],
  [
    'This proposal is too old; ask for a new one. Nothing was changed.',
    'Esta propuesta es demasiado antigua; pedir una nueva. No se cambió nada.',
  ],
  [
    'Too many solves are running; retry shortly.',
    'Hay demasiados cálculos en curso; intentarlo de nuevo en un momento.',
  ],

  // Orders.
  [
    'This delivery is {1} and can no longer change; send a new external_ref to deliver again.',
    'Esta entrega está {1} y ya no puede cambiar; agregar otra para entregar de nuevo.',
  ],
  ["This delivery is {1} and can't be cancelled.", 'Esta entrega está {1} y no se puede cancelar.'],
  ["This delivery is out for delivery and can't be cancelled.", 'Esta entrega está en reparto y no se puede cancelar.'],
  [
    'This delivery is {1}; only a failed or cancelled one is delivered again.',
    'Esta entrega está {1}; solo se repite una no entregada o cancelada.',
  ],
  [
    'The failure can still be undone. Deliver again once the undo window is over.',
    'El resultado aún se puede deshacer. Repetir la entrega cuando pase ese plazo.',
  ],
  ['This delivery is already delivered again as {1}.', 'Esta entrega ya se repite como {1}.'],
  ['This delivery made {1} again; deliver that one again instead.', 'Esta entrega repetía {1}; repetir esa.'],
  [
    'This failed delivery is delivered again as {1}; cancel that one first.',
    'Esta entrega fallida se repite como {1}; cancelar antes esa.',
  ],
  [
    'This delivery is {1}: its pin moves only while it is open.',
    'Esta entrega está {1}: su punto solo se mueve cuando está abierta.',
  ],
  [
    "A delivery's reference can't change; cancel it and add another.",
    'La referencia de una entrega no puede cambiar; cancelarla y agregar otra.',
  ],
  ['There is a delivery with the reference {1} already.', 'Ya hay una entrega con la referencia {1}.'],
  ['There is a recurring order with the reference {1} already.', 'Ya hay un pedido recurrente con la referencia {1}.'],
  [
    '{1} changed this delivery meanwhile. Look at it again, then save.',
    '{1} cambió esta entrega entretanto. Revisarla y guardar.',
  ],
  ['Another delay of {1} was entered since.', 'Desde entonces se indicó otro retraso de {1}.'],
  ['It is {1} meanwhile.', 'Entretanto está {1}.'],
  ['It is for {1} meanwhile.', 'Entretanto es para el {1}.'],
  ['It was changed meanwhile.', 'Se cambió entretanto.'],
  ['{1} is {2} meanwhile.', '{1} está {2} entretanto.'],
  ['{1} is no longer there.', '{1} ya no existe.'],
  ['{1} was changed meanwhile.', '{1} se cambió entretanto.'],
  ['{1} has got other stops meanwhile.', '{1} tiene otras paradas entretanto.'],
  ['{1} has another route that day meanwhile.', '{1} tiene otra ruta ese día entretanto.'],
  ['{1} is out of use meanwhile.', '{1} está fuera de uso entretanto.'],
  ['The driver of {1} is no longer there.', 'El conductor de {1} ya no está.'],
  ['Its day has passed.', 'Su día ya pasó.'],
  ['Your order system cancelled it, too.', 'El sistema de pedidos también lo canceló.'],
  ['It is delivered again as {1}.', 'Se entrega de nuevo como {1}.'],
  ['{1} is delivered again as {2}.', '{1} se entrega de nuevo como {2}.'],
  ['What it changed is no longer known.', 'Ya no se sabe qué cambió.'],
  ['{1} Nothing was changed.', '{1} No se cambió nada.'],
  ['Its customer was erased meanwhile.', 'Entretanto se borró a su cliente.'],
  ['It is elsewhere meanwhile.', 'Entretanto está en otra parte.'],
  ['{1}: {2} Nothing was changed.', '{1}: {2} No se cambió nada.'],
  ['{1} changed {2} meanwhile. Look again, then save.', '{1} cambió {2} entretanto. Revisar y guardar.'],
  ['the settings', 'los ajustes'],
  ['This recurring order has ended; create another one.', 'Este pedido recurrente terminó; crear otro.'],
  ['You keep {1} views already; delete one first.', 'Ya hay {1} vistas guardadas; borrar antes una.'],
  ['The address could not be found.', 'No se encontró la dirección.'],
  [
    'Address lookup isn’t set up. Use coordinates (lat and lng).',
    'La búsqueda de direcciones no está configurada. Usar coordenadas (latitud y longitud).',
  ],
  ['The delivery date has passed.', 'La fecha de entrega ya pasó.'],
  ['The address is outside every delivery zone.', 'La dirección está fuera de todas las zonas de entrega.'],
  ['Closed on this day: {1}', 'Cerrado ese día: {1}'],
  ['No orders are taken for this day.', 'No se aceptan pedidos para este día.'],
  ['All {1} deliveries of this day are taken.', 'Las {1} entregas de este día están ocupadas.'],
  ['There is no delivery to print labels for.', 'No hay entregas para las que imprimir etiquetas.'],
  [
    'These are more than {1} labels. Print them route by route.',
    'Son más de {1} etiquetas. Imprimirlas ruta por ruta.',
  ],
  [
    'This was undone already, or more than an hour ago. Nothing was changed.',
    'Ya se deshizo, o hace más de una hora. No se cambió nada.',
  ],
  ['the customer has not agreed to texts', 'el cliente no ha aceptado mensajes de texto'],

  // Getting started.
  ['is required where there is no driver', 'hace falta si no hay conductor'],
  ['is another number than {1}’s: {2}', 'es otro número que el de {1}: {2}'],
  ['is the name of another vehicle already', 'ya es el nombre de otro vehículo'],
  ['The sample data is loaded already.', 'Los datos de ejemplo ya están cargados.'],
  [
    '{1} is under way. End the route first, then remove the sample.',
    '{1} está en curso. Terminar primero la ruta y quitar después los datos de ejemplo.',
  ],
  ['It is on a route that was sent.', 'Está en una ruta que se envió.'],
  ['It was on a route that was sent.', 'Estuvo en una ruta que se envió.'],

  // Files.
  [
    'This workbook has a password or is an old Excel file (.xls). Save it as .xlsx without a password, or as CSV, and choose it again.',
    'Este libro tiene contraseña o es un archivo antiguo de Excel (.xls). Guardarlo como .xlsx sin contraseña, o como CSV, y elegirlo de nuevo.',
  ],
  [
    'This is not an Excel workbook that can be read. In the spreadsheet, save it as CSV and choose it again.',
    'No es un libro de Excel que se pueda leer. En la hoja de cálculo, guardarlo como CSV y elegirlo de nuevo.',
  ],
  [
    'This is not a text file. In a spreadsheet, save it as CSV and choose it again.',
    'No es un archivo de texto. En la hoja de cálculo, guardarlo como CSV y elegirlo de nuevo.',
  ],
  [
    'Row {1} begins a quotation that never ends. Close it and choose the file again.',
    'La fila {1} abre unas comillas que no se cierran. Cerrarlas y elegir el archivo de nuevo.',
  ],
  ['The file has no rows below its headers.', 'El archivo no tiene filas bajo sus encabezados.'],
  [
    'The file has {1} rows; at most {2} go into one import. Split it.',
    'El archivo tiene {1} filas; una importación admite {2}. Dividirlo.',
  ],
  [
    'The file has {1} columns; at most {2} can be read. Remove what is not needed.',
    'El archivo tiene {1} columnas; se pueden leer {2}. Quitar lo que no haga falta.',
  ],
  [
    'More than {1} orders don’t fit into a workbook. Filter them, or export as CSV.',
    'Más de {1} pedidos no caben en un libro de Excel. Filtrarlos o exportar como CSV.',
  ],
  [
    'The file is too large to be read. Split it, or remove columns.',
    'El archivo es demasiado grande. Dividirlo o quitar columnas.',
  ],
  [
    'Unpacked, the file is larger than {1}, the most that is read. Delete rows and columns that look empty, or save it as CSV and choose it again.',
    'Descomprimido, el archivo pasa de {1}, lo máximo que se lee. Eliminar filas y columnas que parezcan vacías, o guardarlo como CSV y elegirlo de nuevo.',
  ],
  [
    'The file has more than {1} cells, empty ones included. Delete rows and columns that look empty, or split it.',
    'El archivo tiene más de {1} celdas, contando las vacías. Eliminar filas y columnas que parezcan vacías, o dividirlo.',
  ],
  [
    'The file has more than {1} quotation marks. In the spreadsheet, save it as CSV anew, or split it.',
    'El archivo tiene más de {1} comillas. En la hoja de cálculo, guardarlo de nuevo como CSV, o dividirlo.',
  ],
  [
    'The cells of the file have more than {1} characters. Remove columns, or split it.',
    'Las celdas del archivo tienen más de {1} caracteres. Quitar columnas o dividirlo.',
  ],
  ['The file is empty.', 'El archivo está vacío.'],
  ['The file is cut off.', 'El archivo está incompleto.'],
  ['Importing this row failed.', 'Esta fila no se pudo importar.'],
  [
    'Too many files are being read; try again shortly.',
    'Se están leyendo demasiados archivos; intentarlo de nuevo en un momento.',
  ],
  ['Only an owner may set zones and dates aside.', 'Solo un propietario puede pasar por alto zonas y fechas.'],

  // Signing in and people.
  [
    'No account has this email address and password. Check both and try again.',
    'Ninguna cuenta tiene este correo y contraseña. Revisar ambos e intentarlo de nuevo.',
  ],
  [
    'Enter the six digits from your authenticator app, or a recovery code.',
    'Escribir los seis dígitos de la aplicación de autenticación, o un código de recuperación.',
  ],
  [
    'This passkey was not accepted. Try again, or use your password.',
    'La llave de acceso no se aceptó. Intentarlo de nuevo, o usar la contraseña.',
  ],
  ['This passkey is in use already.', 'Esta llave de acceso ya está en uso.'],
  [
    'Your business has you sign in with your company: choose that below.',
    'El negocio pide entrar con la empresa: elegirlo abajo.',
  ],
  [
    'Add a passkey or an authenticator app to your account first: you still sign in by password when single sign-on fails.',
    'Añadir primero una llave de acceso o una aplicación de autenticación a la cuenta: con ella se entra con contraseña cuando falla el inicio de sesión único.',
  ],
  [
    'This owner signs in by password and second factor when single sign-on fails. Let everybody sign in by password first.',
    'Este propietario entra con contraseña y segundo factor cuando falla el inicio de sesión único. Permitir antes que todos entren con contraseña.',
  ],
  ['You have no passkey.', 'No hay ninguna llave de acceso.'],
  [
    'Passkeys need a host name: the address of this server is a number.',
    'Las llaves de acceso necesitan un nombre de servidor: la dirección de este es un número.',
  ],
  [
    'Passkeys need https: the address of this server begins with http.',
    'Las llaves de acceso necesitan https: la dirección de este servidor empieza por http.',
  ],
  ['You have {1} passkeys, which is as many as there may be.', 'Hay {1} llaves de acceso, y no puede haber más.'],
  ['Enter the code from your authenticator app.', 'Escribir el código de la aplicación de autenticación.'],
  [
    'That code is wrong or was used before. Wait for the next one.',
    'El código es incorrecto o ya se usó. Esperar al siguiente.',
  ],
  [
    'That code is wrong. Check that your phone shows the right time.',
    'El código es incorrecto. Revisar que el teléfono tenga la hora correcta.',
  ],
  ['Confirm that it’s you to go on.', 'Para continuar hay que confirmar la identidad.'],
  ['The current password is wrong.', 'La contraseña actual es incorrecta.'],
  ['This setup has expired. Start again.', 'Este proceso venció. Empezar de nuevo.'],
  [
    'Too many people are signing in right now. Try again.',
    'Demasiadas personas inician sesión ahora. Intentarlo de nuevo.',
  ],
  ['Someone signs in with {1} already.', 'Alguien ya inicia sesión con {1}.'],
  [
    'This link was used, was withdrawn or has run out. Ask an owner of the business for a new one.',
    'Este enlace ya se usó, se anuló o venció. Pedir uno nuevo a un propietario del negocio.',
  ],
  [
    'This set-up link is no longer valid. Restart the server for a new one, or sign in if you have an account.',
    'Este enlace de configuración ya no sirve. Reiniciar el servidor para obtener uno nuevo, o iniciar sesión si ya hay una cuenta.',
  ],
  [
    'Someone else is changing the users right now; try again.',
    'Alguien más está cambiando los usuarios; intentarlo de nuevo.',
  ],
  [
    '{1} made keys, webhook endpoints or single sign-on that would stay. Choose whether to keep or revoke them.',
    '{1} creó claves, webhooks o el inicio de sesión único, que seguirían funcionando. Elegir si se conservan o se revocan.',
  ],
  ['{1} is the only owner; make someone else an owner first.', '{1} es el único propietario; nombrar antes a otro.'],
  [
    'You are signed out. Sign in again in another tab, then repeat this: nothing on this page is lost.',
    'La sesión está cerrada. Iniciar sesión en otra pestaña y repetir esto: no se pierde nada de esta página.',
  ],
  [
    'This page is out of date. Reload it and try again.',
    'Esta página no está al día. Recargarla e intentarlo de nuevo.',
  ],
  [
    'This concerns depots that you don’t work for, too.',
    'Esto afecta también a depósitos para los que usted no trabaja.',
  ],
  ['Your role doesn’t let you {1}.', 'Su rol no le permite {1}.'],
  ...PERMISSION_NAMES.map((name): Sentence => [PERMISSIONS[name].lets, permissions[name]]),
  [
    'This business already has {1} webhook endpoints; remove one first.',
    'Este negocio ya tiene {1} webhooks; quitar antes uno.',
  ],

  // Anywhere.
  [
    'Someone else is changing the same records right now. Nothing was changed; try again in a moment.',
    'Alguien más está cambiando los mismos datos. No se cambió nada; intentarlo de nuevo en un momento.',
  ],
  ['There is no {1} for this business.', 'Eso ya no existe en este negocio.'],
  ['There is nothing with that id for this business.', 'Eso ya no existe en este negocio.'],

  // What is wrong with a field: as it stands beside it, and with its name.
  ['Is required.', 'Es obligatorio.'],
  ['Must be text.', 'Debe ser texto.'],
  ['Must not be empty.', 'No puede estar vacío.'],
  ['Must not be blank.', 'No puede estar en blanco.'],
  ['Must have at least {1} characters.', 'Debe tener al menos {1} caracteres.'],
  ['Must have at most {1} characters.', 'Debe tener como máximo {1} caracteres.'],
  ['Must be a number.', 'Debe ser un número.'],
  ['Must be a whole number.', 'Debe ser un número entero.'],
  ['Must be at least {1}.', 'Debe ser como mínimo {1}.'],
  ['Must be at most {1}.', 'Debe ser como máximo {1}.'],
  ['Must be one of {1}.', 'Debe ser uno de {1}.'],
  ['Must be a list.', 'Debe ser una lista.'],
  ['Must name at most {1}.', 'Debe nombrar {1} como máximo.'],
  ['Must be a date, MM/dd/yyyy.', 'Debe ser una fecha.'],
  ['Must be a date that exists, MM/dd/yyyy.', 'Debe ser una fecha que exista.'],
  ['Must be a time, HH:mm.', 'Debe ser una hora.'],
  ['Must be a time, HH:mm from 00:00 to 23:59.', 'Debe ser una hora de 00:00 a 23:59.'],
  ['Must be an email address.', 'Debe ser una dirección de correo.'],
  ['Must be a phone number.', 'Debe ser un número de teléfono.'],
  ['Must be a color such as #1559c0.', 'Debe ser un color como #1559c0.'],
  ['Must be later than the start.', 'Debe ser posterior al inicio.'],
  ['Must be later than the start of the shift.', 'Debe ser posterior al inicio del turno.'],
  ['Must be one line.', 'Debe ser una sola línea.'],
  ['Must not be before delivery_date.', 'No puede ser anterior a la fecha de entrega.'],
  [
    'Must be a phone number; one from outside {1} starts with + and its country code.',
    'Debe ser un número de teléfono; uno de fuera de {1} empieza con + y el código de su país.',
  ],
  ['Must be an IANA time zone, such as America/New_York.', 'Debe ser una zona horaria IANA, como America/New_York.'],
  [
    'Is one of the first that anyone would try; take several words that have nothing to do with one another.',
    'Es una de las primeras que cualquiera probaría; elegir varias palabras sin relación entre sí.',
  ],
  ['Has passed.', 'Ya pasó.'],
  ['Is there already.', 'Ya está.'],
  ['Is required when a delivery failed.', 'Es obligatorio si no se entregó.'],
]
