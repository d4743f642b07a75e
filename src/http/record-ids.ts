/**
 * The ids of ledger and audit entries as callers see them. Both tables count up for the whole server, so their own numbers
 * would tell an organization how much the others do; encrypted, they say nothing, are the same each time, and belong to
 * one organization and one list.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { PlatenError } from '../errors.ts';

export type RecordList = 'ledger' | 'audit';

/** One block: eight bytes of number, eight that say whose it is. */
const CIPHER = 'aes-128-ecb';
const HALF = 8;

export class RecordIds {
  readonly #key: Uint8Array;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('record ids').digest().subarray(0, 16);
  }

  shown(list: RecordList, organizationId: string, id: string): string {
    const block = Buffer.alloc(2 * HALF);
    block.writeBigUInt64BE(BigInt(id));
    ownerOf(list, organizationId).copy(block, HALF);
    const cipher = createCipheriv(CIPHER, this.#key, null).setAutoPadding(false);
    return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url');
  }

  read(list: RecordList, organizationId: string, shown: string): string {
    const sent = Buffer.from(shown, 'base64url');
    if (sent.length !== 2 * HALF) throw badCursor();
    const decipher = createDecipheriv(CIPHER, this.#key, null).setAutoPadding(false);
    const block = Buffer.concat([decipher.update(sent), decipher.final()]);
    if (!block.subarray(HALF).equals(ownerOf(list, organizationId))) throw badCursor();
    return String(block.readBigUInt64BE());
  }
}

const ownerOf = (list: RecordList, organizationId: string): Buffer =>
  createHash('sha256').update(`${list} ${organizationId}`).digest().subarray(0, HALF);

const badCursor = (): PlatenError =>
  new PlatenError('bad_cursor', '`before` is not an id of this list.', {
    hint: 'Take it from `next` of the page before.',
  });
