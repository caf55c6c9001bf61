// Spanish texts about builds, plans, and reasons for unassigned deliveries.
export const plans = {
  'extend its window to {time}, for vehicle {vehicle}':
    'alargar su horario hasta las {time}, para el vehículo {vehicle}',
  'extend the shift of vehicle {vehicle} by {more}, to {time}':
    'alargar el turno del vehículo {vehicle} {more}, hasta las {time}',
  'let vehicle {vehicle} be out {more} longer, {most} in total':
    'permitir que el vehículo {vehicle} esté fuera {more} más, en total {most}',
  'let vehicle {vehicle} drive {more} longer, {most} in total':
    'permitir que el vehículo {vehicle} conduzca {more} más, en total {most}',
  'have it ready to load by {time}, for vehicle {vehicle}':
    'tenerla lista para cargar antes de las {time}, para el vehículo {vehicle}',
  'let the break of vehicle {vehicle} end {later} later, by {time}':
    'permitir que el descanso del vehículo {vehicle} termine {later} más tarde, antes de las {time}',
  'add {load} of capacity to vehicle {vehicle}': 'agregar {load} de capacidad al vehículo {vehicle}',
  'allow vehicle {vehicle} one more reload': 'permitir al vehículo {vehicle} una recarga más',
  'let vehicle {vehicle} reload at the depot ({time})': 'permitir que el vehículo {vehicle} vuelva a cargar ({time})',
  'allow vehicle {vehicle} {count} stops': 'permitir {count} paradas al vehículo {vehicle}',
  'let vehicle {vehicle} carry {goods} goods': 'dejar que el vehículo {vehicle} lleve mercancía {goods}',
  'give vehicle {vehicle} the skill {skills}': 'dar al vehículo {vehicle} la capacidad {skills}',
  'let someone other than {driver} drive vehicle {vehicle}':
    'que alguien distinto de {driver} conduzca el vehículo {vehicle}',
  'let {driver} drive vehicle {vehicle}': 'que {driver} conduzca el vehículo {vehicle}',
  '{stop}, which must be on the same trip, {reason}': '{stop}, que debe ir en el mismo viaje, {reason}',
  '1 minute': '1 minuto',
  '{count} minutes': '{count} minutos',
  '{count} pieces': '{count} bultos',
  '{count} cubic feet': '{count} pies cúbicos',
  'the break of vehicle {vehicle}, {times}, can’t be taken around it':
    'el descanso del vehículo {vehicle}, {times}, no se puede tomar antes ni después',
  'the breaks of vehicle {vehicle}, {times}, can’t be taken around it':
    'los descansos del vehículo {vehicle}, {times}, no se pueden tomar antes ni después',
  'weighs {load}; the largest vehicle that could take it, {vehicle}, holds {capacity}':
    'pesa {load}; el vehículo más grande que podría llevarla, {vehicle}, admite {capacity}',
  'has {load}; the largest vehicle that could take it, {vehicle}, holds {capacity}':
    'tiene {load}; el vehículo más grande que podría llevarla, {vehicle}, admite {capacity}',
  'requires and excludes {drivers}': 'exige y excluye a {drivers}',
  'must not be driven by {drivers}; nobody else drives a vehicle that could take it':
    'no debe llevarla {drivers}; nadie más conduce un vehículo que pueda llevarla',
  'needs {drivers} as its driver, who drives no vehicle that could otherwise take it':
    'necesita a {drivers} como conductor, que no conduce ningún vehículo que pueda llevarla',
  'needs {drivers} as its driver, who drives no vehicle in this build':
    'necesita a {drivers} como conductor, que no conduce ningún vehículo de esta planificación',
  'the trip takes {drive} of driving; vehicle {vehicle} may drive for {most}':
    'son {drive} de conducción; el vehículo {vehicle} puede conducir {most}',
  'vehicle {vehicle} already has its maximum of {count} stops':
    'el vehículo {vehicle} ya tiene su máximo de {count} paradas',
  'the {count} vehicles that could take it already have their maximum number of stops':
    'los {count} vehículos que podrían llevarla ya tienen su número máximo de paradas',
  'there is no vehicle in this build': 'no hay ningún vehículo en esta planificación',
  'no vehicle in this build may serve it': 'ningún vehículo de esta planificación puede atenderla',
  'vehicle {vehicle}, to which it is locked, may not serve it':
    'el vehículo {vehicle}, al que está fijada, no puede atenderla',
  'fits alone on vehicle {vehicle}, but not together with its other stops':
    'cabe sola en el vehículo {vehicle}, pero no junto con sus otras paradas',
  'fits alone on any of {count} vehicles, but not together with the other stops':
    'cabe sola en cualquiera de {count} vehículos, pero no junto con las otras paradas',
  'no vehicle can bring it from {pickup} to {delivery} in time':
    'ningún vehículo puede llevarla de {pickup} a {delivery} a tiempo',
  'vehicle {vehicle} can’t bring it from {pickup} to {delivery} in time':
    'el vehículo {vehicle} no puede llevarla de {pickup} a {delivery} a tiempo',
  'no vehicle can bring it from {pickup} to {delivery} within {within}':
    'ningún vehículo puede llevarla de {pickup} a {delivery} en {within}',
  'vehicle {vehicle} can’t bring it from {pickup} to {delivery} within {within}':
    'el vehículo {vehicle} no puede llevarla de {pickup} a {delivery} en {within}',
  'it is ready to load at {time}, too late for vehicle {vehicle} to make it':
    'está lista para cargar a las {time}, demasiado tarde para el vehículo {vehicle}',
  'it is ready to load at {time}, too late for every vehicle to make it':
    'está lista para cargar a las {time}, demasiado tarde para todos los vehículos',
  'its window {opens} to {closes} is outside the shift of vehicle {vehicle}, {start} to {end}':
    'su horario de {opens} a {closes} queda fuera del turno del vehículo {vehicle}, de {start} a {end}',
  'its window ended at {closes}, before vehicle {vehicle} can leave at {start}':
    'su horario terminó a las {closes}, antes de que el vehículo {vehicle} pueda salir a las {start}',
  'with its breaks, the trip does not fit in the shift of vehicle {vehicle}, {start} to {end}':
    'con los descansos, el viaje no cabe en el turno del vehículo {vehicle}, de {start} a {end}',
  'service there would end at {time}, {over} after the shift of vehicle {vehicle}, {start} to {end}':
    'el servicio allí terminaría a las {time}, {over} después del turno del vehículo {vehicle}, de {start} a {end}',
  'the vehicle would be back at {time}, {over} after the shift of vehicle {vehicle}, {start} to {end}':
    'el vehículo volvería a las {time}, {over} después del turno del vehículo {vehicle}, de {start} a {end}',
  'needs {skills}; no vehicle in this build has it':
    'necesita {skills}; ningún vehículo de esta planificación lo tiene',
  'needs {skills}; {vehicle}, the closest match of the vehicles that could otherwise take it, lacks {lacks}':
    'necesita {skills}; a {vehicle}, el más adecuado de los vehículos que podrían llevarla, le falta {lacks}',
  'needs a vehicle that carries {goods} goods; none in this build does':
    'necesita un vehículo que lleve mercancía {goods}; ninguno de esta planificación la lleva',
  'needs a vehicle that carries {goods} goods; vehicle {vehicle}, which could otherwise take it, does not':
    'necesita un vehículo que lleve mercancía {goods}; el vehículo {vehicle}, que podría llevarla, no la lleva',
  'needs a vehicle that carries {goods} goods; the vehicles that could otherwise take it do not':
    'necesita un vehículo que lleve mercancía {goods}; los que podrían llevarla no la llevan',
  'its window closes at {closes}; vehicle {vehicle} can be there at {arrival} at the earliest':
    'su horario termina a las {closes}; el vehículo {vehicle} puede llegar a las {arrival} como muy pronto',
  'its street closes to deliveries at {closes}; vehicle {vehicle} can be there at {arrival} at the earliest':
    'su calle se cierra al reparto a las {closes}; el vehículo {vehicle} puede llegar a las {arrival} como muy pronto',
  'its street is open to deliveries {hours}, outside the shift of vehicle {vehicle}, {start} to {end}':
    'su calle está abierta al reparto de {hours}, fuera del turno del vehículo {vehicle}, de {start} a {end}',
  'its street is open to deliveries {hours}, outside its windows':
    'su calle está abierta al reparto de {hours}, fuera de sus horarios',
  'its street is closed to deliveries that day': 'su calle está cerrada al reparto ese día',
  '{street}, on the way there, has a height limit of {limit}':
    '{street}, en el camino, tiene un límite de altura de {limit}',
  '{street}, on the way there, has a width limit of {limit}':
    '{street}, en el camino, tiene un límite de ancho de {limit}',
  '{street}, on the way there, has a length limit of {limit}':
    '{street}, en el camino, tiene un límite de largo de {limit}',
  '{street}, on the way there, has a weight limit of {limit}':
    '{street}, en el camino, tiene un límite de peso de {limit}',
  '{street}, on the way there, has an axle load limit of {limit}':
    '{street}, en el camino, tiene un límite de carga por eje de {limit}',
  '{street}, on the way back, has a height limit of {limit}':
    '{street}, en el camino de vuelta, tiene un límite de altura de {limit}',
  '{street}, on the way back, has a width limit of {limit}':
    '{street}, en el camino de vuelta, tiene un límite de ancho de {limit}',
  '{street}, on the way back, has a length limit of {limit}':
    '{street}, en el camino de vuelta, tiene un límite de largo de {limit}',
  '{street}, on the way back, has a weight limit of {limit}':
    '{street}, en el camino de vuelta, tiene un límite de peso de {limit}',
  '{street}, on the way back, has an axle load limit of {limit}':
    '{street}, en el camino de vuelta, tiene un límite de carga por eje de {limit}',
  'a road': 'una calle',
  'no vehicle in this build has a road to it and back':
    'ningún vehículo de esta planificación tiene camino de ida y vuelta',
  'no road leads from {places} to any stop of this build and back':
    'ningún camino lleva de {places} a ninguna parada de esta planificación y de vuelta',
  'the trip takes {trip}; vehicle {vehicle} may be out for {most}':
    'el viaje dura {trip}; el vehículo {vehicle} puede estar fuera {most}',
  'A plan of this proposal was accepted already.': 'Ya se aceptó un plan de esta propuesta.',
  'This proposal is too old; ask for a new one. Nothing was changed.':
    'Esta propuesta es demasiado antigua; pedir una nueva. No se cambió nada.',
  'the driver is there or on the way there': 'el conductor está allí o va hacia allí',
  'its address has no location yet': 'su dirección todavía no tiene ubicación',
  'is locked to {vehicle}': 'está fijada a {vehicle}',
  'its goods are in {vehicle}': 'su mercancía está en {vehicle}',
  'No route of that date is planned or under way.': 'Ninguna ruta de esa fecha está planeada o en curso.',
  '{route} still has to reload; remove the stops of its next load first.':
    '{route} todavía tiene que volver a cargar; quitarle antes las paradas de su próxima carga.',
  '{route} has not started: its goods are at the depot.': '{route} no ha empezado: su mercancía está en el depósito.',
  'The location of {route} is unknown; enter it.': 'No se sabe dónde está {route}; indicar dónde.',
  'A build this large can’t be run again, because only its result is stored.':
    'Una planificación tan grande no se puede repetir, porque solo se guarda el resultado.',
  'This plan was accepted already.': 'Este plan ya se aceptó.',
  'This plan is too old; build again. Nothing was changed.':
    'Este plan es demasiado antiguo; volver a planear. No se cambió nada.',
  'The deliveries, routes or vehicles have changed since this was planned. Nothing was changed; build again.':
    'Las entregas, rutas o vehículos cambiaron desde que se planeó. No se cambió nada; volver a planear.',
  'The deliveries or routes kept changing while they were planned; build again.':
    'Las entregas o rutas siguieron cambiando mientras se planeaban; volver a planear.',
  'has passed': 'ya pasó',
  'No vehicle is available: on each of these days, every active vehicle has a route, or its shift is over.':
    'No hay ningún vehículo disponible: en cada uno de estos días, todos los vehículos activos tienen una ruta o su turno ha terminado.',
  'could be delivered until {day}, which has passed': 'se podía entregar hasta el {day}, que ya pasó',
  'give it another day': 'darle otro día',
  'its goods are picked up at {delivery}, {why}': 'su mercancía se recoge en {delivery}, {why}',
  'No vehicle is available: every active vehicle has a route that day, or none is active.':
    'No hay ningún vehículo disponible: todos los activos tienen una ruta ese día, o ninguno está activo.',
  '{vehicle} is not active.': '{vehicle} no está activo.',
  '{vehicle} already drives the route {route} that day.': '{vehicle} ya conduce la ruta {route} ese día.',
  'The delivery {delivery} is for another date.': 'La entrega {delivery} es de otra fecha.',
  'The delivery {delivery} is {state}, not open.': 'La entrega {delivery} está {state}, no abierta.',
  'A build is already running for this business; wait until it is done.':
    'Ya hay una planificación en curso; esperar a que termine.',
  'None of these deliveries can be routed.': 'Ninguna de estas entregas cabe en una ruta.',
  'The build was canceled. Nothing was changed.': 'La planificación se canceló. No se cambió nada.',
  'no unassigned stop could be added to it': 'no queda ninguna parada sin asignar que pueda ir en ella',
  'has its maximum of {count} stops': 'tiene su máximo de {count} paradas',
  'no unassigned stop fits in its remaining capacity': 'ninguna parada sin ruta cabe en la capacidad que queda',
  'done at {time}; another stop would end after the shift, {end}':
    'termina a las {time}; otra parada terminaría después del turno, {end}',
  'back at {time}; another stop would end after the shift, {end}':
    'vuelve a las {time}; otra parada terminaría después del turno, {end}',
  'with another stop, the vehicle would be out longer than allowed':
    'con otra parada el vehículo estaría fuera más de lo permitido',
  'with another stop, the vehicle would drive longer than allowed':
    'con otra parada el vehículo conduciría más de lo permitido',
  'with another stop, a time window would be missed': 'con otra parada no se cumpliría un horario',
  '{count} lb': '{count} lb',
  '{count} piece': '{count} bulto',
  '{count} cubic foot': '{count} pie cúbico',
  '{count} unit': '{count} unidad',
  '{count} units': '{count} unidades',
  '{start} to {end}': '{start} a {end}',
  'where vehicle {vehicle} starts': 'donde sale el vehículo {vehicle}',
  '{first}, {second}': '{first}, {second}',
  '{change} since this was proposed. Nothing was changed; ask for a new proposal.':
    '{change} desde que se propuso. No se cambió nada; pedir otra propuesta.',
  'names a plan, but the proposal has none': 'nombra un plan, pero la propuesta no tiene ninguno',
  'remove it from the route by hand, or record its outcome': 'quitarla de la ruta a mano, o registrar su resultado',
  'unlock it': 'soltarla',
  'enter where other drivers can take over its goods': 'indicar dónde pueden recoger su mercancía otros conductores',
  '{delivery} is {state} already.': '{delivery} ya está {state}.',
  'is {state}, not open': 'está {state}, no abierta',
  'is on the route {route} already': 'ya está en la ruta {route}',
  'is for another date': 'es de otra fecha',
  'The delivery {delivery} {fault}.': 'La entrega {delivery} {fault}.',
  'is not found on the map': 'no se encuentra en el mapa',
  'can’t be looked up now; use lat and lng instead': 'no se puede buscar ahora; usar lat y lng en su lugar',
  'ends at its last stop, where other drivers can’t take over its goods':
    'termina en su última parada, donde otros conductores no pueden recoger la mercancía',
  'The caller disconnected before the plans were ready.':
    'La conexión se cerró antes de que los planes estuvieran listos.',
  'The delivery {delivery} has changed': 'La entrega {delivery} cambió',
  '{route} is {state}': '{route} está {state}',
  '{route} has another vehicle': '{route} tiene otro vehículo',
  '{route} has another driver': '{route} tiene otro conductor',
  '{delivery} is on {route}': '{delivery} está en {route}',
  '{delivery} on {route} is {state}': '{delivery} en {route} está {state}',
  '{delivery} on {route} is locked': '{delivery} en {route} está fijada',
  '{delivery} on {route} is unlocked': '{delivery} en {route} está suelta',
  '{delivery} is off {route}': '{delivery} ya no está en {route}',
  'The stops of {route} have another order': 'Las paradas de {route} tienen otro orden',
  'The caller disconnected before the routes were ready.':
    'La conexión se cerró antes de que las rutas estuvieran listas.',
  'There is no build with that uuid.': 'No hay ninguna planificación con ese uuid.',
  'are too many: they have {count} vehicles, but at most {most} can be planned together':
    'son demasiados: tienen {count} vehículos, y se planean {most} juntos como máximo',
  'are too many: they have more than {most} deliveries without a route':
    'son demasiados: tienen más de {most} entregas sin ruta',
  '{reason}, on any day from {first} to {last}': '{reason}, en ningún día del {first} al {last}',
  'which is not known': 'que no se conoce',
  'which is {state}': 'que está {state}',
  'whose own goods are also picked up on the way': 'cuya mercancía también se recoge en el camino',
  'name another delivery, or none': 'indicar otra entrega, o ninguna',
  'where the goods of another delivery are picked up already': 'donde ya se recoge la de otra',
  'which is for another date': 'que es de otra fecha',
  'give both the same date': 'dar a ambas la misma fecha',
  'which is on {route} already': 'que ya está en {route}',
  'a route': 'una ruta',
  'fit it into that route': 'ponerla en esa ruta',
  'which is not in this build': 'que no está en esta planificación',
  'build both together': 'planear ambas juntas',
  'which has no location yet': 'que todavía no tiene ubicación',
  'find the location of {delivery}': 'encontrar la ubicación de {delivery}',
  'has more than {most} open deliveries that are on no route; {parts}':
    'tiene más de {most} entregas abiertas que no están en ninguna ruta; {parts}',
  'must name at most {most} deliveries; {parts}': 'debe nombrar {most} entregas como máximo; {parts}',
  'build in parts of at most {most}, each with its external_refs and vehicle_ids, or raise BUILD_MAX_DELIVERIES of the server, at most {limit}':
    'planear por partes de {most} como máximo, cada una con sus external_refs y vehicle_ids, o aumentar BUILD_MAX_DELIVERIES del servidor, hasta {limit}',
  'build in parts of at most {most}, each with its external_refs and vehicle_ids':
    'planear por partes de {most} como máximo, cada una con sus external_refs y vehicle_ids',
  'is already planned on the route {route}': 'ya está planeada en la ruta {route}',
} as const
