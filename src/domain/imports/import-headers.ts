// Headers of columns in the languages of the office and the driver's page (English, Spanish, French, German), as shops
// and dispatchers write them. All are in the form of `plainHeader`.
import type { ImportField } from './import-columns.ts'

/** Splits a list of headers. */
export const listed = (names: string): string[] => names.split(', ')

/** Words that connect others, and that headers have or lack: "adresse de livraison", "address of recipient". */
const CONNECTING = new Set([
  'de',
  'du',
  'des',
  'd',
  'la',
  'le',
  'les',
  'l',
  'del',
  'los',
  'of',
  'the',
  'der',
  'die',
  'das',
])
/** Labels that shops put before the question that they asked at checkout. */
const FORM = /^(?:checkout form|additional info|product form|custom field) (?=\S)/

/** Returns a header in lower case, without accents, signs and connecting words. */
export function plainHeader(header: string): string {
  const words = header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const content = words.filter((word) => !CONNECTING.has(word))
  return (content.length > 0 ? content : words).join(' ').replace(FORM, '')
}

/**
 * Words before or after the name of an address column, most reliable first. The address for goods comes before the
 * address for bills.
 */
const PLACES = [
  ...listed('shipping, delivery address, ship, ship to, envio, direccion entrega, entrega, livraison'),
  ...listed('adresse livraison, lieferadresse, liefer, lieferung, versand, recipient, destinatario'),
  ...listed('destinataire, empfanger, delivery, fulfillment, customer, cliente, client, kunde, kunden, '),
  ...listed('billing, facturacion, facturation, rechnungs, rechnung'),
]

/** Returns the names with each place, as "shipping city", "ville livraison" and "lieferort". */
const atPlace = (...names: string[]) =>
  PLACES.flatMap((place) =>
    names.flatMap((name) => (place ? [`${place} ${name}`, `${name} ${place}`, `${place}${name}`] : [name])),
  )

const WEIGHT_UNITS = ['lb', 'lbs', 'pounds', 'kg', 'kgs', 'kilograms', 'kilos', 'kilo', 'kilogramm', 'g']
const VOLUME_UNITS = [
  ...listed('cubic feet, cu ft, cuft, ft3, cubic meters, cubic metres, m3, cbm, liters, litres'),
  ...listed('liter, litros, metros cubicos, kubikmeter, metres cubes'),
]
const UNITS = { weight: WEIGHT_UNITS, volume: VOLUME_UNITS }

/** Returns the headers of a measure with each unit, then the headers without a unit. */
const inUnits = (sized: keyof typeof UNITS, ...names: string[]) => [
  ...names.flatMap((name) => UNITS[sized].map((unit) => `${name} ${unit}`)),
  ...names,
]

/** Surnames whose header also means the whole name. They are surnames if the file has first names. */
export const SURNAME_OR_NAME = atPlace('nom', 'name')
/** First names whose header also means the whole name. They are first names if the file has surnames. */
export const FIRST_NAME_OR_NAME = atPlace('nombre')

