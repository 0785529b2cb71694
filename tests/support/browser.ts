import { builtinEnvironments, type Environment } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']

/**
 * happy-dom for the client beside the real server: modules are resolved as Node does, so
 * that the server's own files and its database's worker thread are found.
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
      // What travels stays Node's own: the server reads real requests by them.
      File,
      Headers,
      Request,
      Response,
      FormData: new Proxy(FormData, {
        // Only the page's own can read a form.
        construct: (Own, [form]) => (form ? new FormDataOfPage(form) : new Own()),
      }),
    })
    return environment
  },
} satisfies Environment
