/** Templates of other engines are recognised by their tags; ordinary documents are not mistaken for them. */
import { describe, expect, it, test } from 'vitest';
import type { Problem } from '../../src/errors.ts';
import { checkTemplate, compileTemplate, type DelimiterName } from '../../src/template/index.ts';
import {
  controlBlock,
  docx,
  field,
  header,
  p,
  r,
  row,
  runOf,
  simpleField,
  table,
  textBox,
} from '../support/build.ts';
import { refused } from '../support/refused.ts';
import { render } from './engine.ts';

type Content = Parameters<typeof docx>;

/** What upload says under a delimiter: refused with, or warned of. */
const told = (content: Content, delimiter: DelimiterName): { refused?: Problem; warned?: Problem } => {
  const { problems, warnings } = checkTemplate(docx(...content), { delimiter });
  const foreign = (list: readonly Problem[]) => list.find(({ code }) => code === 'foreign_tags');
  const [problem, warning] = [foreign(problems), foreign(warnings)];
  return { ...(problem && { refused: problem }), ...(warning && { warned: warning }) };
};

const paragraphs = (...texts: string[]): Content => texts.map((text) => p(text)) as unknown as Content;

describe('a file of nothing but foreign tags is refused with the name of its engine', () => {
  const engines: [name: RegExp, content: Content][] = [
    [/docxtpl/, paragraphs('{% if paid %}', 'Thanks', '{% endif %}')],
    [/docxtpl/, [table(row('{%tr for i in items %}'), row('x'), row('{%tr endfor %}'))]],
    [/docxtpl/, [p(r('{%'), r('p if pa'), r('id %}')), p('{%- endif -%}')]],
    [/docxtpl/, paragraphs("{% set x = {'a': 1} %}")],
    [/Stencil/, paragraphs('Dear {%=customer.name%}', '{% if x %}a{% end %}')],
    [/PHPWord/, paragraphs('Dear ${name}', '${/block}')],
    [/docx-stamper/, paragraphs("#{displayParagraphIf(name.equals('Bart'))}Only for ${name}")],
    [/Word mail merge/, [p('Dear ', field(' MERGEFIELD First_Name \\* MERGEFORMAT ', r('«First_Name»')))]],
    [/Word mail merge/, [p(simpleField('MERGEFIELD Name', r('«Name»')))]],
    [/Word mail merge/, [p(field(' GREETINGLINE \\f "x" ', r('Dear')))]],
    [/Word mail merge/, paragraphs('«Name»', '«Street»', '«City» «Zip»')],
    [/Word mail merge/, paragraphs('Dear «first_name»')],
    [/Sablon/, [p(simpleField('MERGEFIELD =customer.name', r('«=customer.name»')))]],
    [/Sablon/, paragraphs('«items:each(item)»', '«=item.name»', '«items:endEach»')],
    [/XDocReport/, [p(simpleField('MERGEFIELD "[#list items as item]"', r('«[#list items as item]»')))]],
    [/XDocReport/, [p(field(' MERGEFIELD ${name} ', r('«${name}»')))]],
    [/XDocReport/, paragraphs('#foreach($item in $items)', '#end')],
    [/<<x>>/, paragraphs('Dear <<name>>', '<<foreach [x in y]>>')],
    [/<% x %>/, paragraphs('Dear <%= name %>', '<% if (paid) { %>', 'Thanks', '<% } %>')],
    [/Velocity/, paragraphs('Dear $!{customer.name}', '$!street')],
    [/Carbone/, [table(row('{d.items[i].name}'), row('{d.items[i+1].name}'))]],
    [/Carbone/, paragraphs('{d.date:formatD(L)} for {d.customer.name}')],
    [/Templater/, paragraphs('At [[date]:format]')],
    [/poi-tl/, paragraphs('{{?users}}', '{{@portrait}}', '{{/users}}')],
    [/poi-tl/, paragraphs('{{+chapter}}')],
    [/jsreport/, paragraphs('{{#docxList items}}x{{/docxList}}', '{{docxImage src=logo}}')],
    [/DocxTemplater for .NET/, paragraphs('{{ds.Total}:format(n2)}', '{?{ds.Paid}}Thanks{{/}}')],
    [/DocumentAssembler/, [controlBlock(p('<Content Select="./Name"/>'))]],
    [/DocumentAssembler/, paragraphs('<# <Content Select=“./Name”/> #>', '<EndRepeat/>')],
  ];

  it.each(engines)('%s', (name, content) => {
    for (const delimiter of ['BRACES', 'DOUBLE_BRACES', 'DOUBLE_SQUARE_BRACKETS', 'TRIPLE_PLUS'] as const) {
      const { refused: problem } = told(content, delimiter);
      expect(problem?.message, delimiter).toMatch(name);
      expect(problem?.message).toMatch(/\d+ tags? written for/);
      expect(problem).toMatchObject({ part: 'document', tag: expect.any(String), hint: expect.any(String) });
      expect(problem?.hint).toMatch(/static=true/);
    }
  });

  it('with the number of tags, the first of them and their places, wherever they stand', () => {
    const file = docx(
      header(p('{% if a %}')),
      p('Text'),
      table(row('x', '{%tr for i in items %}')),
      p(textBox('{% endif %}')),
      p('{%tr endfor %}'),
    );
    const { details = [] } = refused(() => compileTemplate(file, { delimiter: 'DOUBLE_BRACES' }));
    expect(details).toHaveLength(1);
    expect(details[0]).toMatchObject({
      code: 'foreign_tags',
      part: 'document',
      paragraph: { number: 3, text: '{%tr for i in items %}' },
      cell: { row: 1, column: 2 },
      tag: '{%tr for i in items %}',
      hint: expect.stringContaining('docs/from-jinja.md'),
    });
    expect(details[0]?.message).toMatch(/4 tags .*\{% endif %\} \(document, paragraph 5\).*; …$/);
  });

  it('the delimiter that its values have is named where another one was chosen', () => {
    const content = paragraphs('{% if a %}', '{{ a }}', '{% endif %}');
    expect(told(content, 'BRACES').refused?.hint).toContain('delimiter=DOUBLE_BRACES');
    expect(told(content, 'DOUBLE_BRACES').warned?.hint).not.toContain('delimiter=');
  });

  it('unless the text is meant: then it is a warning, and stays text', () => {
    const file = docx(p('Write {% if x %} in Jinja.'));
    const { inspection } = compileTemplate(file, { delimiter: 'DOUBLE_BRACES', static: true });
    expect(inspection.warnings).toMatchObject([{ code: 'foreign_tags' }]);
    expect(refused(() => compileTemplate(file, { delimiter: 'DOUBLE_BRACES' })).code).toBe(
      'template_invalid',
    );
  });
});

