// Types of oidc-provider, which has none of its own. Only the part that the tests use.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interface Context {
    path: string
    body: unknown
    oidc: {
      client?: { clientId: string }
      session?: { accountId?: string }
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant }
    }
  }
  interface Configuration {
    clients: object[]
    jwks: { keys: object[] }
    cookies: { keys: string[] }
    claims: Record<string, string[]>
    features: { devInteractions: { enabled: boolean } }
    findAccount(
      ctx: Context,
      accountId: string,
    ): { accountId: string; claims(): Promise<{ sub: string } & Record<string, unknown>> }
    loadExistingGrant(ctx: Context): Promise<Grant>
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): RequestListener
  }
}
