import { expect, test } from 'vitest'
import { userFolder } from '../../src/files/user/user-folder.ts'

test.skipIf(process.platform !== 'linux')('a folder in which nothing can be made is given up at once', () => {
  expect(userFolder('cache', { XDG_CACHE_HOME: '/proc/x/y' }, true)).toBeUndefined()
})
