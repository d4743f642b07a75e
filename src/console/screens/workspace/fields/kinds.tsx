/** Each kind of field with its picture and its word. */
import {
  IconAlignLeft,
  IconBraces,
  IconCalendar,
  IconCode,
  IconHash,
  IconLink,
  IconList,
  IconMarkdown,
  IconPhoto,
  IconToggleLeft,
} from '@tabler/icons-react';
import type { FieldKind } from '../../../api/types.ts';

export const KIND_ICONS: Readonly<Record<FieldKind, typeof IconHash>> = {
  text: IconAlignLeft,
  number: IconHash,
  boolean: IconToggleLeft,
  date: IconCalendar,
  list: IconList,
  object: IconBraces,
  image: IconPhoto,
  html: IconCode,
  markdown: IconMarkdown,
  link: IconLink,
};

export const KIND_WORDS: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  number: 'number',
  boolean: 'yes or no',
  date: 'date',
  list: 'list',
  object: 'group',
  image: 'image',
  html: 'HTML',
  markdown: 'Markdown',
  link: 'link',
};
