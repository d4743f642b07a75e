/**
 * sampleOfCall :: what a call has sent → data and options as a sample set keeps them
 *
 * Which version was meant, and how the answer was to look, belong to that call alone.
 */
import { PlatenError } from '../../errors.ts';

interface SampleContent {
  readonly data: object;
  readonly options: Readonly<Record<string, unknown>>;
}

const OF_THE_CALL = ['version', 'label', 'map'];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const sampleOfCall = (body: string): SampleContent => {
  const sent = parsed(body);
  if (!isObject(sent) || !isObject(sent['data']))
    throw new PlatenError('bad_request', 'The call has no data that could be a sample set.', {
      hint: 'What it sent is no JSON object with `data`: GET /organization/calls/{id} shows it as it came.',
    });
  const options = isObject(sent['options']) ? sent['options'] : {};
  return {
    data: sent['data'],
    options: Object.fromEntries(Object.entries(options).filter(([name]) => !OF_THE_CALL.includes(name))),
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
