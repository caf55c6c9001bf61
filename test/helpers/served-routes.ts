// Lists every route that the server has, for tests that apply to all routes.
import type { FastifyInstance } from 'fastify'

export interface ServedRoute {
  method: string
  /** Path with parameters as `:name`. */
  url: string
}

/** Parses the routes as Fastify prints them: a tree of paths, each with its methods. */
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

/** The routes that accept a body. */
export const withBodies = (routes: readonly ServedRoute[]): ServedRoute[] =>
  routes.filter(({ method }) => method !== 'GET' && method !== 'HEAD')
