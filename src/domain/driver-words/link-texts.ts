import type { Language } from '../customer-words/language.ts'
import type { DriverMessageKind } from '../messages/message.ts'

/** Default messages that send a link to a driver. Placeholders in braces are replaced. */
export const LINK_TEXTS: Readonly<Record<DriverMessageKind, Readonly<Record<Language, string>>>> = {
  DRIVER_ROUTE: {
    en: 'Your route {route} is ready: {driver_link}',
    es: 'Tu ruta {route} te espera: {driver_link}',
    fr: 'Votre tournée {route} est là : {driver_link}',
    de: 'Deine Route {route} ist bereit: {driver_link}',
  },
  DRIVER_HOME: {
    en: 'Your routes with {business}, every day: {home_link}',
    es: 'Tus rutas diarias con {business}: {home_link}',
    fr: 'Vos tournées avec {business}, chaque jour : {home_link}',
    de: 'Deine Routen bei {business}, jeden Tag: {home_link}',
  },
}
