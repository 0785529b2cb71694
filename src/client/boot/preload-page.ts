// The build inlines this script into the app's page, so it runs before the app's code has loaded.

/** The files of each page on which a traveller starts the app, by the start of its path. */
declare const PAGE_FILES: Record<string, string[]>

try {
  preloadPage()
} catch {
  // Without storage, nobody is signed in, and the app loads the files itself.
}

/**
 * Downloads the files of the open page together with the app. Without this, the app would request
 * them only after it has started.
 */
function preloadPage() {
  const [, page = ''] = /^\/(favorites$|viewing-plan$|listings\/)/.exec(location.pathname) ?? []
  const files = localStorage.getItem('token') === null ? [] : (PAGE_FILES[page] ?? [])
  document.head.append(...files.map(linkTo))
}

/** The kind of link that Vite uses for this file in this browser (see `preloadForCodeCache`). */
function linkTo(href: string) {
  const link = document.createElement('link')
  const isStyle = href.endsWith('.css')
  link.rel = isStyle || 'userAgentData' in navigator ? 'preload' : 'modulepreload'
  link.as = isStyle ? 'style' : 'script'
  link.crossOrigin = ''
  link.href = href
  return link
}
