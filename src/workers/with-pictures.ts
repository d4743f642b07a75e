/** withPictures :: a render → its report: once, or again where pictures have to be fetched first. */
import type { Ask } from '../processes/protocol.ts';
import type { RenderOptions } from '../template/index.ts';
import { NotedPictures } from './noted-pictures.ts';
import type { FetchedPicture, Question } from './protocol.ts';

interface Fetching {
  readonly task: { readonly fetchesPictures: boolean };
  readonly ask: Ask;
}

export const withPictures = async <Report>(
  { task, ask }: Fetching,
  render: (pictures: Pick<RenderOptions, 'remoteImages'>) => Report,
): Promise<Report> => {
  if (!task.fetchesPictures) return render({});
  const remoteImages = new NotedPictures();
  const report = render({ remoteImages });
  if (remoteImages.missing.size === 0) return report;
  const question: Question = { kind: 'pictures', urls: [...remoteImages.missing] };
  const fetched = (await ask(question)) as ReadonlyMap<string, FetchedPicture>;
  for (const [url, picture] of fetched) remoteImages.set(url, picture);
  return render({ remoteImages });
};
