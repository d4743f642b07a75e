import { type HttpCall, KEY_VARIABLE, lines } from './http-call.ts';

/** Inside single quotes a shell takes everything as it is, but the quote itself. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A here-document needs no escapes, has no length limit, and its mark can't stand in JSON on a line of its own. */
export const curl = ({ method, url, json, form = [], file }: HttpCall): string => {
  const options = [
    `-H "Authorization: Bearer $${KEY_VARIABLE}"`,
    json !== undefined && `-H 'Content-Type: application/json'`,
    ...form.map(({ name, value, isFile }) =>
      isFile ? `-F ${shellQuoted(`${name}=@${value}`)}` : `--form-string ${shellQuoted(`${name}=${value}`)}`,
    ),
    file !== undefined && `-o ${shellQuoted(file)}`,
    json !== undefined && `--data-binary @- <<'JSON'`,
  ].filter((option) => option !== false);
  return lines(
    `export ${KEY_VARIABLE}='plt_…'`,
    '',
    [`curl --fail-with-body -X ${method} ${shellQuoted(url)}`, ...options].join(' \\\n  '),
    json,
    json !== undefined && 'JSON',
  );
};
