/**
 * The victim of crash.test.ts: uploads, replaces and charges as fast as it can, and prints a line for each that the
 * store has acknowledged, until it is killed.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { openStore } from '../../src/store/open-store.ts';

export type Acknowledged =
  | { readonly did: 'charge'; readonly requestId: string }
  | {
      readonly did: 'create' | 'replace';
      readonly key: string;
      readonly version: number;
      readonly hash: string;
    };

const [folder = '', organizationId = '', round = ''] = process.argv.slice(2);
const store = await openStore({ kind: 'sqlite', folder });

// Pipes are written synchronously: a line is with the parent before the next call starts.
const say = (line: Acknowledged): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const upload = async () => {
  const file = randomBytes(20_000);
  const hash = createHash('sha256').update(file).digest('hex');
  await store.blobs.put(hash, file);
  const version = { delimiter: 'BRACES' as const, fileHash: hash, fileSize: file.length, programHash: hash };
  const within = { templates: 1e9, versions: 1e9, bytes: 1e15 };
  return { ...version, programFormat: 1, inspection: '{}', storedBytes: file.length, within };
};

const uploader = async (worker: number): Promise<never> => {
  for (let n = 0; ; n += 1) {
    const key = `${round}-${worker}-${n}`;
    const first = await upload();
    const actor = { name: 'crash', at: Date.now() };
    const template = await store.templates.create(
      { id: randomUUID(), organizationId, key, name: key },
      first,
      actor,
    );
    if (template === undefined) throw new Error(`The key ${key} is taken.`);
    say({ did: 'create', key, version: 1, hash: first.fileHash });
    const charger = charge(template.id, key);
    const second = await upload();
    const replaced = await store.templates.replace(organizationId, key, second, actor);
    say({ did: 'replace', key, version: replaced?.version ?? 0, hash: second.fileHash });
    await charger;
  }
};

const charge = async (templateId: string, templateKey: string): Promise<void> => {
  for (let n = 0; n < 20; n += 1) {
    const requestId = randomUUID();
    const at = Date.now();
    const order = {
      reason: 'generate' as const,
      organizationId,
      templateId,
      templateKey,
      format: 'DOCX' as const,
      requestId,
      at,
    };
    if ((await store.credit.charge(order)).charged) say({ did: 'charge', requestId });
  }
};

await Promise.all(Array.from({ length: 10 }, (_, worker) => uploader(worker)));
