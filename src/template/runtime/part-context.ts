/** PartContext as the emitters want it, for one tag of the part that is being written. */
import { twips, twipsToEmu } from '../../units.ts';
import type { ListRequest, PartContext, RemoteImage } from '../content/part-context.ts';
import type { RunInfo } from '../program.ts';
import type { MediaExtension } from './additions.ts';
import type { RenderState } from './state.ts';

export const partContext = (state: RenderState, run: RunInfo): PartContext => {
  const { additions, program } = state;
  const part = state.part;
  return {
    dialect: program.dialect,
    styles: program.styles,
    columnWidth: twipsToEmu(twips(run.width)),
    runProperties: run.runProperties,
    paragraphProperties: run.paragraphProperties,
    allowsHyperlinks: run.hyperlinks,
    memo: state.memo,
    addRelationship: (type: string, target: string, external: boolean) =>
      additions.addRelationship(part, type, target, external),
    addMedia: (bytes: Uint8Array, extension: MediaExtension) => additions.addMedia(part, bytes, extension),
    nextId: () => additions.drawingId(),
    numberingFor: (list: ListRequest) => additions.lists.numberingFor(list),
    remoteImage: (url: string): RemoteImage | undefined => {
      const found = state.remoteImages?.get(url);
      if (found === undefined) state.onRemoteImage?.(url);
      return found;
    },
    handOver: (bytes: number) => state.budget.parsed(bytes),
    warn: (message: string) => void state.warnings.add(message),
  };
};
