export const singleSignOn = {
  title: 'Single sign-on',
  what: 'single sign-on',
  lead: 'People sign in with your company’s account: Entra ID, Google, Keycloak, or any other OpenID Connect provider.',
  sections: {
    provider: { title: 'Provider', reason: 'Where people have their company account.' },
    people: { title: 'People', reason: 'The people and their roles.' },
    only: { title: 'Company only' },
  },
  giveIt: 'Register Roundsman at the provider as a web application with this redirect address:',
  linkLead: 'This link signs your people in, from a start page for instance:',
  issuer: 'Issuer',
  issuerHint: 'The address of the provider, such as https://login.example.com',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretKept: 'Leave blank to keep the one saved',
  domains: 'Email domains',
  domainsHint: 'Addresses of other domains are refused. Separate several with commas.',
  roleClaim: 'Claim with roles or groups',
  roleClaimHint:
    'Such as groups or roles. The role then follows the provider at every sign-in. Without one, roles are set on the Team page.',
  valuesOf: (role: string) => `Values that make someone ${role}`,
  valuesHint: 'One on each line',
  defaultRole: 'Role of everybody else',
  noRole: 'None: they can’t sign in unless they are on the team',
  required: 'Sign in with the company only',
  requiredHint:
    'Signs everybody else out now, and refuses passwords and passkeys from then on. You still sign in by password and second factor, for the day when the provider fails.',
  breakGlass: (name: string) => `${name} still signs in by password and second factor.`,
  test: 'Test connection',
  remove: 'Remove',
  removeAsk: 'Remove single sign-on?',
  removeText:
    'Everybody signs in by password or passkey again. People without a password need a link from the Team page.',
  removed: 'Single sign-on is removed.',
  /** Results of each test: passed, failed, or a note that only a real sign-in can show the result. */
  found: {
    reached: { yes: 'The provider answers.', no: 'The provider can’t be reached. Check the issuer address.' },
    issuer: {
      yes: 'It is the issuer that you entered.',
      no: 'The provider reports another issuer. Enter exactly this one:',
    },
    redirect: {
      yes: 'It accepts the redirect address.',
      no: 'It refuses the client ID or the redirect address. Register the redirect address above there, exactly.',
      open: 'Whether it accepts the redirect address shows when you sign in.',
    },
    secret: {
      yes: 'It accepts the client secret.',
      no: 'It refuses the client secret. Create a new one there and enter it here.',
      open: 'Whether it accepts the client secret shows when you sign in.',
    },
  },
}
