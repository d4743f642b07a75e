/**
 * What was sent as data, sealed: AES-256-GCM under a key of the organization's own, derived from the server's secret. Whose call
 * it belongs to is part of the seal, so that no row can be put in the place of another.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES;
/** Longer than any body that is kept. */
const MOST_BYTES = 64 * 1024 * 1024;

export class CallVault {
  readonly #secret: string;
  readonly #keys = new LRUCache<string, Uint8Array>({ max: 1_000 });

  constructor(secret: string) {
    this.#secret = secret;
  }

  seal(organizationId: string, callId: string, plain: Uint8Array): Uint8Array<ArrayBuffer> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keyOf(organizationId), iv);
    cipher.setAAD(Buffer.from(`${organizationId} ${callId}`));
    const sealed = [cipher.update(deflateRawSync(plain)), cipher.final()];
    return new Uint8Array(Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), ...sealed]));
  }

  /** Undefined where it was sealed with another secret, or is not what was sealed. */
  open(organizationId: string, callId: string, sealed: Uint8Array): Uint8Array | undefined {
    if (sealed[0] !== FORMAT || sealed.byteLength < HEAD_BYTES) return undefined;
    const iv = sealed.subarray(1, 1 + IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#keyOf(organizationId), iv);
    decipher.setAAD(Buffer.from(`${organizationId} ${callId}`));
    decipher.setAuthTag(sealed.subarray(1 + IV_BYTES, HEAD_BYTES));
    try {
      const packed = Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
      return inflateRawSync(packed, { maxOutputLength: MOST_BYTES });
    } catch {
      return undefined;
    }
  }

  #keyOf(organizationId: string): Uint8Array {
    const known = this.#keys.get(organizationId);
    if (known !== undefined) return known;
    const key = new Uint8Array(hkdfSync('sha256', this.#secret, organizationId, 'platen call data', 32));
    this.#keys.set(organizationId, key);
    return key;
  }
}
