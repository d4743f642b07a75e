import { buildDocx } from './package.ts';
import { catalogue } from './templates/catalogue.ts';
import { certificate } from './templates/certificate.ts';
import { contract } from './templates/contract.ts';
import type { Example } from './templates/example.ts';
import { invoice } from './templates/invoice.ts';
import { letter } from './templates/letter.ts';
import { minutes } from './templates/minutes.ts';
import { payslip } from './templates/payslip.ts';
import { quote } from './templates/quote.ts';
import { report } from './templates/report.ts';

export const EXAMPLES: readonly Example[] = [
  invoice,
  quote,
  contract,
  letter,
  certificate,
  payslip,
  minutes,
  catalogue,
  report,
];

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** File name → content. `example.json` is what the console and the docs show about it. */
export const exampleFiles = (example: Example): Readonly<Record<string, string | Uint8Array>> => ({
  'template.docx': buildDocx(example.document),
  'data.json': json(example.data),
  'example.json': json({
    key: example.key,
    name: example.name,
    description: example.description,
    delimiter: 'BRACES',
    options: example.options ?? {},
  }),
});
