import { type HttpCall, indented, KEY_VARIABLE, lines } from './http-call.ts';

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * JSON as a literal of JavaScript. Two line separators were no part of texts on old engines, and a plain `__proto__`
 * would set the prototype instead of a name.
 */
const asJavaScript = (json: string): string =>
  json.replace(/[\u2028\u2029]/g, escaped).replace(/(?<=[{,]\s*)"__proto__"(?=\s*:)/g, '["__proto__"]');

export const javascript = ({ method, url, json, form, file }: HttpCall): string => {
  const isRead = form?.some(({ isFile }) => isFile) === true;
  const files = [isRead && 'readFile', file !== undefined && 'writeFile'].filter((name) => name !== false);
  return lines(
    `// call.mjs: ${KEY_VARIABLE}=plt_… node call.mjs`,
    files.length > 0 && `import { ${files.join(', ')} } from 'node:fs/promises';`,
    files.length > 0 && '',
    form && 'const form = new FormData();',
    ...(form ?? []).map(({ name, value, isFile }) => {
      const [field, text] = [JSON.stringify(name), JSON.stringify(value)];
      return isFile
        ? `form.append(${field}, new Blob([await readFile(${text})]), ${text});`
        : `form.append(${field}, ${text});`;
    }),
    form && '',
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: '${method}',`,
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
    json !== undefined && "    'Content-Type': 'application/json',",
    '  },',
    json !== undefined && `  body: JSON.stringify(${asJavaScript(indented(json, '  '))}),`,
    form && '  body: form,',
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    file === undefined
      ? 'console.log(await response.text());'
      : `await writeFile(${JSON.stringify(file)}, new Uint8Array(await response.arrayBuffer()));`,
  );
};
