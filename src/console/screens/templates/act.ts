import type { Template } from '../../api/types.ts';

/** What a row's menu asks the list to open. */
export type Act = (kind: 'replace' | 'rename' | 'delete' | 'versions', template: Template) => void;
