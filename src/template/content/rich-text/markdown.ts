/**
 * markdownToHtml :: Markdown → HTML
 *
 * CommonMark with GitHub's tables, strikethrough, bare addresses and task lists, by markdown-it: it takes linear time
 * on the inputs that others take the square or worse of. What it makes goes through the same
 * reader as any HTML, so raw HTML inside is no more trusted than elsewhere.
 */
import MarkdownIt, { type StateCore } from 'markdown-it';
import { dataError } from '../../../errors.ts';

const TASK = /^\[([ xX])\]\s+/;

/** `- [x] done`: an item's text that begins with a box gets one, as GitHub shows it. */
const taskLists = (state: StateCore): void => {
  state.tokens.forEach((token, index) => {
    const isItemText =
      state.tokens[index - 1]?.type === 'paragraph_open' &&
      state.tokens[index - 2]?.type === 'list_item_open';
    const first = token.children?.[0];
    const task =
      token.type === 'inline' && isItemText && first?.type === 'text' ? TASK.exec(first.content) : null;
    if (task === null || first === undefined) return;
    first.content = first.content.slice(task[0].length);
    const box = new state.Token('html_inline', '', 0);
    box.content = `<input type="checkbox"${task[1] === ' ' ? '' : ' checked'}>`;
    token.children?.unshift(box);
  });
};

const DEEPEST = 100;
const CONTAINERS: ReadonlySet<string> = new Set(['blockquote_open', 'list_item_open']);

/** The library leaves out what stands deeper, without a word. */
const refuseDeeper = (state: StateCore): void => {
  if (state.tokens.some(({ type, level }) => CONTAINERS.has(type) && level + 1 >= DEEPEST))
    throw dataError(`The Markdown is nested deeper than ${DEEPEST} lists and quotations.`);
};

const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: DEEPEST });
// Bare addresses are links, bare names of files and companies are not.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.core.ruler.push('task_lists', taskLists);
markdown.core.ruler.after('block', 'deeper', refuseDeeper);

const MOST_CHARACTERS = 5_000_000;

export const markdownToHtml = (source: string): string => {
  if (source.length > MOST_CHARACTERS) {
    throw dataError(`The Markdown has ${source.length} characters; ${MOST_CHARACTERS} is the limit.`);
  }
  return markdown.render(source);
};
