import { describe, expect, it } from 'vitest';
import { ListNumbering } from '../../../src/template/content/list-numbering.ts';
import { NO_NUMBERING, type NumberingCatalogue } from '../../../src/wml/numbering.ts';

const numbering = (catalogue: NumberingCatalogue = NO_NUMBERING) => {
  let [abstractId, numberId] = [0, 1];
  return new ListNumbering({
    catalogue,
    dialect: 'transitional',
    nextAbstractId: () => abstractId++,
    nextNumberId: () => numberId++,
  });
};

describe('ListNumbering', () => {
  it('adds nothing until asked', () => {
    expect(numbering()).toMatchObject({ definitions: '', instances: '' });
  });

  it('bullets share an instance; ordered lists each start anew, with one definition a format', () => {
    const lists = numbering();
    const bullet = { format: 'bullet', level: 0, start: 1 } as const;
    const decimal = { format: 'decimal', level: 1, start: 4 } as const;
    expect([bullet, decimal, bullet, decimal].map((list) => lists.numberingFor(list))).toEqual([1, 2, 1, 3]);
    expect(lists.definitions.match(/<w:abstractNum /g)).toHaveLength(2);
    expect(lists.definitions.match(/<w:lvl /g)).toHaveLength(18);
    expect(lists.instances).toContain(
      '<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="1"><w:startOverride w:val="4"/></w:lvlOverride></w:num>',
    );
  });

  it('restarts a numbering of the template', () => {
    const lists = numbering({ abstracts: [], instances: [{ id: 8, abstractId: 5, startOverrides: [] }] });
    lists.numberingFor({ format: 'decimal', level: 0, start: 1, like: 8 });
    expect(lists.definitions).toBe('');
    expect(lists.instances).toContain(
      '<w:abstractNumId w:val="5"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>',
    );
  });
});
