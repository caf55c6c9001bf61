// Every route that the server has, for what is to hold of all of them.
import type { FastifyInstance } from 'fastify'

export interface ServedRoute {
  method: string
  /** With its parameters as `:name`. */
  url: string
}

/** As Fastify prints them: a tree of paths, each with its methods. */
export async function servedRoutes(server: FastifyInstance): Promise<ServedRoute[]> {
  await server.ready()
  const above: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      const level = indent.length / 4
      above.length = level
      above[level] = part
      const url = above.join('')
      return methods === '' ? [] : methods.split(', ').map((method) => ({ method, url }))
    })
}

/** Those that a body can come with. */
export const withBodies = (routes: readonly ServedRoute[]): ServedRoute[] =>
  routes.filter(({ method }) => method !== 'GET' && method !== 'HEAD')
