import { type HttpCall, KEY_VARIABLE, lines } from './http-call.ts';

/** A raw string holds JSON as it is: three quotes in a row can't stand in it, and it ends with a brace. */
const rawText = (json: string): string => `r"""${json}"""`;

export const python = ({ method, url, json, form = [], file }: HttpCall): string => {
  const [texts, files] = [form.filter(({ isFile }) => !isFile), form.filter(({ isFile }) => isFile)];
  const pair = (name: string, value: string): string => `        ${JSON.stringify(name)}: ${value},`;
  return lines(
    `# ${KEY_VARIABLE}=plt_… python3 call.py`,
    'import os',
    'import requests',
    '',
    json !== undefined && `body = ${rawText(json)}`,
    json !== undefined && '',
    'response = requests.request(',
    `    "${method}",`,
    `    ${JSON.stringify(url)},`,
    '    headers={',
    `        "Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],`,
    json !== undefined && '        "Content-Type": "application/json",',
    '    },',
    json !== undefined && '    data=body.encode("utf-8"),',
    texts.length > 0 && '    data={',
    ...texts.map(({ name, value }) => pair(name, JSON.stringify(value))),
    texts.length > 0 && '    },',
    files.length > 0 && '    files={',
    ...files.map(({ name, value }) => pair(name, `open(${JSON.stringify(value)}, "rb")`)),
    files.length > 0 && '    },',
    ')',
    'response.raise_for_status()',
    file === undefined && 'print(response.text)',
    file !== undefined && `with open(${JSON.stringify(file)}, "wb") as file:`,
    file !== undefined && '    file.write(response.content)',
  );
};
