/** Checks the text away from the thread that takes the keys. One question at a time; the answer carries its number. */
import type { Schema } from '../../../../data-check/read-schema.ts';
import { checkText, type TextReport } from './check-text.ts';

export interface Question {
  readonly id: number;
  readonly text: string;
  readonly schema: Schema;
}

export interface Answer {
  readonly id: number;
  readonly report: TextReport;
}

addEventListener('message', ({ data: { id, text, schema } }: MessageEvent<Question>) => {
  const answer: Answer = { id, report: checkText(text, schema) };
  postMessage(answer);
});
