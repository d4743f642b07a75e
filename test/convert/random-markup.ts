/** Whatever one likes to write, with the values that readers are least prepared for. */

const ELEMENTS = [
  ...[
    'p',
    'r',
    't',
    'tbl',
    'tr',
    'tc',
    'tcPr',
    'trPr',
    'tblPr',
    'pPr',
    'rPr',
    'sectPr',
    'tblGrid',
    'gridCol',
    'tab',
    'tabs',
  ],
  ...[
    'br',
    'spacing',
    'ind',
    'jc',
    'sz',
    'w',
    'kern',
    'position',
    'framePr',
    'tblpPr',
    'gridSpan',
    'vMerge',
    'hMerge',
    'tcW',
  ],
  ...[
    'tblW',
    'tblInd',
    'tblCellMar',
    'trHeight',
    'cantSplit',
    'tblHeader',
    'gridBefore',
    'wBefore',
    'pgSz',
    'pgMar',
    'cols',
    'col',
  ],
  ...[
    'docGrid',
    'textDirection',
    'bidi',
    'rtl',
    'keepNext',
    'keepLines',
    'pageBreakBefore',
    'widowControl',
    'pBdr',
    'top',
    'left',
  ],
  ...[
    'bottom',
    'right',
    'between',
    'shd',
    'fitText',
    'eastAsianLayout',
    'ruby',
    'rt',
    'rubyBase',
    'sdt',
    'sdtContent',
    'lnNumType',
  ],
  ...[
    'pgNumType',
    'type',
    'vAlign',
    'noWrap',
    'tblLayout',
    'tblCellSpacing',
    'bidiVisual',
    'numPr',
    'ilvl',
    'numId',
    'hyperlink',
  ],
  ...[
    'fldSimple',
    'fldChar',
    'instrText',
    'sym',
    'ptab',
    'noBreakHyphen',
    'softHyphen',
    'footnoteReference',
    'titlePg',
    'pgBorders',
  ],
];
const ATTRIBUTES = [
  ...[
    'val',
    'w',
    'h',
    'x',
    'y',
    'top',
    'bottom',
    'left',
    'right',
    'header',
    'footer',
    'gutter',
    'num',
    'space',
    'equalWidth',
    'sep',
  ],
  ...[
    'type',
    'pos',
    'leader',
    'before',
    'after',
    'line',
    'lineRule',
    'firstLine',
    'hanging',
    'start',
    'end',
    'hRule',
    'orient',
  ],
  ...[
    'wrap',
    'hAnchor',
    'vAnchor',
    'xAlign',
    'yAlign',
    'dropCap',
    'lines',
    'hSpace',
    'vSpace',
    'tblpX',
    'tblpY',
    'linePitch',
    'charSpace',
  ],
  ...[
    'countBy',
    'restart',
    'distance',
    'sz',
    'color',
    'fill',
    'id',
    'fldCharType',
    'instr',
    'char',
    'font',
    'alignment',
    'relativeTo',
    'combine',
  ],
];
const VALUES = [
  ...[
    '0',
    '-1',
    '1',
    '2',
    '3',
    '20',
    '240',
    '5000',
    '99999',
    '-99999',
    '2147483647',
    '-2147483648',
    '1e308',
    '0.0001',
    'NaN',
    '',
    'auto',
  ],
  ...[
    'exact',
    'atLeast',
    'dxa',
    'pct',
    'nil',
    'page',
    'text',
    'margin',
    'column',
    'around',
    'inside',
    'outside',
    'center',
    'both',
    'distribute',
  ],
  ...[
    'right',
    'left',
    'true',
    'false',
    'on',
    'begin',
    'separate',
    'end',
    'continuous',
    'nextPage',
    'evenPage',
    'oddPage',
    'nextColumn',
    'drop',
  ],
  ...[
    'restart',
    'continue',
    'fixed',
    'autofit',
    'tbRl',
    'btLr',
    'lrTbV',
    'decimal',
    'dot',
    'PAGE',
    'NUMPAGES',
    'linesAndChars',
    '100%',
    '12pt',
  ],
];

/** Elements in elements, most where they belong. `next` gives whole numbers below its argument. */
export const randomMarkup = (next: (below: number) => number): string => {
  const pick = (list: readonly string[]): string => list[next(list.length)] ?? '';
  const attributes = (): string =>
    [...new Set(Array.from({ length: next(4) }, () => pick(ATTRIBUTES)))]
      .map((name) => ` w:${name}="${pick(VALUES)}"`)
      .join('');
  const properties = (kind: string, count: number): string =>
    next(3) === 0
      ? ''
      : `<w:${kind}>${Array.from({ length: next(count) + 1 }, () => {
          const name = pick(ELEMENTS);
          const inner = next(6) === 0 ? `<w:${pick(ELEMENTS)}${attributes()}/>` : '';
          return `<w:${name}${attributes()}>${inner}</w:${name}>`;
        }).join('')}</w:${kind}>`;
  const text = (): string =>
    Array.from({ length: next(8) }, () =>
      pick(['word', ' ', 'a-b', '\u05d0\u05d1', '\t', '1.5', 'x'.repeat(next(80))]),
    ).join(' ');
  const run = (): string =>
    `<w:r>${properties('rPr', 5)}${next(4) === 0 ? `<w:${pick(ELEMENTS)}${attributes()}/>` : ''}<w:t>${text()}</w:t></w:r>`;
  const paragraph = (): string =>
    `<w:p>${properties('pPr', 6)}${Array.from({ length: next(4) }, run).join('')}</w:p>`;
  let tables = 0;
  const block = (depth: number): string => {
    if (depth > 4 || tables > 12 || next(3) > 0) return paragraph();
    tables += 1;
    const cells = (): string =>
      Array.from(
        { length: next(5) + 1 },
        () => `<w:tc>${properties('tcPr', 4)}${block(depth + 1)}${paragraph()}</w:tc>`,
      ).join('');
    const rows = Array.from({ length: next(8) + 1 }, () => `<w:tr>${properties('trPr', 3)}${cells()}</w:tr>`);
    return `<w:tbl>${properties('tblPr', 5)}<w:tblGrid>${`<w:gridCol w:w="${pick(VALUES)}"/>`.repeat(next(6))}</w:tblGrid>${rows.join('')}</w:tbl>`;
  };
  const blocks = Array.from({ length: next(12) + 1 }, () => block(0));
  return `${blocks.join('')}${properties('sectPr', 6)}`;
};
