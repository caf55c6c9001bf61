// The business's settings and its logo.
import { putLogo, removeLogo } from '../../app/business/settings/logo.ts'
import { changeSettings, readSettings } from '../../app/business/settings/read-settings.ts'
import { invalid } from '../../app/errors.ts'
import * as settings from '../../contract/office/settings.ts'
import { office, ofFile } from '../operation.ts'

export const settingsBindings = [
  office(settings.readSettings, (ctx) => readSettings(ctx)),
  office(settings.changeSettings, (ctx, { body }) => changeSettings(ctx, body)),
  ofFile(settings.putLogo, async (ctx, _input, { path, size }) => {
    if (size === 0) throw invalid('logo', 'is empty')
    return putLogo(ctx, path)
  }),
  office(settings.removeLogo, (ctx) => removeLogo(ctx)),
]
