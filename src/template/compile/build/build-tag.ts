/** buildTag :: a tag that is not part of a block → its operation */

import type { Tag } from '../../parse/tag.ts';
import type { Op, OptionOp } from '../../program.ts';
import type { PartBuild } from '../context.ts';
import { type Built, NOTHING_BUILT } from './built.ts';
import { checkBoxAround, signOp } from './check-boxes.ts';
import { shownInControl } from './controls.ts';
import type { SourceItem } from './source-item.ts';
import { NOTHING, SOLID } from './visibility.ts';

const PAGE_BREAK = '<w:r><w:br w:type="page"/></w:r>';

export const buildTag = (part: PartBuild, item: Extract<SourceItem, { type: 'tag' }>): Built => {
  const { tag } = item;
  const { command, tree } = tag;
  switch (command.type) {
    case 'value': {
      if (tree === undefined) return NOTHING_BUILT;
      const ref = part.template.tagRef(tag.where);
      const control = shownInControl(item.run, tree, ref, () => part.runRef(item.run, item.paragraph));
      if (control !== undefined) return { visibility: SOLID, ops: [control], silent: [] };
      // In an equation a value is text and nothing else: `m:t` has no line breaks.
      const op: Op =
        item.run.name === 'm:r'
          ? { op: 'value', e: tree, tag: ref, as: 'flat' }
          : { op: 'value', e: tree, tag: ref, run: part.runRef(item.run, item.paragraph) };
      return { visibility: SOLID, ops: [op], silent: [] };
    }
    case 'run': {
      if (tree === undefined) return NOTHING_BUILT;
      const op: Op = { op: 'run', e: tree, tag: part.template.tagRef(tag.where) };
      return { visibility: NOTHING, ops: [op], silent: [op] };
    }
    case 'check': {
      const control = checkBoxAround(item.run);
      const slot = control === undefined ? undefined : part.boxes.get(control);
      if (control === undefined || slot === undefined) return NOTHING_BUILT;
      return { visibility: SOLID, ops: [signOp(part.source, control, item.run, slot)], silent: [] };
    }
    case 'page-sum': {
      const slot = part.sums.slots.get(tag);
      if (tree === undefined || slot === undefined) return NOTHING_BUILT;
      const ref = part.template.tagRef(tag.where);
      const op: Op = { op: 'page-sum', of: command.of, e: tree, slot, tag: ref };
      return { visibility: SOLID, ops: [op], silent: [] };
    }
    case 'look':
      return marked({
        op: 'look',
        unit: command.unit,
        ...(command.paired === true && { paired: true as const }),
        options: optionOps(tag),
        tag: part.template.tagRef(tag.where),
      });
    case 'look-end':
      return marked({ op: 'look-end' });
    case 'merge':
      return marked({
        op: 'merge-cells',
        direction: command.direction,
        options: optionOps(tag),
        tag: part.template.tagRef(tag.where),
      });
    case 'page-break':
      return { visibility: SOLID, ops: [PAGE_BREAK], silent: [], isBreak: true };
    case 'translations': {
      const op: Op = { op: 'translations', texts: command.texts };
      return { visibility: NOTHING, ops: [op], silent: [op] };
    }
    case 'include': {
      const { of, key, version, joined } = command;
      const scope = tag.options.find(({ name }) => name === 'with')?.tree;
      const op: Op = {
        op: 'include',
        of,
        ...(key !== undefined && { key }),
        ...(version !== undefined && { version }),
        ...(tree !== undefined && { e: tree }),
        ...(scope !== undefined && { with: scope }),
        ...(joined !== undefined && { joined }),
        tag: part.template.tagRef(tag.where),
      };
      return { visibility: NOTHING, ops: [op], silent: [op] };
    }
    case 'content': {
      if (tree === undefined) return NOTHING_BUILT;
      const op: Op = {
        op: 'content',
        kind: command.kind,
        shape: command.shape ?? 'inline',
        e: tree,
        options: optionOps(tag),
        tag: part.template.tagRef(tag.where),
        at: part.runRef(item.run, item.paragraph),
        ...(command.centred === true && { centred: true }),
      };
      return { visibility: SOLID, ops: [op], silent: [] };
    }
    default:
      return NOTHING_BUILT;
  }
};

/** Nothing of it shows, and what goes with its tags goes with this one, too. */
const marked = (op: Op): Built => ({ visibility: NOTHING, ops: [op], silent: [op] });

export const optionOps = (tag: Tag): OptionOp[] =>
  tag.options.map(({ name, text, tree }) => ({
    name,
    ...(text !== undefined && { text }),
    ...(tree !== undefined && { e: tree }),
  }));
