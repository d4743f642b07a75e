/** Whatever a template says, its sample fits its schema and fills it. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileTemplate, type JsonObject, linkTemplate, renderDocx } from '../../../src/template/index.ts';
import { validateData } from '../../../src/template/inspect/validate-data.ts';
import { docx, p } from '../../support/build.ts';
import { templates } from './arbitrary-template.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

it('the sample fits the schema and renders without a missing value', () => {
  fc.assert(
    fc.property(templates, (paragraphs) => {
      const file = docx(...paragraphs.map((text) => p(text)));
      const { program, inspection } = compileTemplate(file, { delimiter: 'BRACES' });
      const { schema, sample } = inspection;
      const validate = ajv.compile(schema);
      expect(validate(sample), JSON.stringify(validate.errors)).toBe(true);
      expect(validateData(schema, sample)).toMatchObject({ missing: [], mistyped: [], unused: [] });
      const { missing } = renderDocx(
        linkTemplate(program, file),
        sample as JsonObject,
        { now: 0 },
        { write: () => {} },
      );
      expect(missing).toEqual([]);
    }),
    { numRuns: 150, seed: 5 },
  );
}, 60_000);
