// The business's settings and its logo.
import { putLogo, removeLogo } from '../../app/settings/logo.ts'
import { changeSettings, readSettings } from '../../app/settings/read-settings.ts'
import { invalid } from '../../app/errors.ts'
import * as settings from '../../contract/office/settings.ts'
import { receiving, savedBody } from '../uploads.ts'
import { holderOf, office } from './bind.ts'

export const settingsBindings = [
  office(settings.readSettings, (ctx) => readSettings(ctx)),
  office(settings.changeSettings, (ctx, { body }) => changeSettings(ctx, body)),
  office(settings.putLogo, (ctx, _input, { request }) =>
    receiving(ctx, holderOf(ctx), async (folder) => {
      const picture = await savedBody(request, folder)
      if (picture.size === 0) throw invalid('logo', 'is empty')
      return putLogo(ctx, picture.path)
    }),
  ),
  office(settings.removeLogo, (ctx) => removeLogo(ctx)),
]
