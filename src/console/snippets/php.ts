import { type HttpCall, KEY_VARIABLE, lines } from './http-call.ts';

/** In single quotes nothing but the quote and the backslash means anything. */
const singleQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/** A nowdoc takes everything as it is, and its mark can't begin a line of JSON. */
const nowdoc = (json: string): string => `<<<'JSON'\n${json}\nJSON`;

export const php = ({ method, url, json, form, file }: HttpCall): string =>
  lines(
    `<?php // call.php, with the extension curl: ${KEY_VARIABLE}=plt_… php call.php`,
    json !== undefined && `$body = ${nowdoc(json)};`,
    json !== undefined && '',
    `$call = curl_init(${singleQuoted(url)});`,
    'curl_setopt_array($call, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    '    CURLOPT_HTTPHEADER => [',
    `        'Authorization: Bearer ' . getenv('${KEY_VARIABLE}'),`,
    json !== undefined && "        'Content-Type: application/json',",
    '    ],',
    json !== undefined && '    CURLOPT_POSTFIELDS => $body,',
    form && '    CURLOPT_POSTFIELDS => [',
    ...(form ?? []).map(({ name, value, isFile }) => {
      const text = singleQuoted(value);
      return `        ${singleQuoted(name)} => ${isFile ? `new CURLFile(${text})` : text},`;
    }),
    form && '    ],',
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = curl_exec($call);',
    'if ($answer === false) throw new Exception(curl_error($call));',
    'if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) >= 300) throw new Exception($answer);',
    file === undefined ? 'echo $answer, PHP_EOL;' : `file_put_contents(${singleQuoted(file)}, $answer);`,
  );
