/**
 * The arrows of docs/architecture.md, as rules: a folder may import the folders in its row and nothing else.
 * `units.ts`, `errors.ts`, `regional.ts`, `numerals.ts`, `installation.mjs`, `module-cache.mjs`, `node-flags.mjs`, `memo.ts`, `own-bytes.ts`, `deflate-memory.ts`, `file-pieces.ts`, `shares.ts`, `stages.ts` and `certificates.ts` are open to all server code. Type-only imports count as well, unless the row says
 * `types`, where only they are allowed.
 */
const ROWS = {
  'data-check': { open: [] },
  ooxml: {},
  outgoing: {},
  records: { code: ['data-check', 'ooxml'] },
  images: { code: ['ooxml', 'outgoing'] },
  wml: { code: ['ooxml'] },
  fonts: {},
  merge: { code: ['ooxml', 'wml'] },
  template: { code: ['ooxml', 'images', 'wml', 'merge', 'data-check'] },
  layout: { code: ['wml', 'fonts'] },
  metafile: { code: ['fonts', 'images', 'layout'] },
  pdf: { code: ['fonts', 'images', 'layout', 'metafile'] },
  convert: { code: ['ooxml', 'wml', 'layout', 'fonts', 'pdf', 'images', 'processes'], types: ['service'] },
  processes: {},
  bundles: { code: ['ooxml', 'wml', 'merge', 'pdf', 'records'] },
  workers: { code: ['template', 'convert', 'ooxml', 'processes', 'records', 'bundles'], types: ['service'] },
  service: { code: ['records'], types: ['template', 'convert'] },
  archive: {},
  store: { code: ['archive'], types: ['service'] },
  'object-storage': { types: ['service', 'config'] },
  auth: { types: ['service'] },
  threads: { code: ['store'], types: ['service', 'workers'] },
  http: { code: ['service', 'auth'] },
  telemetry: { types: ['service', 'config'] },
  config: { open: [] },
  cli: {
    code: [
      'template',
      'convert',
      'records',
      'bundles',
      'app.ts',
      'archives.ts',
      'personal-data.ts',
      'config.ts',
      'config',
      'service',
    ],
  },
};

/**
 * The rooms of src/layout, each with those that it may know; what stands beside them (context, pieces, region, display list …)
 * is open to all. Nothing is measured while it is painted, and what floats is known before the page is.
 */
const LAYOUT = {
  draw: [],
  text: ['draw'],
  numbering: [],
  math: ['text'],
  inline: ['text', 'math', 'numbering'],
  floats: ['inline', 'text'],
  table: ['draw', 'text', 'inline', 'floats'],
  flow: ['draw', 'text', 'inline', 'floats', 'table'],
  structure: ['draw', 'numbering', 'inline', 'table'],
  chart: ['draw', 'text'],
  paint: ['draw', 'text', 'inline', 'floats', 'table', 'flow', 'structure', 'chart'],
  page: ['draw', 'text', 'numbering', 'inline', 'floats', 'table', 'flow', 'paint'],
};

/**
 * The rooms of src/template. Below are the values of expressions, then what formatters and methods do with them, then what is
 * made of the source of an expression; the stages of a template stand on these. What stands beside the rooms (program, problems,
 * delimiters; the tree and the quotes of expressions) is open to all. `compile` is the files that stand in it directly.
 */
const VALUES = ['expression/values'];
const FORMATTERS = [...VALUES, 'expression/methods', 'formatters'];
const READ = [...FORMATTERS, 'expression/parse', 'content', 'looks', 'word', 'lex'];
const TEMPLATE = {
  'expression/values': [],
  'expression/methods': VALUES,
  formatters: [...VALUES, 'expression/methods', 'content'],
  'expression/parse': FORMATTERS,
  'expression/evaluate': FORMATTERS,
  'expression/references': [...FORMATTERS, 'expression/evaluate'],
  content: [],
  word: [],
  looks: ['content', 'word'],
  carry: ['content', 'expression/values', 'looks', 'word'],
  charts: ['content'],
  lex: [],
  parse: READ,
  toc: ['word'],
  'compile/build': ['lex', 'parse', 'word'],
  'compile/tables': ['lex', 'parse', 'word', 'compile/build'],
  'compile/edits': ['lex', 'parse', 'word', 'toc', 'content', 'compile/build'],
  'compile/parts': [...READ, 'carry', 'charts', 'parse', 'toc', 'compile/build', 'compile/edits'],
  foreign: ['lex', 'parse', 'compile/parts'],
  compile: [
    ...READ,
    'parse',
    'toc',
    'compile/build',
    'compile/tables',
    'compile/edits',
    'compile/parts',
    'foreign',
  ],
  prelude: [...READ, 'parse'],
  include: [...READ, 'parse', 'looks', 'compile', 'compile/parts'],
  inspect: ['parse', 'content', 'looks', ...VALUES, 'expression/evaluate', 'expression/references'],
  runtime: [...VALUES, 'content', 'word'],
  link: [...VALUES, 'expression/evaluate', 'carry', 'charts', 'content', 'looks', 'toc', 'runtime'],
  render: [...FORMATTERS, 'carry', 'expression/evaluate', 'content', 'looks', 'toc', 'runtime', 'link'],
};

