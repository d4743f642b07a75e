/** The same call as bytes: the text of the editor goes out as it stands, without being read and written again. */
import type { Call } from './call.ts';

export const requestBody = ({ templateKey, output, dataText, options }: Omit<Call, 'address'>): Blob => {
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined && value !== ''),
  );
  const head = `{"templateKey":${JSON.stringify(templateKey)},"output":${JSON.stringify(output)},"data":`;
  return new Blob([head, dataText, `,"options":${JSON.stringify(given)}}`], { type: 'application/json' });
};
