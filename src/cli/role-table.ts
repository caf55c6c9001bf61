// Generates the table of docs/roles.md from the table of permissions. `npm run openapi` writes it.
import { roleHasPermission, PERMISSION_NAMES, PERMISSIONS, USER_ROLES } from '../domain/users/permissions.ts'

const named = (name: string): string => name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ')
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export const roleTable = (): string =>
  [
    row(['lets them', ...USER_ROLES.map(named), 'scope of a key']),
    row(['---', ...USER_ROLES.map(() => ':-:'), '---']),
    ...PERMISSION_NAMES.map((name) => {
      const { lets, scope } = PERMISSIONS[name]
      return row([
        lets,
        ...USER_ROLES.map((role) => (roleHasPermission(role, name) ? '✓' : '')),
        scope ? `\`${scope}\`` : 'none',
      ])
    }),
  ].join('\n')

const BEGIN = '<!-- The table is written by `npm run openapi` from src/domain/users/permissions.ts. -->\n\n'

/** Returns the page with the current table. */
export function withRoleTable(page: string): string {
  const [before, rest] = page.split(BEGIN)
  if (rest === undefined) throw new Error('docs/roles.md says nowhere where its table begins')
  return `${before}${BEGIN}${roleTable()}\n${rest.slice(rest.indexOf('\n\n'))}`.replace('\n\n\n', '\n\n')
}
