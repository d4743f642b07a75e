/** answerChecker :: OpenAPI document → (answer → what of it is not as the document says). */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Answer } from './server.ts';

// A CommonJS module, whose default is the module.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => Ajv2020;

const pointer = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

interface Responses {
  readonly [status: string]: { readonly content?: Readonly<Record<string, unknown>> };
}

export const answerChecker = (document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
}) => {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema(document, 'api');
  const validators = new Map<string, ValidateFunction>();

  return (method: string, route: string, answer: Answer): readonly string[] => {
    const verb = method.toLowerCase();
    const status = String(answer.status);
    const response = document.paths[route]?.[verb]?.responses[status];
    if (response === undefined) return [`${status} is not in the document`];
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    if (response.content === undefined) return answer.bytes.length === 0 ? [] : ['has a body'];
    if (!(type in response.content)) return [`${type} is not in the document`];
    if (type !== 'application/json') return [];
    const place = `api#${pointer('paths', route, verb, 'responses', status, 'content', type, 'schema')}`;
    const validate = validators.get(place) ?? ajv.compile({ $ref: encodeURI(place) });
    validators.set(place, validate);
    if (validate(answer.json)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
};
