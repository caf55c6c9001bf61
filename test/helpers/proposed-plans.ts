// Requests two plans of a build, like the office.
import * as contract from '../../src/contract/propose-build.ts'
import type { BuildPlansOut } from '../../src/contract/propose-build.ts'
import type { Office } from './office.ts'
import { linesOf } from './office-conformity.ts'
import type { Service } from './service.ts'

export async function proposedPlans({ url }: Pick<Service, 'url'>, office: Office, body: object) {
  const response = await fetch(`${url}/office/api/build/propose`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const lines = linesOf(contract.proposeBuild, await response.text()) as {
    data?: BuildPlansOut
    progress?: { balance: string; made: number }
  }[]
  const data = lines.at(-1)?.data
  return { data, progress: lines.flatMap(({ progress }) => progress ?? []), last: lines.at(-1) }
}
