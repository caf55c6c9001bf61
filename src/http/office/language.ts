// Language of an office request. The pages send theirs in Accept-Language. A file that a browser opens itself has the
// browser's language.
import type { FastifyRequest } from 'fastify'
import type { Session } from '../../app/people/sign-in/session.ts'
import { type OfficeLanguage, officeLanguageFor } from '../../domain/users/office-language.ts'
import type { Dictionary } from '../../texts/dictionary.ts'
import { es } from '../../texts/es/index.ts'

/** English needs no dictionary, because the source texts are English. */
const DICTIONARIES: Record<OfficeLanguage, Dictionary | undefined> = { en: undefined, es }

/** Language that the user or the business has chosen, otherwise the language of the request. */
export const languageOf = ({ headers }: FastifyRequest, session: Session | null): OfficeLanguage =>
  officeLanguageFor(headers['accept-language'], session && { user: session.language, business: session.officeLanguage })

/** Dictionary for a request without a session, from its Accept-Language header. */
export const dictionaryFor = (languages: string | undefined): Dictionary | undefined =>
  DICTIONARIES[officeLanguageFor(languages, null)]

export const dictionaryOf = (request: FastifyRequest, session: Session | null = null): Dictionary | undefined =>
  DICTIONARIES[languageOf(request, session)]
