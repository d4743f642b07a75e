/**
 * planColumns :: row of names, mapping, schema → where each cell goes, and as what
 *
 * A name with dots is a path. All that is wrong with the names is said at once.
 */
import { EACH, readPath, type Step, writePath } from '../data-check/paths.ts';
import { PlatenError, type Problem } from '../errors.ts';
import { type Cell, isEmptyCell, type Row } from './cells.ts';
import { Converter } from './convert/convert-cell.ts';
import type { Field, FieldKinds } from './field-kinds.ts';
import type { ReadRecord } from './record.ts';

type Place = readonly (string | number)[];

interface Column {
  readonly name: string;
  readonly place: Place;
  readonly path: string;
  /** Undefined where the template asks for nothing of that path. */
  readonly field: Field | undefined;
}

/** How values become what the template takes. */
export interface Conversion {
  /** The template's, as its inspection has it. */
  readonly schema: unknown;
  readonly locale: string;
}

/** As many as a list may have columns for. */
const MAX_INDEX = 1000;

export const namesOf = ({ cells }: Row): string[] =>
  Array.from(cells, (cell) => (typeof cell === 'object' ? shown(cell) : String(cell ?? '')).trim());

const shown = (cell: Exclude<Cell, string | number | boolean | undefined>): string =>
  'date' in cell ? cell.date : 'shown' in cell ? cell.shown : cell.broken;

/** Undefined stands for a column that goes nowhere. */
export const planColumns = (
  names: readonly string[],
  mapping: Readonly<Record<string, string>> | undefined,
  kinds: FieldKinds,
): (Column | undefined)[] => {
  const problems: Problem[] = [];
  const complain = (message: string): void => void problems.push({ code: 'records_columns', message });
  const wanted = new Map(Object.entries(mapping ?? {}).map(([name, path]) => [name.trim(), path.trim()]));
  for (const name of wanted.keys())
    if (!names.includes(name))
      complain(`\`source.columns\` names a column ${quoted(name)} that the file doesn't have.`);
  const columns = names.map((name, index): Column | undefined => {
    if (name === '') complain(`Column ${index + 1} has no name.`);
    else if (names.indexOf(name) !== index) complain(`Two columns have the name ${quoted(name)}.`);
    const path = wanted.get(name);
    if (name === '' || path === '') return undefined;
    const place = placeOf(path ?? name, path !== undefined);
    if (typeof place === 'string') complain(`Column ${quoted(name)}: ${place}`);
    if (typeof place === 'string') return undefined;
    const field = kinds.at(place);
    if (field?.container !== undefined)
      complain(
        `Column ${quoted(name)}: the template takes ${quoted(writePath(place))} as ${field.container === 'list' ? 'a list; name its items, as in "lines[0]"' : 'an object; name its fields, as in "customer.name"'}.`,
      );
    return { name, place, path: writePath(place), field };
  });
  for (const message of clashes(columns.filter((column) => column !== undefined))) complain(message);
  const [first] = problems;
  if (first !== undefined)
    throw new PlatenError('records_columns', first.message, {
      details: problems,
      hint: names.includes('')
        ? `${RENAME} A cell that is merged over several has its text in the first alone: a name of its own belongs into each column of \`source.headerRow\`.`
        : RENAME,
    });
  return columns;
};

const RENAME = 'Rename the columns, or say in `source.columns` where each goes; "" leaves a column out.';

const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** A place, or what is wrong with the path. A column's own name that is no path is a name. */
const placeOf = (path: string, isMapped: boolean): Place | string => {
  const steps = readPath(path.trim());
  if (steps === undefined || steps.length === 0)
    return isMapped || /\[\s*\d*\s*\]/.test(path) ? `${quoted(path)} is no path.` : [path];
  if (steps.some((step) => step === EACH))
    return `${quoted(path)} must say which item it means, as in "lines[0]".`;
  if (steps.some((step) => typeof step === 'number' && step >= MAX_INDEX))
    return `${quoted(path)} is beyond the ${MAX_INDEX}th item.`;
  if (typeof steps[0] === 'number') return `${quoted(path)} must begin with a name.`;
  if (steps.includes('__proto__')) return `"__proto__" is no name of a field.`;
  return steps.map((step) => (typeof step === 'string' ? step.trim() : step)) as Exclude<Step, symbol>[];
};

