import { builtinEnvironments, type Environment } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']

/**
 * The test environment of the client: happy-dom in the same process as the real server. Modules
 * resolve as in Node, because a resolution for browsers would not find the files of the server and
 * of the database's worker thread.
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
