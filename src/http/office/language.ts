// The language of an office request. The pages ask for theirs by Accept-Language; a file that a browser opens by itself asks
// for the browser's.
import type { FastifyRequest } from 'fastify'
import type { Session } from '../../app/people/sign-in/session.ts'
import { type OfficeLanguage, officeLanguageFor } from '../../domain/users/office-language.ts'
import type { Dictionary } from '../../texts/dictionary.ts'
import { es } from '../../texts/es/index.ts'

/** English needs none: the sentences themselves are English. */
const DICTIONARIES: Record<OfficeLanguage, Dictionary | undefined> = { en: undefined, es }

/** Who is signed in may have chosen a language, or their business. */
export const languageOf = ({ headers }: FastifyRequest, session: Session | null): OfficeLanguage =>
  officeLanguageFor(headers['accept-language'], session && { user: session.language, business: session.officeLanguage })

export const dictionaryOf = (request: FastifyRequest, session: Session | null = null): Dictionary | undefined =>
  DICTIONARIES[languageOf(request, session)]
