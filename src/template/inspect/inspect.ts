/**
 * inspect :: Program, what compiling warned about → Inspection
 *
 * What a render would ask of the data is told from the compiled program alone: its blocks are walked with the same
 * scopes, each expression says which paths it reads and how, and fields, schema and sample are three views of the tree
 * of reads that results.
 */

import type { Warning } from '../problems.ts';
import type { Program } from '../program.ts';
import { collectFields } from './collect-fields.ts';
import type { Inspection } from './inspection.ts';
import { listFields } from './list-fields.ts';
import { sampleOf } from './sample.ts';
import { rootSchema } from './schema.ts';
import { shownObjects } from './shown-objects.ts';

export const inspect = (
  program: Program,
  warnings: readonly Warning[],
  controls: boolean | undefined = false,
): Inspection => {
  const root = collectFields(program);
  return {
    fields: listFields(root),
    schema: rootSchema(root),
    sample: sampleOf(root),
    warnings: [...warnings, ...shownObjects(root, program)],
    ...(controls && { controls: true as const }),
  };
};
