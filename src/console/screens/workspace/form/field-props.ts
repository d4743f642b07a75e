/** What a field of the form is given. */
import type { Place } from '../../../../data-check/paths.ts';
import type { Shape } from '../shape/shape.ts';

export interface FieldProps {
  readonly shape: Shape;
  readonly place: Place;
  readonly value: unknown;
  /** In place of the shape's title. */
  readonly label?: string;
  /** In a row of a list the label is there for screen readers alone. */
  readonly isBare?: boolean;
}
