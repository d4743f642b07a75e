/** Many documents in one file: what a chunk of a batch has made is kept in a part file, and parts become the result. */
export { assembleBundle } from './assemble.ts';
export { type Bundle, PartWriter } from './part-file.ts';
