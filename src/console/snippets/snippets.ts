/** snippetOf :: HttpCall → text to paste into a shell or a program. One writer a language, for the workspace and the reference alike. */
import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { go } from './go.ts';
import type { HttpCall } from './http-call.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { php } from './php.ts';
import { python } from './python.ts';

export type Language = 'curl' | 'javascript' | 'python' | 'csharp' | 'java' | 'php' | 'go';

export const LANGUAGES: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'javascript', label: 'JavaScript' },
  { value: 'python', label: 'Python' },
  { value: 'csharp', label: 'C#' },
  { value: 'java', label: 'Java' },
  { value: 'php', label: 'PHP' },
  { value: 'go', label: 'Go' },
];

const WRITERS: Readonly<Record<Language, (call: HttpCall) => string>> = {
  ...{ curl, javascript, python },
  ...{ csharp, java, php, go },
};

export const snippetOf = (language: Language, call: HttpCall): string => WRITERS[language](call);
