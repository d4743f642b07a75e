/** Requests that want more of a server than a document needs, in every shape that was found; for tests and for the load. */
import { docx, p } from './build.ts';

export interface Hog {
  readonly name: string;
  readonly template: Uint8Array;
  readonly data: unknown;
  readonly output?: 'DOCX' | 'PDF';
}

const TURBULENCE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><filter id="f"><feTurbulence numOctaves="1000000" baseFrequency="0.5"/></filter><rect width="100" height="100" filter="url(#f)"/></svg>';
const svg = (text: string): string => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** `size` 1 is as large as a body may make it; tests take a part. */
export const hogs = (size = 1): Hog[] => {
  const many = (count: number): number => Math.max(10, Math.round(count * size));
  const words = 'lorem ipsum '.repeat(many(100_000));
  return [
    {
      name: 'a list in a list in a list',
      template: docx(p('{FOR i IN 19}{SET b = [x.slice(0, 4900000), b]}{END-FOR}{b.length}')),
      data: { b: [], x: [...Array.from({ length: many(6_000_000) }, () => ({})), 1] },
    },
    {
      name: 'loops in loops',
      template: docx(p('{FOR a IN l}{FOR b IN l}{FOR c IN l}{a * b + c}{END-FOR}{END-FOR}{END-FOR}')),
      data: { l: numbers(many(20_000)) },
    },
    {
      name: 'texts that double',
      template: docx(p('{SET t = s}{FOR i IN 60}{SET t = t + t}{END-FOR}{t.length}')),
      data: { s: 'x'.repeat(1000) },
    },
    {
      name: 'a sort of everything',
      template: docx(p('{FOR i IN 50}{SET m = l.map(x => x * 7919 % 10007).sort()}{END-FOR}{m.length}')),
      data: { l: numbers(many(1_000_000)) },
    },
    {
      name: 'a replacement without end',
      template: docx(p('{FOR i IN 200}{SET t = s.split(" ").join("  ")}{END-FOR}{t.length}')),
      data: { s: words },
    },
    {
      name: 'rows without end',
      template: docx(p('{FOR a IN l}{a} {END-FOR}')),
      data: { l: numbers(many(2_000_000)) },
    },
    {
      name: 'pages without end',
      template: docx(p('{FOR a IN l}{words} {END-FOR}')),
      data: { l: numbers(many(400)), words: 'word '.repeat(2000) },
      output: 'PDF',
    },
    {
      name: 'a drawing that takes a minute',
      template: docx(p('{IMAGE picture}')),
      data: { picture: svg(TURBULENCE) },
    },
    {
      name: 'Markdown that nests',
      template: docx(p('{MARKDOWN text}')),
      data: { text: '> '.repeat(many(50_000)) + words },
    },
    {
      name: 'HTML that nests',
      template: docx(p('{HTML text}')),
      data: { text: `${'<div>'.repeat(many(200_000))}x` },
    },
  ];
};
