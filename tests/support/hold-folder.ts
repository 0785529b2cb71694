import { lockFolder } from '#server/files/folder-lock.ts'

/** Holds the folder it is given until it is killed. */
await lockFolder(process.argv[2] ?? '')
console.log('held')
