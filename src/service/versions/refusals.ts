/** Why something can't be done to a template, or a version of it. */
import { PlatenError } from '../../errors.ts';
import type { Label } from '../model.ts';

export const templateNotFound = (key: string): PlatenError =>
  new PlatenError('template_not_found', `There is no template with the key "${key}".`, {
    hint: 'GET /template/list shows the keys that exist; they are case-sensitive.',
  });

export const inUse = (key: string, users: readonly string[]): PlatenError =>
  new PlatenError(
    'template_in_use',
    `The template "${key}" is included by ${users.length === 1 ? 'another' : `${users.length} others`}: ${users.slice(0, 10).join(', ')}${users.length > 10 ? ', …' : ''}.`,
    {
      hint: 'Take it out of them first, or send force=true: they then can’t be made into documents any more.',
      details: users.slice(0, 100).map((user) => ({
        code: 'included_by',
        message: `"${user}" includes it.`,
        path: user,
      })),
    },
  );

export const alreadyThere = (key: string): PlatenError =>
  new PlatenError(
    'template_exists',
    `A template with the key "${key}" already exists; use /template/replace to change its file.`,
    {
      hint: 'Send it to PUT /template/replace, or add the form field overwrite=true.',
    },
  );

export const noDraft = (key: string): PlatenError =>
  new PlatenError('draft_not_found', `The template "${key}" has no draft.`, {
    hint: 'PUT /template/replace with draft=true makes one.',
  });

export const unpublished = (key: string): PlatenError =>
  new PlatenError('version_not_found', `The template "${key}" has no version yet, only a draft.`, {
    hint: 'POST /template/publish makes it the first version.',
  });

const SHOWN_LABELS = 10;

export const noLabel = (key: string, name: string, labels: readonly Label[]): PlatenError => {
  const shown = labels.slice(0, SHOWN_LABELS).map((label) => `${label.name} (version ${label.version})`);
  const more = labels.length > SHOWN_LABELS ? ', …' : '';
  return new PlatenError('label_not_found', `The template "${key}" has no label "${name}".`, {
    hint:
      shown.length === 0
        ? 'It has no labels at all; PUT /template/labels points one at a version.'
        : `It has ${shown.join(', ')}${more}; PUT /template/labels points labels at versions.`,
  });
};
