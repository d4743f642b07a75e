/** inspect :: Program → Inspection */
import type { Program } from '../compile/program.ts';
import type { Inspection } from './inspection.ts';

export const inspect = (_program: Program): Inspection => ({
  fields: [],
  schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
  sample: {},
});
