/** queriedChoice :: version and label of a query → which version is meant */
import { PlatenError } from '../../errors.ts';
import type { VersionChoice } from '../../service/versions/template-ports.ts';
import { choiceOf } from '../../service/versions/version-choice.ts';

export const queriedChoice = (query: {
  readonly version?: number;
  readonly label?: string;
}): VersionChoice | undefined => {
  if (query.version !== undefined && query.label !== undefined)
    throw new PlatenError(
      'bad_request',
      "label can't stand beside version: each says which version is meant.",
    );
  return choiceOf(query);
};
