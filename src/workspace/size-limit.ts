/** In bytes. V8 cannot hold a longer string, so a larger file could never be edited. */
export const MAX_FILE_BYTES: number = 512 * 1024 * 1024
