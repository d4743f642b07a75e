import { type HttpCall, KEY_VARIABLE, lines } from './http-call.ts';

/** A raw text takes everything but its own quote, which JSON can write otherwise. */
const rawText = (json: string): string => `\`${json.replaceAll('`', '\\u0060')}\``;

const CHECKED = '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}';

export const go = ({ method, url, json, form, file }: HttpCall): string => {
  const isRead = form?.some(({ isFile }) => isFile) === true;
  const packages = [
    form && 'bytes',
    file === undefined && 'fmt',
    'io',
    'log',
    form && 'mime/multipart',
    'net/http',
    'os',
    json !== undefined && 'strings',
  ].filter((name) => typeof name === 'string');
  const body = json !== undefined ? 'strings.NewReader(body)' : form ? '&body' : 'nil';
  return lines(
    `// main.go: ${KEY_VARIABLE}=plt_… go run main.go`,
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    json !== undefined && `\tbody := ${rawText(json)}`,
    form && '\tvar body bytes.Buffer\n\tform := multipart.NewWriter(&body)',
    ...(form ?? []).map(({ name, value, isFile }) => {
      const [field, text] = [JSON.stringify(name), JSON.stringify(value)];
      return isFile ? `\tattach(form, ${field}, ${text})` : `\tform.WriteField(${field}, ${text})`;
    }),
    form && '\tform.Close()',
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${body})`,
    CHECKED,
    `\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("${KEY_VARIABLE}"))`,
    json !== undefined && '\trequest.Header.Set("Content-Type", "application/json")',
    form && '\trequest.Header.Set("Content-Type", form.FormDataContentType())',
    '\tresponse, err := http.DefaultClient.Do(request)',
    CHECKED,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    CHECKED,
    '\tif response.StatusCode >= 300 {\n\t\tlog.Fatal(string(answer))\n\t}',
    file === undefined
      ? '\tfmt.Println(string(answer))'
      : `\tif err := os.WriteFile(${JSON.stringify(file)}, answer, 0o644); err != nil {\n\t\tlog.Fatal(err)\n\t}`,
    '}',
    isRead && ATTACH,
  );
};

const ATTACH = `
func attach(form *multipart.Writer, field, name string) {
	file, err := os.Open(name)
${CHECKED}
	defer file.Close()
	part, err := form.CreateFormFile(field, name)
${CHECKED}
	if _, err := io.Copy(part, file); err != nil {
		log.Fatal(err)
	}
}`;
