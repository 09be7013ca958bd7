import { expect, test } from 'vitest'
import { userFolder } from '../../src/files/user/user-folder.ts'

test.skipIf(process.platform !== 'linux')('userFolder gives up at once on a folder it cannot create', () => {
  expect(userFolder('cache', { XDG_CACHE_HOME: '/proc/x/y' }, true)).toBeUndefined()
})
