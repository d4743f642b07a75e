declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      resetOnClose: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: readonly { name: string; configs: readonly string[] }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
