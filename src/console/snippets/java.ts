import { asciiOnly, type HttpCall, KEY_VARIABLE, lines, quoted } from './http-call.ts';

/** Java takes no longer text than 65,535 bytes in one piece. */
const MOST = 20_000;

/**
 * A text block, in which a backslash is written twice; three quotes in a row can't stand in JSON. Other letters than ASCII's are escaped,
 * because the compiler of Java 17 reads files as the system does.
 */
const textBlock = (json: string): string => `"""\n${asciiOnly(json.replaceAll('\\', '\\\\'))}\n"""`;

const bodyText = (json: string): string => {
  if (json.length <= MOST) return textBlock(json);
  const count = Math.ceil(json.length / MOST);
  const pieces = Array.from({ length: count }, (_, index) => json.slice(index * MOST, (index + 1) * MOST));
  return `String.join("",\n${pieces.map((piece) => `        ${quoted(piece)}`).join(',\n')})`;
};

/** The JDK has nothing for forms: their parts are written as they go over the wire. */
const formPart = (name: string, value: string, isFile: boolean | undefined): string => {
  const about = `--platen\r\nContent-Disposition: form-data; name="${name}"`;
  return isFile
    ? `        .with(${quoted(`${about}; filename="${value}"\r\n\r\n`)}).with(Path.of(${quoted(value)})).with("\\r\\n")`
    : `        .with(${quoted(`${about}\r\n\r\n${value}\r\n`)})`;
};

const FORM_CLASS = `
    static class Form {
        final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();

        Form with(String text) {
            bytes.writeBytes(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            return this;
        }

        Form with(Path file) throws java.io.IOException {
            bytes.writeBytes(Files.readAllBytes(file));
            return this;
        }
    }`;

export const java = ({ method, url, json, form, file }: HttpCall): string => {
  const publisher =
    json !== undefined ? 'ofString(body)' : form ? 'ofByteArray(form.bytes.toByteArray())' : 'noBody()';
  return lines(
    `// Call.java (Java 17 or later): ${KEY_VARIABLE}=plt_… java Call.java`,
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    'import java.nio.file.Files;',
    'import java.nio.file.Path;',
    '',
    'class Call {',
    '    public static void main(String[] args) throws Exception {',
    json !== undefined && `        var body = ${bodyText(json)};`,
    form && '        var form = new Form()',
    ...(form ?? []).map(({ name, value, isFile }) => `    ${formPart(name, value, isFile)}`),
    form && '            .with("--platen--\\r\\n");',
    `        var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))`,
    `            .header("Authorization", "Bearer " + System.getenv("${KEY_VARIABLE}"))`,
    json !== undefined && '            .header("Content-Type", "application/json")',
    form && '            .header("Content-Type", "multipart/form-data; boundary=platen")',
    `            .method("${method}", HttpRequest.BodyPublishers.${publisher})`,
    '            .build();',
    '        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());',
    '        if (response.statusCode() >= 300) throw new RuntimeException(new String(response.body(), "UTF-8"));',
    file === undefined
      ? '        System.out.println(new String(response.body(), "UTF-8"));'
      : `        Files.write(Path.of(${quoted(file)}), response.body());`,
    '    }',
    form && FORM_CLASS,
    '}',
  );
};