describe('beside tags of ours', () => {
  test('foreign ones are a warning', () => {
    const { refused: problem, warned } = told(paragraphs('{{ name }}', '{% if x %}'), 'DOUBLE_BRACES');
    expect(problem).toBeUndefined();
    expect(warned?.message).toMatch(/1 tag written for docxtpl/);
  });

  test("docxtpl's prefixes count with its blocks; by themselves they are told one by one", () => {
    const text = 'Here is {{r rich}}.';
    expect(told(paragraphs('{% if x %}', text), 'DOUBLE_BRACES').refused?.message).toMatch(/2 tags/);
    const { problems, warnings } = checkTemplate(docx(p(text)), { delimiter: 'DOUBLE_BRACES' });
    expect(problems).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'foreign_helper', hint: expect.stringContaining('docxtpl') }]);
  });

  test('they explain the errors that they cause', () => {
    const { problems, warnings } = checkTemplate(docx(p('{{name}} {{?users}}')), {
      delimiter: 'DOUBLE_BRACES',
    });
    expect(problems.map(({ code }) => code)).toEqual(['foreign_tags', 'bad_expression']);
    expect(warnings).toEqual([]);
  });

  test('names in brackets in the cells of a table are the columns of poi-tl', () => {
    const list = table(row('{{goods}}Count', 'Name'), row('[count]', '[name]'));
    expect(told([list], 'DOUBLE_BRACES').warned?.message).toMatch(/poi-tl/);
    expect(told([p('[name] {{goods}} [count]')], 'DOUBLE_BRACES')).toEqual({});
  });
});

describe('less than certain: a warning alone', () => {
  test('every tag reads from `d`, as in Carbone', () => {
    expect(told(paragraphs('{d.name} and {d.street}'), 'BRACES').warned?.message).toMatch(/Carbone/);
    expect(told(paragraphs('{d.name} and {street}'), 'BRACES')).toEqual({});
  });

  test('content controls with names, and no tag', () => {
    const named = (tag: string) => controlBlock({ tag }, p('text'));
    expect(told([named('Company name')], 'BRACES').warned?.message).toMatch(
      /1 content control .*Company name/,
    );
    // What Word's own templates tell a person to write.
    expect(told([named('Enter your name:')], 'BRACES')).toEqual({});
    expect(told([controlBlock({ tag: 'x', binding: '/a/b' }, p('text'))], 'BRACES')).toEqual({});
    expect(told([named('Company name'), p('{name}')], 'BRACES')).toEqual({});
  });
});

