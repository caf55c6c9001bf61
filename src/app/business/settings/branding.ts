// What customers see of the business: on tracking pages and in messages.
import { type Accent, accentShades } from '../../../domain/settings/accent.ts'
import { type Business, logoByFile } from '../../../store/settings/businesses.ts'
import type { App } from '../../context.ts'
import { AppError } from '../../errors.ts'

export interface Branding {
  name: string
  /** Readable on light and on dark pages; null: the product's own. */
  accent: Accent | null
  /** Open to everyone, and for good: another logo has another path. */
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

/** A logo in use, by its path's last part. */
export async function openLogo(app: App, file: string): Promise<{ content: Buffer; contentType: string }> {
  const logo = UUID.test(file) ? await app.db.asSystem((tx) => logoByFile(tx, file)) : null
  const content = logo && (await app.files.get(logo.file))
  if (!content) throw new AppError('missing', 'NOT_FOUND', 'There is no such logo.')
  return { content, contentType: logo.contentType }
}
