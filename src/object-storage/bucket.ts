/**
 * A bucket of S3, or of what speaks like it: the few calls that files need, by the SDK of its inventor.
 *
 * Credentials are found as the SDK finds them everywhere (environment, shared files, the machine's own role). Checksums are sent where
 * the service demands them only: stores that are merely compatible know no others. What is read is proven by its hash anyway.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketAddress } from '../config/bucket-address.ts';
import type { LinkedFile } from '../service/ports.ts';

export interface Patience {
  readonly connectMs: number;
  readonly silenceMs: number;
  /** With growing pauses, for answers such as 500 and 503 SlowDown. */
  readonly attempts: number;
}

/** Nothing may wait for longer: a request that needs a file has somebody waiting behind it. */
const PATIENCE: Patience = { connectMs: 3_000, silenceMs: 10_000, attempts: 4 };

interface UploadedPart {
  readonly number: number;
  readonly tag: string;
}

export interface Bucket {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined: there is no such object. */
  get(
    name: string,
    range?: { readonly start: number; readonly end: number },
    signal?: AbortSignal,
  ): Promise<Uint8Array | undefined>;
  delete(name: string): Promise<void>;
  /** Those that were put before. */
  olderThan(time: number): AsyncIterable<readonly string[]>;
  begin(name: string): Promise<string>;
  putPart(upload: { name: string; id: string }, number: number, bytes: Uint8Array): Promise<UploadedPart>;
  complete(upload: { name: string; id: string }, parts: readonly UploadedPart[]): Promise<void>;
  abort(upload: { name: string; id: string }): Promise<void>;
  link(name: string, file: LinkedFile): Promise<string>;
  close(): void;
}

export const openBucket = (address: BucketAddress, patience = PATIENCE): Bucket => {
  const client = new S3Client({
    ...(address.endpoint !== undefined && { endpoint: address.endpoint }),
    ...(address.region !== undefined && { region: address.region }),
    forcePathStyle: address.pathStyle,
    maxAttempts: patience.attempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connectMs,
      requestTimeout: patience.silenceMs,
      socketTimeout: patience.silenceMs,
      throwOnRequestTimeout: true,
    },
  });
  const at = (name: string) => ({ Bucket: address.bucket, Key: `${address.prefix}${name}` });
  const encryption = {
    ...(address.encryption !== undefined && { ServerSideEncryption: address.encryption }),
    ...(address.kmsKey !== undefined && { SSEKMSKeyId: address.kmsKey }),
  };
  return {
    async put(name, bytes) {
      await client.send(new PutObjectCommand({ ...at(name), ...encryption, Body: bytes }));
    },

    async get(name, range, signal) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            ...at(name),
            ...(range && { Range: `bytes=${range.start}-${range.end - 1}` }),
          }),
          signal && { abortSignal: signal },
        );
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },

    async delete(name) {
      await client.send(new DeleteObjectCommand(at(name)));
    },

    async *olderThan(time) {
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: address.bucket,
            Prefix: address.prefix,
            ...(token !== undefined && { ContinuationToken: token }),
          }),
        );
        yield (page.Contents ?? [])
          .filter(({ LastModified }) => LastModified !== undefined && LastModified.getTime() < time)
          .flatMap(({ Key }) => Key?.slice(address.prefix.length) ?? []);
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      }
    },

    async begin(name) {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ ...at(name), ...encryption }),
      );
      if (UploadId === undefined) throw new Error('the bucket gave an upload no id');
      return UploadId;
    },

    async putPart({ name, id }, number, bytes) {
      const part = { ...at(name), UploadId: id, PartNumber: number };
      const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: bytes }));
      if (ETag === undefined) throw new Error('the bucket gave a part no tag');
      return { number, tag: ETag };
    },

    async complete({ name, id }, parts) {
      const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
      await client.send(
        new CompleteMultipartUploadCommand({ ...at(name), UploadId: id, MultipartUpload: { Parts } }),
      );
    },

    async abort({ name, id }) {
      await client.send(new AbortMultipartUploadCommand({ ...at(name), UploadId: id }));
    },

    link: (name, { contentType, contentDisposition, expiresAt }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...at(name),
          ResponseContentType: contentType,
          ResponseContentDisposition: contentDisposition,
        }),
        { expiresIn: Math.max(1, Math.floor((expiresAt - Date.now()) / 1000)) },
      ),

    close: () => client.destroy(),
  };
};