/** What compiling carries along (`compile/context`) is open to the rooms inside; the other files there are orchestrators. */
const roomRules = (folder, rooms) => {
  const nested = Object.keys(rooms).filter((room) => room.includes('/'));
  /** A room with rooms inside is only what stands in it directly. */
  const pathOf = (room) =>
    `^src/${folder}/${room}/${nested.some((inner) => inner.startsWith(`${room}/`)) ? '[^/]+$' : ''}`;
  return Object.entries(rooms).map(([room, known]) => ({
    name: `${folder}-${room.replace('/', '-')}-imports`,
    comment: `${folder}/${room}/ may import only ${known.join(', ') || 'what stands beside the rooms'}`,
    severity: 'error',
    from: { path: pathOf(room) },
    to: {
      path: Object.keys(rooms).map(pathOf),
      pathNot: [...[room, ...known].map(pathOf), `^src/${folder}/compile/context\\.ts$`],
    },
  }));
};

const at = (names) =>
  `^src/(${names.map((name) => (name.includes('.') ? name.replace('.', '\\.') : `${name}/`)).join('|')})`;
const OPEN = [
  'units.ts',
  'errors.ts',
  'regional.ts',
  'numerals.ts',
  'installation.mjs',
  'module-cache.mjs',
  'node-flags.mjs',
  'memo.ts',
  'own-bytes.ts',
  'deflate-memory.ts',
  'file-pieces.ts',
  'shares.ts',
  'stages.ts',
  'certificates.ts',
];

const rowRules = Object.entries(ROWS).flatMap(([folder, { code = [], types = [], open = OPEN }]) => [
  {
    name: `${folder}-imports`,
    comment: `${folder}/ may import only ${[...code, ...types.map((t) => `${t} (types)`), ...open].join(', ')}`,
    severity: 'error',
    from: { path: `^src/${folder}/` },
    to: { path: '^src/', pathNot: at([folder, ...code, ...types, ...open]) },
  },
  ...(types.length === 0
    ? []
    : [
        {
          name: `${folder}-types-only`,
          comment: `${folder}/ knows ${types.join(', ')} by type alone`,
          severity: 'error',
          from: { path: `^src/${folder}/` },
          to: { path: at(types), dependencyTypesNot: ['type-only'] },
        },
      ]),
]);

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'bottom-imports-nothing',
      comment:
        'units.ts, errors.ts, regional.ts, numerals.ts, installation.mjs, node-flags.mjs, memo.ts, own-bytes.ts, deflate-memory.ts, file-pieces.ts and shares.ts import nothing',
      severity: 'error',
      from: {
        path: '^src/(units|errors|regional|numerals|installation|node-flags|memo|own-bytes|deflate-memory|file-pieces|shares)\\.m?[jt]s$',
      },
      to: { path: '^src/' },
    },
    {
      name: 'app-builds-only-the-server',
      severity: 'error',
      from: { path: '^src/(app|archives|parts|front|front-thread|front-threads|config)\\.ts$' },
      to: { path: '^src/(console|cli)/' },
    },
    {
      name: 'template-reads-only-styles-numbering-and-names',
      severity: 'error',
      from: { path: '^src/template/' },
      to: { path: '^src/wml/', pathNot: '^src/wml/(styles|numbering|elements|properties/word-values)' },
    },
    {
      name: 'pdf-sees-only-the-display-list',
      severity: 'error',
      from: { path: '^src/(pdf|metafile)/' },
      to: { path: '^src/layout/', pathNot: '^src/layout/display-list\\.ts$' },
    },
    {
      name: 'console-knows-the-api-alone',
      comment:
        'The browser application talks HTTP: of the server, only the check of data and the reading of records are compiled into it, and nothing the other way round',
      severity: 'error',
      from: { path: '^src/console/' },
      to: { path: '^src/', pathNot: '^src/(console|data-check|records)/' },
    },
    {
      name: 'product-does-not-import-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts|examples)/' },
    },
    {
      name: 'a-start-needs-no-development-packages',
      comment: '`npm start` installs the dependencies alone: of the others, only types may be imported',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    // The console's build makes one module itself, of docs/.
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:docs$' },
    },
    ...rowRules,
    ...roomRules('layout', LAYOUT),
    ...roomRules('template', TEMPLATE),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
