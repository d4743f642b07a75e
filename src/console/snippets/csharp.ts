import { type HttpCall, KEY_VARIABLE, lines, quoted } from './http-call.ts';

/** A raw text: three quotes in a row can't stand in JSON, and nothing in it is escaped. */
const rawText = (json: string): string => `"""\n${json}\n"""`;

export const csharp = ({ method, url, json, form, file }: HttpCall): string =>
  lines(
    `// Program.cs of a console project (.NET 8 or later): ${KEY_VARIABLE}=plt_… dotnet run`,
    'using System;',
    'using System.IO;',
    'using System.Net.Http;',
    'using System.Net.Http.Headers;',
    'using System.Text;',
    '',
    json !== undefined && `var body = ${rawText(json)};`,
    json !== undefined && '',
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod("${method}"), ${quoted(url)});`,
    `var key = Environment.GetEnvironmentVariable("${KEY_VARIABLE}");`,
    'request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);',
    json !== undefined && 'request.Content = new StringContent(body, Encoding.UTF8, "application/json");',
    form && 'var form = new MultipartFormDataContent();',
    ...(form ?? []).map(({ name, value, isFile }) =>
      isFile
        ? `form.Add(new ByteArrayContent(File.ReadAllBytes(${quoted(value)})), ${quoted(name)}, ${quoted(value)});`
        : `form.Add(new StringContent(${quoted(value)}), ${quoted(name)});`,
    ),
    form && 'request.Content = form;',
    'using var response = await client.SendAsync(request);',
    'if (!response.IsSuccessStatusCode) throw new Exception(await response.Content.ReadAsStringAsync());',
    file === undefined
      ? 'Console.WriteLine(await response.Content.ReadAsStringAsync());'
      : `await File.WriteAllBytesAsync(${quoted(file)}, await response.Content.ReadAsByteArrayAsync());`,
  );
