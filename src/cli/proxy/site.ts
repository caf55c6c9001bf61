// The host name for several installations, which the proxy's configuration is written for.

/** An installation as the proxy sees it. Addresses are `HOST:PORT`. */
export interface ProxiedInstallation {
  name: string
  /** Address of each `web` process at its `PORT`. */
  web: readonly string[]
  /** Address of each `web` process at its `DIRECTORY_PORT`. */
  directory: readonly string[]
}

export interface ProxySite {
  /** Host name for all installations. */
  host: string
  installations: readonly ProxiedInstallation[]
  /** File of the certificate for all host names. Null: the proxy's default. */
  certificate: string | null
  /** File of the certificate's key. Null: the proxy's default. */
  key: string | null
}

/** The name for all, and a name for each installation. */
export const hostsOf = ({ host, installations }: ProxySite): string[] => [
  host,
  ...installations.map(({ name }) => `${name}.${host}`),
]

export const directoriesOf = ({ installations }: ProxySite): string[] =>
  installations.flatMap(({ directory }) => directory)

/** Body of the proxy's own response with status 503. */
export const UNREACHABLE_BODY = JSON.stringify({
  statusCode: 503,
  message: 'The installation of this business can’t be reached right now. Retry shortly.',
  details: { code: 'INSTALLATION_UNREACHABLE' },
})

/** First lines of the file, after the character of comments. */
export const headOf = (proxy: string, { host }: ProxySite): string =>
  `# Several installations behind ${host}, for ${proxy}. The command \`fleet proxy\` writes this file from installations.json
# (docs/operating.md#one-host-name-for-several-installations): run it again instead of editing the file.`
