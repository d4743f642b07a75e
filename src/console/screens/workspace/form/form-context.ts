/** What every field of the form needs besides its own value: a way to change the data, and what is wrong with it. */
import { type ComponentType, createContext, use } from 'react';
import { type Place, writePath } from '../../../../data-check/paths.ts';
import type { Change } from '../data/edit-text.ts';
import type { FieldProps } from './field-props.ts';

export interface FormActions {
  /** The change is worked out on the text as it is at that moment; `typing` names the field whose letters it is. */
  edit(change: (text: string) => Change[], typing?: string): void;
  /** Shows a place in the JSON editor. */
  openJson(place: Place): void;
  /** Whatever fits the shape: lists and objects hold fields, which may be lists and objects. */
  readonly Field: ComponentType<FieldProps>;
  /** Somebody jumps there: lists on the way open. */
  readonly revealed: Place | undefined;
  /** By path with numbers: `items[3].sku`. */
  readonly problems: ReadonlyMap<string, string>;
}

export const FormContext = createContext<FormActions | null>(null);

export const useForm = (): FormActions => {
  const form = use(FormContext);
  if (form === null) throw new Error('a field outside of the form');
  return form;
};

export const useProblem = (place: Place): string | undefined => useForm().problems.get(writePath(place));

/** How a field is found when somebody jumps to it from the list of fields or of problems. */
export const fieldId = (place: Place): string => `field-${writePath(place)}`;

/** The index of the item to open, where the way to the revealed place leads through this list. */
export const indexOnTheWay = (list: Place, revealed: Place | undefined): number | undefined => {
  if (revealed === undefined || revealed.length <= list.length) return undefined;
  if (!list.every((step, at) => step === revealed[at])) return undefined;
  const index = revealed[list.length];
  return typeof index === 'number' ? index : undefined;
};
