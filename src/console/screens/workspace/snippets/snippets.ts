/** snippetOf :: Call → text to paste into a shell or a program. The key comes from the environment, never into a file. */
import { bodyOf, type Call, fileNameOf } from './call.ts';

export type Language = 'curl' | 'javascript' | 'python';

export const KEY_VARIABLE = 'PLATEN_KEY';

export const snippetOf = (language: Language, call: Call): string => WRITERS[language](call);

/** Inside single quotes a shell takes everything as it is, but the quote itself. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * JSON as a literal of JavaScript. Two line separators were no part of texts on old engines, and a plain `__proto__`
 * would set the prototype instead of a name.
 */
const asJavaScript = (json: string): string =>
  json.replace(/[\u2028\u2029]/g, escaped).replace(/(?<=[{,]\s*)"__proto__"(?=\s*:)/g, '["__proto__"]');

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** A here-document needs no escapes, has no length limit, and its mark can't stand in JSON on a line of its own. */
const curl = (call: Call): string => `export ${KEY_VARIABLE}='plt_…'

curl --fail-with-body -X POST ${shellQuoted(`${call.address}/template/generate`)} \\
  -H "Authorization: Bearer $${KEY_VARIABLE}" \\
  -H 'Content-Type: application/json' \\
  -o ${shellQuoted(fileNameOf(call))} \\
  --data-binary @- <<'JSON'
${bodyOf(call)}
JSON
`;

const javascript = (call: Call): string => `// generate.mjs: ${KEY_VARIABLE}=plt_… node generate.mjs
import { writeFile } from 'node:fs/promises';

const response = await fetch(${JSON.stringify(`${call.address}/template/generate`)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${asJavaScript(indented(bodyOf(call), '  '))}),
});
if (!response.ok) throw new Error(await response.text());
await writeFile(${JSON.stringify(fileNameOf(call))}, new Uint8Array(await response.arrayBuffer()));
`;

/** A raw string holds JSON as it is: three quotes in a row can't stand in it, and it ends with a brace. */
const pythonText = (json: string): string => `r"""${json}"""`;

const python = (call: Call): string => `# ${KEY_VARIABLE}=plt_… python3 generate.py
import os
import requests

body = ${pythonText(bodyOf(call))}

response = requests.post(
    ${JSON.stringify(`${call.address}/template/generate`)},
    headers={
        "Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],
        "Content-Type": "application/json",
    },
    data=body.encode("utf-8"),
)
response.raise_for_status()
with open(${JSON.stringify(fileNameOf(call))}, "wb") as file:
    file.write(response.content)
`;

const WRITERS: Readonly<Record<Language, (call: Call) => string>> = { curl, javascript, python };
