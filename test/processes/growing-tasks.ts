/** Tasks that leave their process as large as they were told to. */
let kept: Buffer | undefined;

export const grow = ({ mebibytes }: { readonly mebibytes: number }): number => {
  kept = Buffer.alloc(mebibytes * 1024 * 1024, 1);
  return kept.byteLength;
};

export const whoAreYou = (): number => process.pid;
