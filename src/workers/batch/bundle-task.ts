/** bundleParts :: part files → the file that is handed out */
import { assembleBundle } from '../../bundles/index.ts';
import { diskTrouble } from '../spool-sink.ts';
import type { BundleTask } from './batch-protocol.ts';

export const bundleParts = async ({
  spoolFile,
  extra,
  ...order
}: BundleTask): Promise<{ readonly size: number; readonly sha256: string }> => {
  try {
    return await assembleBundle({ ...order, out: spoolFile, ...(order.bundle === 'zip' && { extra }) });
  } catch (error) {
    throw diskTrouble(error);
  }
};
