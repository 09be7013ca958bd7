/** V8 cannot hold a longer string in one piece, so such a file could never be edited. In bytes. */
export const MOST_FILE_BYTES: number = 512 * 1024 * 1024
