// Signing in by a company's own OpenID Connect provider: how an owner sets it up, tries it, and whose it is by mail.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { USER_ROLES } from '../../domain/users/permissions.ts'
import { boolean, integer, oneOf, optional, text, words } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { Email } from './sign-in.ts'
import { MakerOut } from './users.ts'

const MOST_DOMAINS = 20
const MOST_RULES = 50

const Role = oneOf(USER_ROLES)
const RoleRule = z.strictObject({ value: words(200), role: Role })

const settings = {
  issuer: text(1, 500),
  client_id: words(500),
  mail_domains: z
    .array(text(3, 253).regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, faultText('must be a domain, such as example.com')))
    .min(1, faultText('must name at least one'))
    .max(MOST_DOMAINS, faultText('must name at most {most}', { most: MOST_DOMAINS })),
  role_claim: words(200).nullable(),
  role_rules: z.array(RoleRule).max(MOST_RULES, faultText('must have at most {most} rules', { most: MOST_RULES })),
  default_role: Role.nullable(),
  required: boolean(),
}

export const SingleSignOnOut = z.object({
  /** Null while it is not set up. */
  settings: z
    .object({
      issuer: z.string(),
      client_id: z.string(),
      mail_domains: z.array(z.string()),
      role_claim: z.string().nullable(),
      role_rules: z.array(z.object({ value: z.string(), role: z.enum(USER_ROLES) })),
      default_role: z.enum(USER_ROLES).nullable(),
      required: z.boolean(),
      /** The name of the owner who still signs in by password. */
      break_glass: z.string().nullable(),
      /** The owner who saved these settings last. */
      made_by: MakerOut.nullable(),
    })
    .nullable(),
  version: z.int(),
  /** What the provider has to be given. */
  redirect_uri: z.string(),
  /** A link that signs people of this business in. */
  sign_in_link: z.string(),
})
export type SingleSignOnOut = z.output<typeof SingleSignOnOut>

const team = { permission: 'manageTeam', office: { ofPeople: true } } as const

export const readSingleSignOn = endpoint({
  ...team,
  method: 'GET',
  path: '/single-sign-on',
  reply: SingleSignOnOut,
})
/** The whole of it. Without a secret, the one saved stays. */
export const changeSingleSignOn = endpoint({
  ...team,
  method: 'PATCH',
  path: '/single-sign-on',
  body: z.strictObject({ ...settings, client_secret: optional(text(1, 1_000)), version: integer(0, 2 ** 31 - 1) }),
  reply: SingleSignOnOut,
  audit: ['single_sign_on.changed'],
  office: {
    ...team.office,
    confirms: true,
  },
})
export type SingleSignOnBody = z.output<typeof changeSingleSignOn.body>
export const removeSingleSignOn = endpoint({
  ...team,
  method: 'DELETE',
  path: '/single-sign-on',
  reply: z.null(),
  audit: ['single_sign_on.removed'],
  office: {
    ...team.office,
    confirms: true,
  },
})
/** Tries what is saved: null where only a person who signs in can tell. */
export const testSingleSignOn = endpoint({
  ...team,
  method: 'POST',
  path: '/single-sign-on/test',
  reply: z.object({
    reached: z.boolean(),
    issuer: z.boolean().nullable(),
    redirect: z.boolean().nullable(),
    secret: z.boolean().nullable(),
    /** What the provider said, or why it was not reached. */
    said: z.string().nullable(),
  }),
  audit: [],
})

/** Where someone with this address signs in by their company; null where there is no such place. */
export const findCompany = endpoint({
  method: 'POST',
  path: '/sign-in/company',
  permission: null,
  body: z.strictObject({ email: Email }),
  reply: z.object({ path: z.string().nullable() }),
  audit: [],
  office: {},
})
