/** Which files of docs/ there are to read, in the order in which somebody might want them. `test/docs.test.ts` knows whether one is missing. */

/** By its group; a title where the file has none, or none that a list has room for. */
export const DOCS_GROUPS: readonly (readonly [string, readonly (readonly [string, string?])[]])[] = [
  [
    'Writing templates',
    [['cheat-sheet', 'Cheat sheet'], ['templates'], ['template-rules', 'Rules of the language'], ['console']],
  ],
  ['For programs', [['api'], ['errors'], ['pdf']]],
  [
    'Coming from',
    [
      ['from-carbone', 'Carbone'],
      ['from-docx-templates', 'docx-templates'],
      ['from-docxtemplater', 'docxtemplater'],
      ['from-jinja', 'docxtpl (Jinja)'],
      ['from-easy-template-x', 'easy-template-x'],
      ['from-handlebars', 'Handlebars, jsreport'],
      ['from-phpword', 'PHPWord, docx-stamper'],
      ['from-poi-tl', 'poi-tl'],
      ['from-mail-merge', 'Word mail merge'],
      ['compatibility', 'All of them, compared'],
    ],
  ],
  ['Running it', [['operations'], ['reliability'], ['scale'], ['performance']]],
  ['Inside', [['architecture'], ['word-facts']]],
];
