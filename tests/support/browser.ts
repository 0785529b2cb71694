import { builtinEnvironments, type Environment } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']

/**
 * The test environment of the client, which runs happy-dom in the same process as the real server.
 * This environment resolves modules as Node does. With a browser's resolution, the server and the
 * database's worker thread would not find their files.
 */
export default {
  ...happyDom,
  name: 'browser',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const { File, FormData, Headers, Request, Response } = global
    await happyDom.setup(global, options)
    const FormDataOfPage = global.FormData
    Object.assign(global, {
      // Restore Node's own classes after happy-dom has replaced them. The server accepts only
      // objects of Node's classes.
      File,
      Headers,
      Request,
      Response,
      FormData: new Proxy(FormData, {
        // Only happy-dom's FormData can read a form element.
        construct: (Own, [form]) => (form ? new FormDataOfPage(form) : new Own()),
      }),
    })
    // Keep the window until the worker's process ends, which is right after this. React finishes
    // scheduled work after the last test, and this work fails without a window.
    return { teardown: () => global.happyDOM.abort() }
  },
} satisfies Environment
