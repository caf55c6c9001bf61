import type { CompanyRefusal } from '../../../src/domain/users/company-refusal.ts'

export const signIn = {
  back: 'Back to sign-in',
  checkEmail: 'Check your email',
  linkComes:
    'If there is an account with this address, a link to choose a new password is on its way. It works once, for one hour. No email? Ask an owner of your business for a link.',
  noEmail: 'Email isn’t set up',
  noEmailLead:
    'This installation can’t send email. Ask an owner of your business for a link: they create one under Team. If you are the owner, run this on the server:',
  forgot: 'Forgot your password?',
  forgotLead: 'Enter your email address, and we’ll send you a link to choose a new one.',
  sendLink: 'Send the link',
  setUp: 'Set up your business',
  setUpLead: 'You become its owner, and can invite others later.',
  create: 'Create the business',
  businessName: 'Business name',
  timeZone: 'Time zone',
  timeZoneHint: 'Delivery days and windows are in this zone',
  yourEmail: 'Your email',
  signedOut: 'You are signed out',
  signedOutLead: 'Your session has ended. Sign in again to continue. Nothing on this page is lost.',
  action: 'Sign in',
  or: 'or',
  at: (host: string) => `Roundsman on ${host}`,
  usePasskey: 'Use a passkey',
  company: 'Sign in with your company',
  companyLead: 'Enter your work email, and we’ll take you to your company’s sign-in.',
  companyUnknown: 'No business here signs in with this company. Ask an owner of your business for the sign-in link.',
  goOn: 'Continue',
  confirmed: 'Confirmed',
  confirmedLead: 'You can close this window and continue where you were.',
  notConfirmed: 'Not confirmed',
  confirmByCompany: 'Confirm with your company',
  /** Reason why single sign-on failed, and what to do. */
  refused: {
    UNREACHABLE:
      'Your company’s sign-in doesn’t answer. Try again in a few minutes, or tell an owner of your business.',
    ISSUER:
      'Your company’s sign-in doesn’t match the settings. Ask an owner of your business to test it under Settings.',
    CLIENT: 'Your company’s sign-in doesn’t accept Roundsman. Ask an owner of your business to test it under Settings.',
    DENIED: 'Your company’s sign-in refused, or you canceled. Try again, or ask the person who manages your accounts.',
    CODE: 'This sign-in was used already or took too long. Sign in again.',
    CLOCK:
      'The clocks of your company’s sign-in and this server differ too much. Tell the person who runs this server.',
    TOKEN:
      'The response of your company’s sign-in can’t be trusted, so you were not signed in. Try again, or tell an owner.',
    ELSEWHERE: 'This sign-in began in another browser or window, or is finished already. Sign in again.',
    OVER: 'This sign-in took more than 10 minutes. Sign in again.',
    NOT_SET_UP: 'Your business doesn’t sign in with a company. Use your password or passkey.',
    TOO_MANY: 'Too many attempts from this network. Try again in an hour.',
    UNVERIFIED:
      'Your company’s sign-in doesn’t say that your email address is verified. Ask the person who manages your accounts.',
    DOMAIN: 'Your business doesn’t allow the domain of your email address. Ask an owner of your business.',
    NO_ROLE: 'Your company gives you no role in Roundsman. Ask an owner of your business.',
    REMOVED: 'An owner removed you from the team. Ask them for an invitation.',
    TAKEN: 'Someone else has an account with your email address. Ask an owner of your business.',
    OTHER_PERSON: 'You signed in there as someone else, or are signed out here. Try again with your own account.',
    NOT_ANEW: 'Your company’s sign-in didn’t ask you to sign in again. Confirm by passkey or password.',
  } satisfies Record<CompanyRefusal, string>,
  title: 'Sign in to Roundsman',
  anotherTitle: 'Sign in to another business',
  anotherLead: (business: string) =>
    `You stay signed in to ${business}. Switch between the businesses in the menu of your account.`,
  notNow: 'Back without signing in',
  reading: 'Reading the link …',
  linkOver: 'This link no longer works',
  linkOverLead: 'It was used, was withdrawn or has expired. Ask an owner of the business for a new one.',
  joinBusiness: (business: string) => `Join ${business}`,
  newPassword: 'Choose a new password',
  signInAs: (email: string) => `You sign in as ${email}.`,
  join: 'Join',
  setPassword: 'Set the password',
}