/** Two columns for one place, or one for a value and another for a part of it. */
const clashes = (columns: readonly Column[]): string[] => {
  const found: string[] = [];
  const byPath = new Map<string, string>();
  for (const { name, path } of columns) {
    const other = byPath.get(path);
    if (other !== undefined)
      found.push(`Columns ${quoted(other)} and ${quoted(name)} both go to ${quoted(path)}.`);
    byPath.set(path, name);
  }
  const containers = new Map<string, string>();
  for (const { name, place } of columns)
    for (let length = 1; length < place.length; length++)
      containers.set(`${writePath(place.slice(0, length))}\0${typeof place[length]}`, name);
  for (const { name, place, path } of columns) {
    const inner = containers.get(`${path}\0string`) ?? containers.get(`${path}\0number`);
    if (inner !== undefined)
      found.push(`Column ${quoted(name)} is a value, and ${quoted(inner)} is a part of it.`);
    for (let length = 1; length < place.length; length++) {
      const at = writePath(place.slice(0, length));
      if (typeof place[length] === 'string' && containers.has(`${at}\0number`))
        found.push(`Column ${quoted(name)} makes ${quoted(at)} an object, and another column a list.`);
    }
  }
  return found;
};

type Container = Record<string, unknown> | unknown[];

/** Makes records of rows, once the columns are known. */
export class RowReader {
  readonly #columns: readonly (Column | undefined)[];
  readonly #converter: Converter;
  readonly #isExact: boolean;

  /** `isExact`: every row has a cell for every column, as CSV has it; sheets leave empty cells out. */
  constructor(columns: readonly (Column | undefined)[], conversion: Conversion, isExact: boolean) {
    this.#columns = columns;
    this.#converter = new Converter(conversion.locale);
    this.#isExact = isExact;
  }

  read({ cells, number }: Row, record: number): ReadRecord {
    const where = this.#isExact ? `The record that ends on line ${number}` : `Row ${number}`;
    const isRagged = this.#isExact
      ? cells.length !== this.#columns.length
      : cells.length > this.#columns.length;
    if (isRagged)
      return {
        record,
        problem: {
          code: 'record_broken',
          message: `${where} has ${cells.length} values; there are ${this.#columns.length} columns.`,
        },
      };
    const data: Record<string, unknown> = {};
    for (const [index, column] of this.#columns.entries()) {
      if (column === undefined) continue;
      const cell = cells[index];
      const value = isEmptyCell(cell) ? undefined : this.#converter.convert(cell, column.field);
      if (value?.problem !== undefined) {
        const { code, message } = value.problem;
        return {
          record,
          problem: {
            code,
            path: column.path,
            message: `${where}, column ${quoted(column.name)}: ${message}`,
          },
        };
      }
      place(data, column.place, value?.value);
    }
    return { record, data: closed(data) as Record<string, unknown> };
  }
}

/** Lists are there even where all their cells are empty; objects are not. */
const place = (data: Record<string, unknown>, steps: Place, value: unknown): void => {
  let at: Container = data;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    const held = (at as Record<string | number, unknown>)[step];
    if (next === undefined) {
      if (value !== undefined) (at as Record<string | number, unknown>)[step] = value;
    } else if (Object.hasOwn(at, step)) at = held as Container;
    else {
      const made: Container = typeof next === 'number' ? [] : {};
      if (value === undefined && !steps.slice(index + 1).some((inner) => typeof inner === 'number')) return;
      (at as Record<string | number, unknown>)[step] = made;
      at = made;
    }
  }
};

/** Items of which all cells are empty are left out, wherever they stand in the list. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed).filter((item) => item !== undefined && !isBare(item));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const [name, inner] of Object.entries(fields)) fields[name] = closed(inner);
  return fields;
};

const isBare = (item: unknown): boolean =>
  typeof item === 'object' &&
  item !== null &&
  Object.values(item).every((inner) => Array.isArray(inner) && inner.length === 0);
