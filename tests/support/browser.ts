import { builtinEnvironments, type Environment } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']

/**
 * happy-dom for the client next to the real server. Modules resolve as in Node, so that the
 * server's files and the database's worker thread are found.
 */
export default {
  ...happyDom,
  name: 'browser',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const { File, FormData, Headers, Request, Response } = global
    const environment = await happyDom.setup(global, options)
    const FormDataOfPage = global.FormData
    Object.assign(global, {
      // Requests, responses and files stay Node's own: the server accepts only those.
      File,
      Headers,
      Request,
      Response,
      FormData: new Proxy(FormData, {
        // Only happy-dom's FormData can read a form element.
        construct: (Own, [form]) => (form ? new FormDataOfPage(form) : new Own()),
      }),
    })
    return environment
  },
} satisfies Environment
