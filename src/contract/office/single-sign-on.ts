// Single sign-on with a company's OpenID Connect provider: settings, test, and finding the provider by email address.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { USER_ROLES } from '../../domain/users/permissions.ts'
import { boolean, integer, oneOf, optional, text, nonBlankText } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { Email } from './sign-in.ts'
import { CreatorOut } from './users.ts'

const MAX_DOMAINS = 20
const MAX_RULES = 50

const Role = oneOf(USER_ROLES)
const RoleRule = z.strictObject({ value: nonBlankText(200), role: Role })

const settings = {
  issuer: text(1, 500),
  client_id: nonBlankText(500),
  mail_domains: z
    .array(text(3, 253).regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, faultText('must be a domain, such as example.com')))
    .min(1, faultText('must name at least one'))
    .max(MAX_DOMAINS, faultText('must name at most {most}', { most: MAX_DOMAINS })),
  role_claim: nonBlankText(200).nullable(),
  role_rules: z.array(RoleRule).max(MAX_RULES, faultText('must have at most {most} rules', { most: MAX_RULES })),
  default_role: Role.nullable(),
  required: boolean(),
}

export const SingleSignOnOut = z.object({
  /** Null if single sign-on is not set up. */
  settings: z
    .object({
      issuer: z.string(),
      client_id: z.string(),
      mail_domains: z.array(z.string()),
      role_claim: z.string().nullable(),
      role_rules: z.array(z.object({ value: z.string(), role: z.enum(USER_ROLES) })),
      default_role: z.enum(USER_ROLES).nullable(),
      required: z.boolean(),
      /** Name of the owner who can still sign in by password. */
      break_glass: z.string().nullable(),
      /** The owner who last saved these settings. */
      made_by: CreatorOut.nullable(),
    })
    .nullable(),
  version: z.int(),
  /** Redirect URI to register with the provider. */
  redirect_uri: z.string(),
  /** Link for users of this business to sign in. */
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
/** Replaces all settings. If the secret is absent, the stored secret stays. */
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
/** Tests the saved settings. Null means that only a real sign-in can test this. */
export const testSingleSignOn = endpoint({
  ...team,
  method: 'POST',
  path: '/single-sign-on/test',
  reply: z.object({
    reached: z.boolean(),
    issuer: z.boolean().nullable(),
    redirect: z.boolean().nullable(),
    secret: z.boolean().nullable(),
    /** Message of the provider, or why it is unreachable. */
    said: z.string().nullable(),
  }),
  audit: [],
})

/** Returns the path for single sign-on with this email address, or null if there is none. */
export const findCompany = endpoint({
  method: 'POST',
  path: '/sign-in/company',
  permission: null,
  body: z.strictObject({ email: Email }),
  reply: z.object({ path: z.string().nullable() }),
  audit: [],
  office: {},
})