/** Accepted headers of each field, most reliable first. */
export const IMPORT_HEADERS: Readonly<Record<ImportField, readonly string[]>> = {
  external_ref: [
    ...listed('order number, order id, id order, order no, order ref, order reference, order, order name'),
    ...listed('external ref, reference, ref, invoice number, ticket number, cust, numero pedido, n pedido'),
    ...listed('no pedido, pedido, referencia, numero commande, n commande, no commande, commande'),
    ...listed('bestellnummer, bestell nr, bestellnr, bestellung, auftragsnummer, auftrag nr, auftragsnr'),
    ...listed('auftrag, belegnummer, lieferschein, lieferscheinnummer, referenz, transaction id, id'),
  ],
  customer_name: [
    ...atPlace('name', 'full name', 'nombre', 'nombre completo', 'nom', 'nom complet', 'nombre y apellidos'),
    ...listed('deliver to, customer, recipient, buyer, contact, company, cliente, destinatario, contacto'),
    ...listed('empresa, client, destinataire, societe, entreprise, kunde, kundin, empfanger'),
    ...listed('ansprechpartner, kontakt, firma'),
  ],
  first_name: atPlace('first name', 'firstname', 'prenom', 'vorname'),
  last_name: atPlace(
    'last name',
    'lastname',
    'surname',
    'apellido',
    'apellidos',
    'nom famille',
    'nachname',
    'familienname',
  ),
  customer_phone: [
    ...atPlace('phone', 'phone number', 'mobile', 'telephone', 'tel', 'telefono', 'movil', 'portable', 'telefon'),
    ...atPlace('telefonnummer', 'telefono movil', 'handy', 'mobil', 'handynummer', 'phone mobile', 'celular'),
    'cell',
    'cell phone',
  ],
  customer_email: atPlace(
    ...listed('email, email address, e mail, mail, correo, correo electronico, courriel, adresse e mail'),
    ...listed('adresse email, e mail adresse, emailadresse'),
  ),
  full_address: [
    ...listed('full address, complete address, address full, direccion completa, adresse complete'),
    ...listed('vollstandige adresse, komplette adresse, gesamte adresse'),
  ],
  line1: atPlace(
    ...listed('address1, address 1, address 1 2, address line 1, street 1, street address, street, address'),
    ...listed('calle y numero, calle, direccion 1, direccion, domicilio, numero et rue, rue, adresse 1'),
    ...listed('strasse und hausnummer, strasse hausnummer, strasse nr, strasse, anschrift, adresse'),
  ),
  unit: atPlace(
    ...listed('address2, address 2, address line 2, street 2, unit, apt, suite, apartment, piso, puerta'),
    ...listed('apartamento, direccion 2, appartement, complement, complement adresse, adresse 2, wohnung'),
    ...listed('adresszusatz, etage, stockwerk'),
  ),
  city: atPlace(
    'city',
    'town',
    'suburb',
    'ciudad',
    'localidad',
    'poblacion',
    'municipio',
    'ville',
    'commune',
    'stadt',
    'ort',
  ),
  region: atPlace(...listed('state code, state, province, region, estado, provincia, departement, bundesland, kanton')),
  postal_code: atPlace(
    ...listed('zip, zip code, zipcode, postcode, postal code, zip postal code, codigo postal, cp'),
    ...listed('code postal, c p, plz, postleitzahl'),
  ),
  lat: ['lat', 'latitude', 'latitud', 'breite', 'breitengrad'],
  lng: ['lng', 'lon', 'long', 'longitude', 'longitud', 'lange', 'langengrad'],
  placement: ['placement'],
  delivery_date: [
    ...listed('delivery date, del date, delivery day, deliver on, date delivery, jckwds date, lpac dps delivery date'),
    ...listed('fulfillment date, scheduled date, expected delivery, expected date, commitment date, due date'),
    ...listed('fecha entrega, dia entrega, entregar, fecha reparto, date livraison, jour livraison, livraison prevue'),
    ...listed('livrer, lieferdatum, liefertermin, liefertag, zustelldatum, wunschtermin, wunschdatum'),
    ...listed('date, fecha, datum, tag'),
  ],
  delivery_by: [
    ...listed('last possible date, last delivery date, latest delivery date, delivery date to, delivery by'),
    ...listed('deliver by, deliver until, delivery until, fecha limite, fecha limite entrega, entregar antes'),
    ...listed('date limite, date limite livraison, spatestes lieferdatum, liefern bis, lieferung bis'),
  ],
  window: [
    ...listed('delivery window, time window, window, delivery time, time slot, delivery slot, delivery time slot'),
    ...listed('delivery timeslot, timeslot, jckwds timeslot, lpac dps delivery time, fulfillment time, horario'),
    ...listed('franja horaria, hora entrega, horario entrega, creneau, creneau horaire, creneau livraison'),
    ...listed('heure livraison, zeitfenster, lieferzeit, lieferfenster, lieferzeitfenster'),
  ],
  window_start: [
    ...listed('window start, from, start time, time from, earliest, not before, after, desde, hora desde'),
    ...listed('hora inicio, no antes, a partir, heure debut, pas avant, von, uhrzeit von, zeit von, ab'),
    ...listed('fruhestens, nicht vor'),
  ],
  window_end: [
    ...listed('window end, to, end time, time to, latest, until, not after, before, hasta, hora hasta'),
    ...listed('hora fin, no despues, jusqu a, heure fin, pas apres, bis, uhrzeit bis, zeit bis, spatestens'),
    'nicht nach',
  ],
  more_windows: ['more windows', 'more time windows', 'other windows', 'second window', 'further windows'],
  weight: [
    ...inUnits('weight', 'weight', 'wt', 'parcel weight', 'total weight', 'load', 'peso', 'peso total', 'poids'),
    ...inUnits('weight', 'poids total', 'gewicht', 'gesamtgewicht'),
    ...WEIGHT_UNITS.filter((unit) => unit !== 'g'),
    'libras',
    'livres',
    'pfund',
  ],
  street_hours: ['street hours', 'hours of the street', 'access hours'],
  weight_unit: ['weight unit', 'parcel weight unit', 'unidad peso', 'unite poids', 'gewichtseinheit'],
  ready_at: [
    'ready at',
    'ready time',
    'ready',
    'ready to load',
    'earliest loading',
    'listo',
    'pret',
    'bereit ab',
    'ladebereit',
  ],
  load_pieces: [
    ...listed('pieces, pcs, cartons, load pieces, number pieces, bultos, cajas, colis, nombre colis'),
    ...listed('packstucke, kolli, stuck, anzahl packstucke'),
  ],
  load_cubic_feet: [
    ...VOLUME_UNITS,
    ...inUnits('volume', 'volume', 'vol', 'load volume', 'volumen'),
    'load cubic feet',
  ],
  priority: ['priority', 'delivery priority', 'prioridad', 'priorite', 'prioritat'],
  required_skills: ['required skills', 'skills'],
  required_drivers: ['required drivers', 'required driver'],
  excluded_drivers: ['excluded drivers', 'excluded driver'],
  preferred_drivers: ['preferred drivers', 'preferred driver'],
  pickup_weight_lbs: [
    ...inUnits('weight', 'pickup weight', 'return weight'),
    ...listed('pickup lbs, pickup kg, returns lbs, returns kg'),
  ],
  pickup_pieces: ['pickup pieces', 'pieces to pick up', 'return pieces', 'returns', 'empties', 'leergut', 'vacios'],
  pickup_cubic_feet: [
    ...inUnits('volume', 'pickup volume', 'return volume'),
    ...VOLUME_UNITS.flatMap((unit) => [`pickup ${unit}`, `return ${unit}`]),
  ],
  goods_from: ['goods from', 'picked up at', 'pickup reference', 'collected at'],
  collect_amount: [
    ...listed('collect amount, amount to collect, cash on delivery, cod amount, cod, contrareembolso'),
    ...listed('contra reembolso, contre remboursement, nachnahme, nachnahmebetrag'),
  ],
  id_check: ['id check', 'age check', 'minimum age'],
  door_code: ['door code', 'customer code', 'delivery code'],
  max_ride_minutes: ['max ride minutes', 'longest ride minutes', 'ride time'],
  language: ['language', 'customer language', 'idioma', 'langue', 'sprache'],
  needs: [
    ...listed('needs, temperature class, temperature, temp, requirements, handling, temperatura'),
    ...listed('temperatur, kuhlung'),
  ],
  instructions: [
    ...listed('delivery instructions, instructions, delivery notes, fulfillment notes, customer note'),
    ...listed('note from customer, customer message, remarks, notes, note, comments, instrucciones'),
    ...listed('observaciones, notas, comentarios, consignes, remarques, commentaire, commentaires, hinweise'),
    ...listed('hinweis, bemerkung, bemerkungen, anmerkung, anmerkungen, lieferhinweis, notiz, notizen'),
  ],
  notes: ['note attributes', 'staff notes', 'order notes', 'additional details', 'additional checkout info'],
  item_name: [
    ...listed('lineitem name, item name, product name, item, product, order lines product, articulo, producto'),
    ...listed('article, produit, artikel, artikelname, produkt, ware'),
  ],
  item_quantity: [
    ...listed(
      'lineitem quantity, quantity refund, item quantity, product quantity, quantity, qty, order lines quantity, cantidad',
    ),
    ...listed('quantite, qte, menge, anzahl'),
  ],
  item_sku: ['lineitem sku', 'item sku', 'sku', 'artikelnummer', 'artikel nr', 'art nr'],
  item_barcodes: ['item barcodes', 'item barcode', 'barcodes', 'barcode', 'parcel barcode', 'parcel barcodes'],
  status: [
    'order status',
    'status',
    'estado pedido',
    'statut',
    'etat',
    'auftragsstatus',
    'bestellstatus',
    'current state',
  ],
  payment_status: ['financial status', 'payment status'],
  fulfillment_status: ['fulfillment status', 'shipping status', 'delivery status', 'date shipped'],
  cancelled_at: ['cancelled at', 'canceled at'],
  shipping_method: [
    ...listed('shipping method, shipping method title, shipping information, delivery method, fulfillment type'),
    ...listed('lpac dps order type, metodo envio, mode livraison, versandart, lieferart'),
  ],
}

/** Headers that can mean something else. They count only if the cells of the column fit. */
export const VAGUE_HEADERS: ReadonlySet<string> = new Set([
  ...listed('from, to, after, before, until, latest, earliest, desde, hasta, von, bis, ab, a partir'),
  ...listed('date, fecha, datum, tag, window, horario, load, cod, long, lange, breite, returns'),
  ...listed(
    'placement, delivery time, lieferzeit, fulfillment time, stuck, ready, listo, pret, livrer, entregar, mail',
  ),
])
