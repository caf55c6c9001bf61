import type { settings as English } from '../en/settings.ts'

export const settings: typeof English = {
  officeLanguage: 'Idioma de la oficina',
  officeLanguageHint: 'Cada persona puede elegir otro en su cuenta',
  officeLanguageOfBrowser: 'El de cada navegador',
}
