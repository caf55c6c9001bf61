// A customer's data: found, exported, erased.
import { erasePerson } from '../../app/privacy/erase-person.ts'
import { exportPerson } from '../../app/privacy/export-person.ts'
import { findPerson } from '../../app/privacy/find-person.ts'
import * as privacy from '../../contract/office/privacy.ts'
import { office } from './bind.ts'

export const privacyBindings = [
  office(privacy.findPerson, (ctx, { body }) => findPerson(ctx, body)),
  office(privacy.exportPerson, (ctx, { body }) => exportPerson(ctx, body)),
  office(privacy.erasePerson, (ctx, { body }) => erasePerson(ctx, body)),
]
