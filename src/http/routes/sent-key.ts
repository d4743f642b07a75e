/** sentKey :: body → the template's key, or an error that names the field */
import { FieldErrors, required } from '../../service/field-errors.ts';
import { templateKeyOf } from '../../service/template-rules.ts';

export const sentKey = (sent: ReadonlyMap<string, unknown>): string => {
  const fieldErrors = new FieldErrors();
  const key = fieldErrors.field(
    'templateKey',
    () => templateKeyOf(required(sent.get('templateKey'), 'templateKey')),
    '',
  );
  fieldErrors.throwIfAny();
  return key;
};
