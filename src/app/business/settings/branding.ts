// The business's brand as customers see it on tracking pages and in messages.
import { type Accent, accentShades } from '../../../domain/settings/accent.ts'
import { type Business, logoByFile } from '../../../store/settings/businesses.ts'
import type { App } from '../../context.ts'
import { AppError } from '../../errors.ts'

export interface Branding {
  name: string
  /** Shades that are readable on light and dark pages. Null: the product's own color. */
  accent: Accent | null
  /** Public and cacheable indefinitely, because a new logo gets a new path. */
  logoPath: string | null
  phone: string | null
  email: string | null
}

export const brandNameOf = ({ brandName, name }: Pick<Business, 'brandName' | 'name'>): string => brandName ?? name

export const logoPathOf = ({ logo }: Pick<Business, 'logo'>): string | null => logo && `/brand/${logo.file}`

export const brandingOf = (business: Business): Branding => ({
  name: brandNameOf(business),
  accent: business.accentColor === null ? null : accentShades(business.accentColor),
  logoPath: logoPathOf(business),
  phone: business.contactPhone,
  email: business.contactEmail,
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the logo with this file name, the last part of its path. Throws `missing` unless a business uses it. */
export async function openLogo(app: App, file: string): Promise<{ content: Buffer; contentType: string }> {
  const logo = UUID.test(file) ? await app.db.asSystem((tx) => logoByFile(tx, file)) : null
  const content = logo && (await app.files.get(logo.file))
  if (!content) throw new AppError('missing', 'NOT_FOUND', 'There is no such logo.')
  return { content, contentType: logo.contentType }
}
