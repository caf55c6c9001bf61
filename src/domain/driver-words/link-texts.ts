import type { Language } from '../customer-words/language.ts'

/** The text that brings a driver the link, where the business has no words of its own; what stands in braces is filled in. */
export const LINK_TEXTS: Readonly<Record<Language, string>> = {
  en: 'Your route {route} is ready: {driver_link}',
  es: 'Tu ruta {route} te espera: {driver_link}',
  fr: 'Votre tournée {route} est là : {driver_link}',
  de: 'Deine Route {route} ist bereit: {driver_link}',
}