describe('another of the four delimiters', () => {
  it.each([
    ['BRACES', 'Dear {{customer.name}}', 'DOUBLE_BRACES'],
    ['BRACES', '{{#items}}{{name | upper}}{{/items}}', 'DOUBLE_BRACES'],
    ['BRACES', 'Dear [[name]]', 'DOUBLE_SQUARE_BRACKETS'],
    ['BRACES', 'Dear +++INS name+++', 'TRIPLE_PLUS'],
    ['DOUBLE_BRACES', 'Dear {name}', 'BRACES'],
    ['TRIPLE_PLUS', '{FOR i IN items}{$i.name}{END-FOR i}', 'BRACES'],
  ] as const)('%s of %j is refused with %s', (chosen, text, meant) => {
    const { refused: problem } = told([p(text)], chosen);
    expect(problem?.hint).toMatch(new RegExp(`delimiter=${meant}\\b`));
    expect(told([p(text)], meant)).toEqual({});
  });
});

describe('ordinary documents', () => {
  it.each([
    'Costs $5 or ${100}, <<100 pieces, a << b and b >> c, 5 <% 10, what a price: 100 $!',
    'See [[1]] and [2, 3]; « bonjour », «Война и мир», «Casa» e «Strada» e «Porta» e «la mia casa».',
    'The brands «StreamEd», «MyConference» and «Pruffme» are «онлайн» services.',
    'The set {a, b} and the set {x | x > 0} are 100 %} of it; {% of the total.',
    'A group {d}, a tag #{3}, a price of $name and an e-mail <a@example.com>.',
    'if (x) { y = 1; } <b>bold</b> <table border="1"> <img src=x> #foreach of them',
    '100{%} and {%} and 5 %} {',
  ])('%s', (text) => {
    for (const delimiter of ['DOUBLE_BRACES', 'DOUBLE_SQUARE_BRACKETS', 'TRIPLE_PLUS'] as const)
      expect(told([p(text)], delimiter), delimiter).toEqual({});
  });

  test('fields of other kinds', () => {
    const content = [field(' PAGE ', r('1')), field(' REF _Ref1 \\h ', r('1')), simpleField('DATE', r('1'))];
    expect(told([p(...content)], 'BRACES')).toEqual({});
  });

  test('deleted and comment text is not looked at', () => {
    expect(told([p(runOf('<w:delText>{% if x %}</w:delText>'))], 'BRACES')).toEqual({});
  });
});

describe('templates of ours that look like it', () => {
  it.each([
    // A dollar sign before a tag is money, where other tags have none.
    ['BRACES', 'Dear {name}, you owe ${total}.'],
    ['BRACES', '{`${first} ${last}`}'],
    ['BRACES', '{%logo} {%%logo}'],
    ['BRACES', '{IF a}Invoice #{number}{END-IF}'],
    ['DOUBLE_BRACES', '{{ALIAS n INS name}}{{*n}}'],
    ['DOUBLE_BRACES', '{{#each items}}{{@index}} {{@key}} {{@root.x}}{{/each}}'],
    ['DOUBLE_BRACES', '{{-amount}} {{x ? "{% a %}" : ""}}'],
    ['DOUBLE_SQUARE_BRACKETS', '[[name]]: [[a[0]]]'],
    ['TRIPLE_PLUS', '+++= `${a} of ${b}`+++'],
    ['BRACES', '\\{% if x %} is {engine}'],
  ] as const)('%s %s', (delimiter, text) => {
    expect(told([p(text)], delimiter)).toEqual({});
  });

  test('money alone needs the word of its author, and is money then', () => {
    const file = docx(p('You owe ${total}.'));
    expect(told([p('You owe ${total}.')], 'BRACES').refused?.message).toMatch(/PHPWord/);
    expect(render(file, { total: 5 }, { static: true }).text).toEqual(['You owe $5.']);
  });
});

test('the proposal of a delimiter is not fooled by foreign marks', () => {
  const proposed = (...texts: string[]) => checkTemplate(docx(...texts.map((text) => p(text))), {}).proposed;
  expect(proposed('${a} ${b} ${c}', '[[name]]')).toBe('DOUBLE_SQUARE_BRACKETS');
  expect(proposed('{%p if a %}', '{{ a }}', '{%p endif %}')).toBe('DOUBLE_BRACES');
  expect(proposed('${a} ${b}')).toBeNull();
  expect(proposed('{%tr for i in items %}', '{%=x + %}')).toBeNull();
  expect(proposed('{d.list[i].a}', '{d.list[i+1].a}')).toBeNull();
});
